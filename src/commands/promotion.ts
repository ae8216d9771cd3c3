import type { RunDigests } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import { type CommandInput, hasFlag } from './command.ts';
import type { DistilDesk } from './distil-task.ts';
import { type Cycle, type CycleDesk, runCycle } from './promote-behaviour.ts';
import { digestsHere } from './run-digests.ts';
import { type TrialLine, type Watched, watchActive, watchTrials } from './watch-skills.ts';
import { workflowsEnabled } from './workflows-enabled.ts';

/** What promotion shares with the run that it is a part of. */
export interface PromotionStage extends DistilDesk, Pick<CycleDesk, 'policy' | 'now' | 'only' | 'commit'> {
  readonly input: CommandInput;
  /** Runs a cycle, however few runs are new. */
  readonly force: boolean;
  /** Only classes whose hash begins so. */
  readonly wanted?: string;
}

/** What became of skills and classes of runs. */
export interface Promotion {
  /** False where workflows are switched off: nothing was looked at. */
  readonly enabled: boolean;
  /** Absent when no cycle was due. */
  readonly cycle?: Cycle;
  readonly watched: Watched;
  readonly trials: readonly TrialLine[];
}

const nothing: Promotion = { enabled: true, watched: { ended: [], toReview: [] }, trials: [] };

/** Whether enough new runs came since the last cycle; never by itself when the number is 0. */
function isCycleDue({ policy, store, force }: PromotionStage): boolean {
  const { promoteEveryRuns } = policy.workflows;
  const newRuns = store.home().workflows?.newRuns ?? 0;
  return force || (promoteEveryRuns > 0 && newRuns >= promoteEveryRuns);
}

/** Skills that runs say something of. */
const isWatched = ({ status }: Skill): boolean => status === 'active' || status === 'shadow';

/** The runs of the home, when there is a reason to look at them. */
function digestsFor(stage: PromotionStage, isDue: boolean): RunDigests | undefined {
  const hasSkills = [...stage.store.state().skills.values()].some(isWatched);
  return isDue || hasSkills ? digestsHere(stage.input, stage.store) : undefined;
}

/**
 * Promotion from behaviour (spec 6): what is in use and no longer works goes, what passes the gates comes on trial when a cycle is due, and
 * trials are held against the new runs. Without a new run nothing changes.
 */
export async function promoteSkills(stage: PromotionStage): Promise<Promotion> {
  const { store, policy, input } = stage;
  if (!workflowsEnabled(stage.host, policy.workflows)) return { ...nothing, enabled: false };
  const isDue = isCycleDue(stage);
  const digests = digestsFor(stage, isDue);
  if (!digests) return nothing;
  const desk = { ...stage, digests, dry: hasFlag(input.options, 'dryRun') };
  const watched = watchActive(desk);
  const cycle = isDue ? await runCycle(desk) : undefined;
  if (cycle && (store.home().workflows?.newRuns ?? 0) > 0)
    store.updateHome((home) => ({ ...home, workflows: { ...home.workflows, newRuns: 0 } }));
  const trials = await watchTrials(desk);
  return { enabled: true, watched, trials, ...(cycle ? { cycle } : {}) };
}
