import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import configTemplate from '../../templates/config.yaml.txt';
import { fail, HebbError } from '../domain/failure.ts';
import type { Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import { splitTarget } from '../domain/state.ts';
import { carriedFiles } from '../store/carried-files.ts';
import { type ExportManifest, exportRoom, verifyExport } from '../store/export-manifest.ts';
import { createDryFiles } from '../store/files.ts';
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
import { otherNames, placedHere, unitedState } from '../store/unite-home-state.ts';
import { type CommandInput, groupOf, hasFlag } from './command.ts';
import { type Outcome, reportOf } from './import-home-report.ts';

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
