import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clientSetupOf, clientSetups } from '../clients/settings.ts';
import { type ExitStatus, fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { holderOf } from '../store/lock.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { planFileOut, planHooksOut, planRemoval } from './init-clients.ts';
import { carryOut, type FileDone, type FilePlan, forgetFiles } from './init-files.ts';
import { planGitHookOut } from './init-git.ts';
import { filesBlocks, filesData } from './init-report.ts';
import { dropExports, type Exported } from './skill-export.ts';

/** A file that hebb put something into, without it. */
function planOut(store: Store, path: string): FilePlan[] {
  const record = store.home().installs?.[path];
  if (!record) return [];
  if (record.kind === 'git-hook') return planGitHookOut(store, path);
  if (record.kind === 'file') return planFileOut(store, path, record.client);
  const setup = clientSetupOf(record.client);
  return setup ? planHooksOut(store, path, setup) : [];
}

/** What is remembered, and what lies in the user's own settings all the same. */
function plansOut({ host }: CommandInput, store: Store): FilePlan[] {
  const remembered = Object.keys(store.home().installs ?? {}).flatMap((path) => planOut(store, path));
  const known = new Set(remembered.map(({ path }) => path));
  const env = { home: host.userHome, vars: host.vars };
  const program = { ...host.program, home: store.paths.home };
  const found = clientSetups.flatMap((setup) => planRemoval({ store, env, program, root: undefined }, setup));
  return [...remembered, ...found.filter(({ path }) => !known.has(path))];
}

/** What of hebb was taken out of where. */
interface Removed {
  readonly files: readonly FileDone[];
  readonly skills: readonly Exported[];
  readonly steps: readonly { readonly name: string; readonly report: Report }[];
}

async function removeAll(input: CommandInput): Promise<Removed> {
  const { options, door, host } = input;
  const dryRun = hasFlag(options, 'dryRun');
  const steps = [
    { name: 'schedule', report: await input.run('schedule', { dryRun }, ['remove']) },
    { name: 'export', report: await input.run('export', { dryRun, removeAll: true }) },
  ];
  const store = await door.write();
  const skills = dropExports({ store, host });
  const files = carryOut(input, store, plansOut(input, store));
  if (!dryRun)
    forgetFiles(
      store,
      files.map(({ plan }) => plan),
    );
  return { files, skills, steps };
}

/** Whether hebb is still called from somewhere: then the home, which knows from where, is not erased. */
const isStillCalled = ({ files, steps }: Removed): boolean =>
  steps.some(({ report }) => report.exit !== 0) ||
  files.some(({ plan }) => plan.problem !== undefined && (plan.isShared || plan.client === 'git'));

const isAnythingLeft = (removed: Removed): boolean =>
  isStillCalled(removed) ||
  removed.files.some(({ plan }) => plan.problem !== undefined) ||
  removed.skills.some(({ plan }) => plan.left.length > 0);

function skillBlocks({ skills }: Removed): Block[] {
  return skills.flatMap(({ folder, plan: { remove, left } }): Block[] => [
    ...(remove.length > 0
      ? [{ kind: 'item', text: `${folder}: ${remove.length} skills taken away`, tone: 'good' } as const]
      : []),
    ...left.map(
      ({ slug, why }): Block => ({
        kind: 'item',
        text: `${folder}/${slug}: left`,
        detail: [why],
        tone: 'warn',
      }),
    ),
  ]);
}

/** What becomes of the home. */
type Erasing = 'none' | 'kept' | 'erased' | 'refused' | 'unasked';

async function decideOnHome(input: CommandInput, removed: Removed): Promise<Erasing> {
  const { host, options, door } = input;
  if (!hasFlag(options, 'purge')) return 'kept';
  if (isStillCalled(removed)) return 'refused';
  if (hasFlag(options, 'yes')) return 'erased';
  if (!host.terminal.input || hasFlag(options, 'json') || hasFlag(options, 'dryRun')) return 'unasked';
  const { home } = door.bare().paths;
  const answer = await host.askLine(
    `Erase ${home} with every memory in it? This cannot be undone. [yes/no] `,
  );
  return answer.trim().toLowerCase() === 'yes' ? 'erased' : 'kept';
}

/** Erases the home, and the link by which it may be reached. */
function eraseHome({ host }: CommandInput, { files, paths }: Store): void {
  const holder = holderOf(join(paths.locks, 'run.lock'), host);
  if (holder)
    throw new HebbError(
      fail(
        'uninstall.busy',
        `${paths.home}: a consolidation is running`,
        'run the same command when it is done',
      ).failure,
      75,
    );
  files.checkAccess(paths.home);
  rmSync(realpathSync(paths.home), { recursive: true });
  rmSync(paths.home, { recursive: true, force: true });
}

const homeLines = (home: string, dry: boolean): Readonly<Record<Erasing, Block>> => ({
  none: { kind: 'line', text: `${home}: there is no home.` },
  kept: { kind: 'line', text: `${home} stays, with every memory; hebb uninstall --purge erases it.` },
  erased: { kind: 'line', text: `${home} ${dry ? 'would be' : 'is'} erased.`, tone: 'good' },
  refused: {
    kind: 'line',
    text: `${home} is not erased: it knows what was left above; mend that first.`,
    tone: 'warn',
  },
  unasked: { kind: 'line', text: `${home} stays: hebb uninstall --purge --yes erases it.`, tone: 'warn' },
});

function reportOf(input: CommandInput, removed: Removed, erasing: Erasing): Report {
  const dry = hasFlag(input.options, 'dryRun');
  const { home } = input.door.bare().paths;
  const { files, skills, steps } = removed;
  const exit: ExitStatus = isAnythingLeft(removed) ? 3 : 0;
  return {
    exit,
    human: [
      ...(dry ? [dryLine] : []),
      ...filesBlocks(files, input),
      ...skillBlocks(removed),
      ...steps.flatMap(({ report }) => report.human.filter((block) => block !== dryLine)),
      homeLines(home, dry)[erasing],
    ],
    data: {
      files: filesData(files),
      skills: skills.map(({ folder, plan }) => ({
        folder,
        removed: [...plan.remove],
        left: toJson(plan.left),
      })),
      steps: Object.fromEntries(steps.map(({ name, report }) => [name, toJson(report.data)])),
      home: { path: home, state: erasing },
      dryRun: dry,
    },
  };
}

/** `hebb uninstall [--purge]`: nothing of hebb is left in agents, schedules, repositories and other people's files. */
export const run: Command = async (input) => {
  const { paths } = input.door.bare();
  if (!existsSync(paths.state)) return withoutHome(input);
  const removed = await removeAll(input);
  const erasing = await decideOnHome(input, removed);
  if (erasing === 'erased' && !hasFlag(input.options, 'dryRun')) eraseHome(input, await input.door.write());
  return reportOf(input, removed, erasing);
};

/** Where no home tells what was installed, what can be known by its marks goes: the hooks of the user's own settings. */
async function withoutHome(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const files = carryOut(input, store, plansOut(input, store));
  return reportOf(input, { files, skills: [], steps: [] }, 'none');
}
