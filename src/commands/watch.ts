import { basename } from 'node:path';
import type { CandidateFile } from '../domain/candidate.ts';
import { fail, HebbError } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { createFiles, diskOps } from '../store/files.ts';
import { withRunLock } from '../store/lock.ts';
import { listSpool } from '../store/spool.ts';
import type { Store } from '../store/store.ts';
import type { Command, CommandInput } from './command.ts';
import { unprocessedEvents } from './due-inputs.ts';
import {
  analyzeStep,
  drainStep,
  importStep,
  isSilent,
  runStep,
  type Step,
  type StepResult,
} from './loop-steps.ts';
import { refreshRecall } from './recall-here.ts';
import { createRounds } from './watch-rounds.ts';

/** Milliseconds for which things that arrive are gathered. */
const gatherMs = 500;

/** A home under watch. */
interface Watch {
  readonly input: CommandInput;
  readonly store: Store;
  /** Extractions that an import has looked at: what it left waiting it would leave again. */
  readonly judged: Set<string>;
  /** Whether the last round was not let in, so that the end of the other run asks for one. */
  isShutOut: boolean;
}

const say = ({ input }: Watch, text: string): void => input.host.tell(`hebb watch: ${text}\n`);

const keyOf = ({ id, at, candidates }: CandidateFile): string => `${id} ${at} ${candidates.length}`;

const unjudged = ({ store, judged }: Watch): string[] =>
  [...store.state().extracted.values()].map(keyOf).filter((key) => !judged.has(key));

/** Steps with the question whether there is anything for them; each asks after the one before it. */
const steps: readonly (readonly [step: Step, isNeeded: (watch: Watch) => boolean])[] = [
  [drainStep, ({ store }) => listSpool(store.paths).length > 0],
  [analyzeStep, ({ store }) => unprocessedEvents(store) > 0],
  [importStep, (watch) => unjudged(watch).length > 0],
];

/** What a step did, in a line; nothing where it found nothing. */
function lineOf(result: StepResult): string | undefined {
  const { title, report, failure } = result;
  if (failure) return `${title.toLowerCase()}: ${failure.message} (next: ${failure.hint})`;
  if (isSilent(result)) return undefined;
  const said = (kind: 'heading' | 'line'): string[] =>
    (report?.human ?? []).flatMap((block) => (block.kind === kind ? [block.text.trim()] : []));
  const texts = said('heading').length > 0 ? said('heading') : said('line').slice(0, 1);
  return `${title.toLowerCase()}: ${texts.join(', ')}`;
}

/** The steps that have something to do, under the lock of the loop, and what came of them in the files that people read. */
async function work(watch: Watch): Promise<void> {
  const { input, store } = watch;
  const group = store.newGroup();
  for (const [step, isNeeded] of steps) {
    if (!isNeeded(watch)) continue;
    const line = lineOf(await runStep(input, group, step));
    if (step === importStep) for (const key of unjudged(watch)) watch.judged.add(key);
    input.host.progress('');
    if (line !== undefined) say(watch, line);
  }
  store.publish();
  const files = createFiles(diskOps, `${input.host.pid}-recall`);
  await refreshRecall(input, store, { files, makes: false });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A round, which never fails: what went wrong is said, and the next thing that arrives is tried again. Nothing is done where
 * nothing waits, nor while another run holds the lock; its end asks again.
 */
async function round(watch: Watch): Promise<void> {
  const { store } = watch;
  try {
    store.refresh();
    if (!steps.some(([, isNeeded]) => isNeeded(watch))) return;
    await withRunLock(store, () => work(watch));
    watch.isShutOut = false;
  } catch (error) {
    const isHeld = error instanceof HebbError && error.exit === 75;
    if (isHeld && watch.isShutOut) return;
    watch.isShutOut = isHeld;
    say(watch, isHeld ? 'another run is at work; waiting for its end' : messageOf(error));
  }
}

/** Folders in which something arrives. */
const foldersOf = ({ paths }: Store): string[] => [paths.spool, paths.learningLog, paths.extracted];

const later = (work: () => void): (() => void) => {
  const timer = setTimeout(work, gatherMs);
  return () => clearTimeout(timer);
};

/** Calls back at each arrival, and once when everything that arrives from then on is seen. */
async function watchArrivals(
  watch: Watch,
  ask: () => void,
): Promise<{ failed: Promise<never>; close(): Promise<void> }> {
  const { paths, files } = watch.store;
  const { watch: watchFolders } = await import('chokidar');
  for (const folder of foldersOf(watch.store)) files.ensureFolder(folder);
  const arrivals = watchFolders(foldersOf(watch.store), { ignoreInitial: true }).on('all', ask);
  const locks = watchFolders(paths.locks, { ignoreInitial: true }).on('unlink', (path) => {
    if (watch.isShutOut && basename(path) === 'run.lock') ask();
  });
  arrivals.on('ready', () => {
    say(watch, `watching ${paths.home}; Ctrl-C ends it`);
    ask();
  });
  const failed = new Promise<never>((_, reject) => {
    for (const watcher of [arrivals, locks]) watcher.on('error', reject);
  });
  return { failed, close: async () => void (await Promise.all([arrivals.close(), locks.close()])) };
}

const whenAborted = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });

async function untilStopped(watch: Watch, stop: AbortSignal): Promise<void> {
  const rounds = createRounds({ round: () => round(watch), later });
  const arrivals = await watchArrivals(watch, rounds.ask);
  try {
    await Promise.race([whenAborted(stop), arrivals.failed]);
  } catch (error) {
    const hint =
      'allow more watched files (on Linux fs.inotify.max_user_watches), or do without: hooks need no watch';
    throw fail('watch.failed', `${watch.store.paths.home}: ${messageOf(error)}`, hint);
  } finally {
    await arrivals.close();
    await rounds.end();
  }
}

/** `hebb watch`: drains, reads and imports as things arrive, until it is stopped. Nothing needs it. */
export const run: Command = async (input): Promise<Report> => {
  const stop = input.host.stopSignal();
  const watch: Watch = { input, store: await input.door.write(), judged: new Set(), isShutOut: false };
  await untilStopped(watch, stop);
  say(watch, 'stopped');
  return { exit: 0, human: [], data: {} };
};
