import * as fs from 'node:fs';
import { compact } from '../domain/json.ts';
import { laterOf } from '../domain/time.ts';
import type { CarriedState } from './export-manifest.ts';
import type { HomeState, ProjectRecord } from './home-state.ts';

/** Projects with only those folders that this machine has. */
export const placedHere = (projects: CarriedState['projects']): CarriedState['projects'] =>
  Object.fromEntries(
    Object.entries(projects).map(([id, project]) => [
      id,
      { ...project, paths: project.paths.filter((path) => fs.existsSync(path)) },
    ]),
  );

/** Projects of the other home that are called otherwise here: their id, and the one of this home. */
export function otherNames(
  mine: Readonly<Record<string, ProjectRecord>>,
  theirs: Readonly<Record<string, ProjectRecord>>,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [id, project] of Object.entries(theirs)) {
    if (mine[id]) continue;
    const same = Object.entries(mine).find(([own, known]) => isSame([own, known], [id, project]));
    if (same) names.set(id, same[0]);
  }
  return names;
}

/** Whether two homes mean one project: an id that both know, and no two remotes. */
function isSame(
  [own, mine]: readonly [string, ProjectRecord],
  [id, theirs]: readonly [string, ProjectRecord],
): boolean {
  const ids = new Set([own, ...mine.aliases]);
  const isFork = mine.remote !== undefined && theirs.remote !== undefined && mine.remote !== theirs.remote;
  return !isFork && [id, ...theirs.aliases].some((one) => ids.has(one));
}

/** The state with what the other home knows of projects, and how far it has read files that are new here. */
export function unitedState(home: HomeState, theirs: CarriedState, fresh: readonly string[]): HomeState {
  const names = otherNames(home.projects, theirs.projects);
  const projects = { ...home.projects };
  for (const [id, project] of Object.entries(placedHere(theirs.projects))) {
    const own = names.get(id) ?? id;
    projects[own] = unitedProject(projects[own], { ...project, aliases: [...project.aliases, id] }, own);
  }
  const isNew =
    (room: string) =>
    ([name]: [string, number]) =>
      fresh.includes(`${room}/${name}`);
  const onlyNew = (read: Readonly<Record<string, number>> | undefined, room: string) =>
    Object.fromEntries(Object.entries(read ?? {}).filter(isNew(room)));
  const { associated } = home;
  const lastRunAt = laterOf(home.lastRunAt ?? '', theirs.lastRunAt ?? '') || undefined;
  return compact({
    ...home,
    projects: Object.fromEntries(Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1))),
    lastRunAt,
    logRead: { ...home.logRead, ...onlyNew(theirs.logRead, 'learning-log') },
    associated: {
      log: { ...associated?.log, ...onlyNew(theirs.associated?.log, 'learning-log') },
      usage: { ...associated?.usage, ...onlyNew(theirs.associated?.usage, 'usage') },
    },
  });
}

function unitedProject(mine: ProjectRecord | undefined, theirs: ProjectRecord, id: string): ProjectRecord {
  const aliases = new Set([...(mine?.aliases ?? []), ...theirs.aliases]);
  aliases.delete(id);
  return compact({
    name: mine?.name ?? theirs.name,
    paths: [...new Set([...theirs.paths, ...(mine?.paths ?? [])])],
    aliases: [...aliases].sort(),
    remote: mine?.remote ?? theirs.remote,
  });
}
