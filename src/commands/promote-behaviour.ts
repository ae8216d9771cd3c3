import type { DistilInput } from '../domain/distil.ts';
import type { Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Refusal, RunDigests } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { allClasses } from '../pipeline/all-classes.ts';
import { type BehaviourPlan, planBehaviourSkill } from '../pipeline/plan-behaviour-skill.ts';
import { renderSkill } from '../pipeline/render-skill.ts';
import {
  type ClassSight,
  refusalOf,
  refusalsIn,
  sightClass,
  sightClasses,
} from '../pipeline/sight-classes.ts';
import { addWorkflowRecords } from '../store/run-digests.ts';
import { behaviourInput } from './behaviour-input.ts';
import { type DistilDesk, type DistilOutcome, distilFor } from './distil-task.ts';
import { commandsFound, rememberSearchPath } from './skill-commands-here.ts';

/** What a cycle of promotion works with. */
export interface CycleDesk extends DistilDesk {
  readonly digests: RunDigests;
  readonly policy: Policy;
  readonly now: string;
  /** Only this project. */
  readonly only: string | undefined;
  /** Only classes whose hash begins so. */
  readonly wanted?: string;
  commit<P extends Plan>(plan: (state: State) => P): P | undefined;
}

/** A skill that a cycle made. */
export interface Promoted {
  readonly slug: string;
  readonly version: number;
  readonly status: Skill['status'];
  readonly sight: ClassSight;
  readonly notes: readonly string[];
}

/** A class of which no skill could be made now, and why. */
export interface Refused {
  readonly sight: ClassSight;
  readonly reasons: readonly string[];
  /** Whether that was known: nothing new came of the class since. */
  readonly isOld: boolean;
}

/** What a cycle of promotion did. */
export interface Cycle {
  readonly promoted: readonly Promoted[];
  readonly refused: readonly Refused[];
  /** Classes with enough runs that did not pass, the best first. */
  readonly skipped: readonly ClassSight[];
  /** Classes that pass and were too many for this cycle. */
  readonly left: readonly ClassSight[];
  /** Classes with too few runs to be looked at. */
  readonly small: number;
}

/** Attempts of one cycle beside those that succeed: a class that is refused waits for its next run, the others for the next cycle. */
const mostRefusals = 10;

/** Classes of whole runs and mined ones, held against the gates, the best first. */
function sightAll({ digests, policy, now, only, wanted, store }: CycleDesk) {
  const runs = only === undefined ? digests.runs : digests.runs.filter(({ project }) => project === only);
  const classes = allClasses(runs, policy.workflows);
  const input = { skills: [...store.state().skills.values()], policy: policy.workflows, now };
  if (wanted === undefined) return sightClasses(classes, input);
  const chosen = classes.filter(({ runClass }) => runClass.hash.startsWith(wanted));
  return { sights: chosen.map((stats) => sightClass(stats, input)), small: 0 };
}

/** One cycle of promotion: the best classes that pass every gate become skills, as many as the policy lets. */
export async function runCycle(desk: CycleDesk): Promise<Cycle> {
  const { sights, small } = sightAll(desk);
  const refusals = refusalsIn(desk.digests.records);
  const promoted: Promoted[] = [];
  const refused: Refused[] = [];
  const left: ClassSight[] = [];
  for (const seen of sights.filter(({ passes }) => passes)) {
    const old = refusalOf(seen, refusals);
    const isFull =
      promoted.length >= desk.policy.workflows.maxPromotions ||
      refused.filter(({ isOld }) => !isOld).length >= mostRefusals;
    if (old) refused.push({ sight: seen, reasons: old.reasons, isOld: true });
    else if (isFull) left.push(seen);
    else await tryClass(desk, seen, { promoted, refused });
  }
  return { promoted, refused, left, small, skipped: sights.filter(({ passes }) => !passes) };
}

/** Looks again, since a skill of this cycle may cover the class by now; then writes. */
async function tryClass(
  desk: CycleDesk,
  seen: ClassSight,
  { promoted, refused }: { readonly promoted: Promoted[]; readonly refused: Refused[] },
): Promise<void> {
  const { policy, now, store } = desk;
  const skills = [...store.state().skills.values()];
  const sight = sightClass(seen.stats, { skills, policy: policy.workflows, now });
  if (!sight.passes) return;
  const { input, sources } = behaviourInput(desk, sight);
  const outcome = await distilFor(desk, input, sight.stats.project);
  if (outcome.kind === 'refused') {
    keepRefusal(desk, sight, outcome.reasons);
    refused.push({ sight, reasons: outcome.reasons, isOld: false });
    return;
  }
  const done = land(desk, { sight, input, outcome, sources });
  if (done) promoted.push(done);
  else
    refused.push({ sight, reasons: ['another run was quicker: the next cycle looks again'], isOld: false });
}

function keepRefusal(
  { store, digests, now }: CycleDesk,
  { stats, counts }: ClassSight,
  reasons: readonly string[],
): void {
  const { project, user, runClass } = stats;
  const refusal: Refusal = {
    v: 1,
    kind: 'refused',
    id: `refused:${project}:${user ?? ''}:${runClass.hash}`,
    project,
    ...(user === undefined ? {} : { user }),
    classHash: runClass.hash,
    reasons,
    lastSeenAt: counts.lastSeenAt ?? now,
    at: now,
  };
  addWorkflowRecords(store, [refusal], digests.records);
}

interface Written {
  readonly sight: ClassSight;
  readonly input: DistilInput;
  readonly outcome: Extract<DistilOutcome, { readonly kind: 'written' }>;
  readonly sources: readonly string[];
}

function land(desk: CycleDesk, { sight, input, outcome, sources }: Written): Promoted | undefined {
  const { policy, now } = desk;
  const { distilled } = outcome;
  const informedBy = [...input.failures, ...input.errors].map(({ what }) => what.id);
  const baseline = policy.skills.requireShadow ? undefined : baselineFor(desk, sight, outcome);
  let plan: BehaviourPlan | undefined;
  desk.commit((state) => {
    plan = planBehaviourSkill(
      state,
      { slug: input.slug, sight, sources, informedBy },
      { distilled, role: policy.skills.role, now, ...(baseline ? { baseline } : {}) },
    );
    return plan;
  });
  const skill = desk.store.state().skills.get(input.slug);
  if (!plan?.landed || !skill) return undefined;
  if (baseline) rememberSearchPath(desk);
  return {
    slug: skill.id,
    version: skill.version,
    status: skill.status,
    sight,
    notes: distilled.notes ?? [],
  };
}

function baselineFor(
  desk: CycleDesk,
  { counts, stats }: ClassSight,
  { distilled }: Written['outcome'],
): NonNullable<Skill['baseline']> {
  const rendered = renderSkill(distilled.document);
  return {
    successRate: counts.successRate ?? 0,
    executions: counts.executions,
    commands: rendered.ok ? commandsFound(desk, stats, rendered.text) : [],
    machine: desk.store.home().machineId,
  };
}
