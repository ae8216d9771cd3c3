import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import configTemplate from '../../templates/config.yaml.txt';
import { fail, HebbError } from '../domain/failure.ts';
import { compact } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { splitTarget } from '../domain/state.ts';
import { laterOf } from '../domain/time.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { carriedFiles } from '../store/carried-files.ts';
import {
  type CarriedState,
  type ExportManifest,
  exportRoom,
  verifyExport,
} from '../store/export-manifest.ts';
import { createDryFiles } from '../store/files.ts';
import type { HomeState, ProjectRecord } from '../store/home-state.ts';
import { readAll } from '../store/journal.ts';
import { withRunLock } from '../store/lock.ts';
import { bringFile, type FileOutcome, isPlainFile } from '../store/merge-files.ts';
import { continueJournal, mergeJournals } from '../store/merge-journals.ts';
import { mergeRecords } from '../store/merge-records.ts';
import { openToRead } from '../store/open-store.ts';
import { type Paths, pathsOf } from '../store/paths.ts';
import { addToQuarantine } from '../store/quarantine.ts';
import type { Store } from '../store/store.ts';
import { currentOf } from '../store/tables.ts';
import { type CommandInput, groupOf, hasFlag } from './command.ts';
import { sizeText } from './size-text.ts';

/** Records of one journal line. */
const batch = 2000;

/** Files that every home begins with; one that holds no others is new. */
const skeleton = new Set(['config.yaml', '.gitignore', '.gitattributes']);

/** An export that was checked, and the home that it goes into. */
interface Importing {
  readonly input: CommandInput;
  readonly store: Store;
  readonly manifest: ExportManifest;
  /** The exported home. */
  readonly from: Paths;
}

/** What an import did. */
interface Outcome {
  /** Whether the home was empty, so that it is now as the exported one. */
  readonly restored: boolean;
  readonly files: Readonly<Record<FileOutcome, readonly string[]>>;
  /** Changed records by collection. */
  readonly changes: Readonly<Record<string, number>>;
  /** What undo calls them by; absent when no record changed. */
  readonly group?: string;
  /** Operations of this machine's own journal that stay out. */
  readonly left: number;
}

/** `hebb import --all <dir>`: an exported home, checked whole before anything is written; into a home with memories it is merged. */
export async function importHome(input: CommandInput, name: string): Promise<Report> {
  if (input.args.length > 0) {
    const { failure } = fail('usage.value', '--all takes its folder itself', 'hebb import --all <dir>');
    throw new HebbError(failure, 2);
  }
  const folder = resolve(input.host.cwd, name);
  input.host.progress(`checking ${name}`);
  const manifest = verifyExport(folder, name);
  const store = await input.door.write();
  const importing = { input, store, manifest, from: pathsOf(join(folder, exportRoom)) };
  const outcome = await withRunLock(store, async () =>
    isNewHome(store) ? restore(importing) : merge(importing),
  );
  return reportOf(name, manifest, { outcome, dry: hasFlag(input.options, 'dryRun') });
}

const isNewHome = ({ paths }: Store): boolean => {
  const files = carriedFiles(paths).files.filter((file) => !skeleton.has(file));
  return files.length === 0 && isUnconfigured(paths);
};

/** Whether nobody changed the settings that every home begins with. */
function isUnconfigured(paths: Paths): boolean {
  const text = fs.existsSync(paths.config) ? fs.readFileSync(paths.config, 'utf8') : configTemplate;
  return text === configTemplate;
}

/** Journals first: what a crash leaves without its files is made of them. */
const restoreOrder = ({ path }: { readonly path: string }): number =>
  path.startsWith('objects/') ? 0 : path.startsWith('journal/') ? 1 : 2;

/** Every file as it was, byte by byte. */
function restore({ input, store, manifest, from }: Importing): Outcome {
  const { files, paths } = store;
  const ordered = [...manifest.files].sort((a, b) => restoreOrder(a) - restoreOrder(b));
  for (const [at, { path }] of ordered.entries()) {
    input.host.progress('restoring files', { done: at, total: ordered.length });
    files.ensureFolder(join(paths.home, path, '..'));
    files.replace(join(paths.home, path), fs.readFileSync(join(from.home, path)));
  }
  store.updateHome((home) => ({ ...home, ...manifest.state, projects: placedHere(manifest.state.projects) }));
  store.reload();
  const all = ordered.map(({ path }) => path);
  return { restored: true, files: { ...noFiles, new: all }, changes: {}, left: 0 };
}

const noFiles: Outcome['files'] = { new: [], united: [], same: [], kept: [] };

/** Projects with only those folders that this machine has. */
const placedHere = (projects: CarriedState['projects']): CarriedState['projects'] =>
  Object.fromEntries(
    Object.entries(projects).map(([id, project]) => [
      id,
      { ...project, paths: project.paths.filter((path) => fs.existsSync(path)) },
    ]),
  );

/** Record by record into a home that has memories: one group, so that one undo takes it back. Facts are united and stay. */
function merge(importing: Importing): Outcome {
  const { input, store, manifest, from } = importing;
  const theirs = openToRead({
    paths: from,
    files: createDryFiles(),
    owner: store.owner,
    settings: store.settings,
    now: () => input.host.now(),
    random: (bytes) => input.host.random(bytes),
  });
  const machine = store.home().machineId;
  const { files, paths, owner } = store;
  const left = continueJournal({ files, paths, owner, machine, from });
  store.reload();
  const myOperations = store.operations();
  const merged = mergeRecords({
    mine: store.state(),
    theirs: theirs.state(),
    myOperations,
    allOperations: readAll(store.paths, from).operations,
    projects: otherNames(store.home().projects, manifest.state.projects),
    now: input.host.now(),
  });
  const { changes, group } = commitAll(importing, merged);
  mergeJournals({ files, paths, owner, machine, from });
  const brought = bringFiles(importing);
  addToQuarantine(store, theirs.problems(), input.host.now());
  store.updateHome((home) => unitedState(home, manifest.state, brought.new));
  return { restored: false, files: brought, changes, group, left };
}

function commitAll(
  { input, store }: Importing,
  { targets, changeOf }: ReturnType<typeof mergeRecords>,
): { readonly changes: Record<string, number>; readonly group: string } {
  const group = groupOf(input.options).group ?? store.newGroup();
  const counts: Record<string, number> = {};
  for (let at = 0; at < targets.length; at += batch) {
    const part = targets.slice(at, at + batch);
    const operation = store.commit({
      command: 'import',
      group,
      plan: (state): Plan => {
        const current = currentOf(state);
        const changes = part.flatMap((target) => changeOf(target, current(target)) ?? []);
        return { command: 'import', changes };
      },
    });
    for (const { target } of operation?.changes ?? []) {
      const { collection } = splitTarget(target);
      counts[collection] = (counts[collection] ?? 0) + 1;
    }
  }
  return { changes: counts, group };
}

function bringFiles({ store, manifest, from }: Importing): Record<FileOutcome, string[]> {
  const brought: Record<FileOutcome, string[]> = { new: [], united: [], same: [], kept: [] };
  const takesConfig = isUnconfigured(store.paths) && !isUnconfigured(from);
  for (const { path } of manifest.files.filter((file) => isPlainFile(file.path))) {
    if (path === 'config.yaml' && takesConfig) store.files.remove(store.paths.config);
    brought[bringFile({ files: store.files, paths: store.paths, from }, path)].push(path);
  }
  return brought;
}

/** Projects of the other home that are called otherwise here: their id, and the one of this home. */
function otherNames(
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
function unitedState(home: HomeState, theirs: CarriedState, fresh: readonly string[]): HomeState {
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

const totalOf = (changes: Outcome['changes']): number =>
  Object.values(changes).reduce((sum, count) => sum + count, 0);

function blocksOf(name: string, { files }: ExportManifest, outcome: Outcome): Block[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { restored, changes, left } = outcome;
  const total = totalOf(changes);
  const fresh = outcome.files.new.length + outcome.files.united.length;
  const news = `${total} records changed, ${fresh} files of facts and reports are new or longer`;
  const text = restored
    ? `${name}: ${files.length} files, ${sizeText(bytes)}; the home is as it was when it was exported.`
    : total + fresh === 0
      ? `${name} holds nothing that is not known here.`
      : `${name}: ${news}.`;
  const counts = Object.entries(changes).map(([collection, count]) => `${count} ${collection}`);
  return [
    { kind: 'line', text, tone: 'good' },
    ...(counts.length > 0 ? [{ kind: 'line', text: `Records: ${counts.join(', ')}.` } as const] : []),
    ...outcome.files.kept.map(
      (file): Block => ({
        kind: 'line',
        text: `${file}: that of this home stays; the other differs`,
        tone: 'warn',
      }),
    ),
    ...(left > 0
      ? [
          {
            kind: 'line',
            text: `${left} operations of this machine's journal stay out; what they changed is merged.`,
            tone: 'warn',
          } as const,
        ]
      : []),
    ...(total > 0
      ? [
          {
            kind: 'line',
            text: `hebb undo ${outcome.group ?? ''} takes the records back.`,
            tone: 'dim',
          } as const,
        ]
      : []),
  ];
}

function reportOf(
  name: string,
  manifest: ExportManifest,
  { outcome, dry }: { readonly outcome: Outcome; readonly dry: boolean },
): Report {
  const { restored, files, changes, left } = outcome;
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...blocksOf(name, manifest, outcome)],
    data: {
      folder: name,
      exportedAt: manifest.at,
      restored,
      files: {
        new: files.new.length,
        united: files.united.length,
        same: files.same.length,
        kept: [...files.kept],
      },
      changes: { ...changes },
      group: totalOf(changes) > 0 ? (outcome.group ?? null) : null,
      left,
      dryRun: dry,
    },
  };
}
