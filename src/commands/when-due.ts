import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../domain/policy.ts';
import { type DueInput, isMissed, isOpportune } from '../pipeline/due.ts';
import { askedAt } from '../pipeline/schedule-times.ts';
import { readSettings, withMemoryConfig } from '../store/config.ts';
import { countMemories, type DueHead, readDueHead, readDueNews } from '../store/due-facts.ts';
import type { Files } from '../store/files.ts';
import { readCoreHead } from '../store/home-facts.ts';
import type { Paths } from '../store/paths.ts';
import { namesIn } from '../store/reading.ts';
import type { CommandInput } from './command.ts';

/** A session that begins catches up on a run whose time has passed; the end of a turn is the moment for whatever is due. */
export type HookMoment = 'session-start' | 'turn-end';

/** What the question needs of a command's input. */
export type WhenDueInput = Pick<CommandInput, 'host' | 'door'>;

/** What the background run is called with. */
const runArgs = ['auto-consolidate', '--quiet'];

/** Whether hooks may start anything here: never inside an agent that hebb itself started, which would start the next one. */
export const mayStart = ({ vars }: WhenDueInput['host']): boolean =>
  vars.HEBB_ACTIVE !== '1' && vars.HEBB_AUTO_RUN !== '0';

async function policyOf(paths: Paths): Promise<Policy> {
  const { policy } = await readSettings(paths);
  return withMemoryConfig(policy, readCoreHead(paths).memoryConfig, paths.core);
}

/** What is known without opening the store. Memories are left out: counting them reads their files. */
function dueInput(paths: Paths, head: DueHead, { policy, now }: { policy: Policy; now: string }): DueInput {
  const news = readDueNews(paths, head);
  const asked = askedAt(head.schedule, now);
  return {
    ...news,
    ...(head.lastRunAt === undefined ? {} : { lastRunAt: head.lastRunAt }),
    ...(asked === undefined ? {} : { askedAt: asked }),
    hasCaptured: head.lastRunAt !== undefined || news.unprocessedEvents > 0,
    memories: 0,
    newMemories: 0,
    isPostProject: false,
    policy: policy.due,
    now,
  };
}

/** Whether a hook has something to start: asked of a few small files, since an agent waits for the answer. */
function isTime(paths: Paths, moment: HookMoment, { policy, now }: { policy: Policy; now: string }): boolean {
  const head = readDueHead(paths);
  if (head === undefined) return false;
  const input = dueInput(paths, head, { policy, now });
  if (moment === 'session-start') return isMissed(input, head.installedAt);
  return (
    isOpportune(input) || isOpportune({ ...input, ...countMemories(paths, head, policy.due.newMemories) })
  );
}

/** Whether another process runs the loop. What tells a lock that lives is loaded only where there is one. */
async function isRunning({ host }: WhenDueInput, paths: Paths): Promise<boolean> {
  const path = join(paths.locks, 'run.lock');
  if (!existsSync(path)) return false;
  const { holderOf } = await import('../store/lock.ts');
  return holderOf(path, host) !== undefined;
}

/** Name of the stretch of time in which a moment lies: hooks start one run in each. */
const stretchOf = (now: string, minutes: number): string =>
  `${Math.floor(Date.parse(now) / (Math.max(1, minutes) * 60_000))}`;

/**
 * Takes a stretch of time for one start: of several hooks at once, and until the stretch is over, one gets it. So a run that keeps
 * failing, which does not count as one, is not tried again at every turn.
 */
function claimStart(files: Files, folder: string, stretch: string): boolean {
  const others = namesIn(folder).filter((name) => name !== stretch);
  files.ensureFolder(folder);
  if (!files.claim(join(folder, stretch), '')) return false;
  for (const name of others) files.remove(join(folder, name));
  return true;
}

/** Whether a hook is to run the loop now, which it then must: the claim is spent. What costs most is asked last. */
export async function isMoment(input: WhenDueInput, moment: HookMoment, known?: Policy): Promise<boolean> {
  if (!mayStart(input.host)) return false;
  const { files, paths } = input.door.bare();
  if (!existsSync(paths.home)) return false;
  const policy = known ?? (await policyOf(paths));
  const now = input.host.now();
  const [folder, stretch] = [join(paths.cache, 'auto-run'), stretchOf(now, policy.due.autoRunMinutes)];
  return (
    policy.due.autoRun &&
    !existsSync(join(folder, stretch)) &&
    isTime(paths, moment, { policy, now }) &&
    !(await isRunning(input, paths)) &&
    claimStart(files, folder, stretch)
  );
}

/** Starts the loop in the background when its moment has come. Whatever is wrong, the agent is not disturbed. */
export async function startWhenDue(
  input: WhenDueInput,
  moment: HookMoment,
  known?: Policy,
): Promise<boolean> {
  try {
    const isNow = await isMoment(input, moment, known);
    if (isNow) input.host.detach(runArgs);
    return isNow;
  } catch (error) {
    if (input.host.vars.HEBB_DEBUG === '1') input.host.tell(`hebb: auto-consolidate: ${String(error)}\n`);
    return false;
  }
}
