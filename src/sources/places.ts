import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Place } from '../domain/project.ts';
import { type KnownProject, recognizeProject } from '../domain/project-sight.ts';
import { identifyProject, identifyUser, userKey } from './project.ts';

/** What a home remembers of a project, by its id. */
export interface RememberedProject {
  readonly name: string;
  readonly paths: readonly string[];
  readonly aliases: readonly string[];
  readonly remote?: string;
}

/** The projects of a home while folders are looked at. */
export interface PlaceFinder {
  /** The place of a working folder; an unknown one becomes a project of its own. */
  placeOf(cwd: string): Promise<FoundPlace>;
  /** Every project as it is known now, for the home to keep. */
  projects(): Readonly<Record<string, RememberedProject>>;
  /** The project that is called so: by id, earlier id, name, or a folder. */
  find(called: string): Promise<FoundPlace | undefined>;
}

/** A place and the folder in which its project lies. */
export interface FoundPlace {
  readonly place: Place;
  readonly root: string;
}

type Vars = Readonly<Record<string, string | undefined>>;

const keptPaths = 8;

/** Looks folders up against the projects that a home knows. */
export function createPlaceFinder(
  vars: Vars,
  remembered: Readonly<Record<string, RememberedProject>>,
): PlaceFinder {
  const projects = new Map(Object.entries(remembered));
  const found = new Map<string, FoundPlace>();

  const placeOf = async (cwd: string): Promise<FoundPlace> => {
    const cached = found.get(cwd);
    if (cached) return cached;
    const place = cwd === '' ? nowhere(await identifyUser(vars, '/')) : await look(cwd);
    found.set(cwd, place);
    return place;
  };

  /** A folder that is gone, a worktree for instance, belongs to the project that was seen there when it was. */
  const lookBack = async (cwd: string): Promise<FoundPlace | undefined> => {
    if (existsSync(cwd)) return undefined;
    const seen = (path: string): boolean => (cwd === path || cwd.startsWith(path + sep)) && !existsSync(path);
    const [id, project] = [...projects].find(([, { paths }]) => paths.some(seen)) ?? [];
    if (id === undefined || project === undefined) return undefined;
    const root = lastThere(project) ?? '';
    const user = userKey(await identifyUser(vars, root || '/'));
    const { defaultBranch } = root === '' ? {} : await identifyProject(root, vars);
    const place = compact({ project: { id, name: project.name }, defaultBranch, branchCertain: false, user });
    return { place, root };
  };

  const look = async (cwd: string): Promise<FoundPlace> => {
    const gone = await lookBack(cwd);
    if (gone) return gone;
    const sight = await identifyProject(cwd, vars);
    const known: KnownProject[] = [...projects].map(([id, project]) => ({ id, ...project }));
    const match = recognizeProject(sight, known);
    const id = match?.id ?? sight.project.id;
    const before = projects.get(id);
    const remote = match?.remote ?? sight.remote;
    projects.set(id, {
      name: before?.name ?? sight.project.name,
      paths: [...(before?.paths ?? []).filter((path) => path !== sight.root), sight.root].slice(-keptPaths),
      aliases: match?.aliases ?? [...sight.aliases].sort(),
      ...(remote === undefined ? {} : { remote }),
    });
    const place: Place = {
      project: { id, name: before?.name ?? sight.project.name },
      ...(sight.area === undefined ? {} : { area: sight.area }),
      ...(sight.branch === undefined ? {} : { branch: sight.branch }),
      ...(sight.defaultBranch === undefined ? {} : { defaultBranch: sight.defaultBranch }),
      branchCertain: false,
      user: userKey(await identifyUser(vars, cwd)),
    };
    return { place, root: sight.root };
  };

  const find = async (called: string): Promise<FoundPlace | undefined> => {
    const [id, project] = [...projects].find(([key, one]) => isCalled(key, one, called)) ?? [];
    const folder = project && (lastThere(project) ?? project.paths.at(-1));
    if (id === undefined || project === undefined)
      return called.includes('/') || called === '.' ? placeOf(called) : undefined;
    const user = userKey(await identifyUser(vars, folder ?? '/'));
    return { place: { project: { id, name: project.name }, branchCertain: false, user }, root: folder ?? '' };
  };

  return {
    placeOf,
    find,
    projects: () => Object.fromEntries([...projects].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The folder in which a project was seen last, of those that are still there. */
const lastThere = ({ paths }: RememberedProject): string | undefined =>
  paths.findLast((path) => existsSync(path));

const isCalled = (id: string, project: RememberedProject, called: string): boolean =>
  id === called ||
  project.aliases.includes(called) ||
  project.name === called ||
  project.paths.includes(called);

function nowhere(user: string): FoundPlace {
  return {
    place: { project: { id: hashOf('nowhere'), name: 'unknown' }, branchCertain: false, user: userKey(user) },
    root: '',
  };
}
