import { failed, type Result, success } from '../domain/failure.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { ForgetPolicy, Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import type { UsageStats } from '../domain/usage.ts';
import { findMemories } from './find-memories.ts';
import { forgetChanges, type Leaving } from './forget-changes.ts';
import { judgeForgetting, protection } from './judge-forgetting.ts';
import type { StatsById } from './plan-promote.ts';
import { withoutSession } from './withdraw-session.ts';

/** What forgetting decides from. */
export interface ForgetInput {
  readonly state: State;
  readonly stats: StatsById;
  readonly policy: Policy;
  readonly now: string;
  /** When hebb was first installed here; the automatic policy waits for 30 days after it. */
  readonly installedAt: string;
  /** Ids of memories that a live skill or profile cites. */
  readonly cited: ReadonlySet<string>;
}

/** A memory that goes, with what the report tells of it. */
export interface Forgotten {
  readonly memory: Memory;
  readonly stats: UsageStats | undefined;
  readonly reason: string;
}

/** What forgetting would change. Every memory of the state is in exactly one of `forgotten` and `kept`. */
export interface ForgetPlan extends Plan {
  readonly forgotten: readonly Forgotten[];
  readonly kept: readonly { readonly id: string; readonly why: string }[];
  /** What to tell: protected memories that a named forget takes, or why the automatic one takes nothing. */
  readonly warnings: readonly string[];
}

/** Forgets what is stale and not exempt. With an empty policy, or when nothing would be left, it forgets nothing and says so. */
export function planForget(input: ForgetInput): ForgetPlan {
  const { state, policy } = input;
  if (isEmptyPolicy(policy.forget)) return keepAll(state, 'the policy names no age, so nothing is forgotten');
  const kept: { id: string; why: string }[] = [];
  const leaving: Leaving[] = [];
  for (const memory of state.memories.values()) {
    const verdict = judgeForgetting(memory, contextOf(input, memory));
    if (verdict.forget) leaving.push({ memory, reason: verdict.reason });
    else kept.push({ id: memory.id, why: verdict.why });
  }
  if (leaving.length > 0 && kept.length === 0)
    return keepAll(state, 'the policy would empty the store, so nothing is forgotten');
  return forgetPlan(input, { leaving, kept, changed: [], warnings: [] });
}

/** What a person asks to forget; what is given must hold all together. */
export interface ForgetQuery {
  /** Id, alias, name or a piece of text. */
  readonly query?: string;
  /** Id of a project. */
  readonly project?: string;
  /** ISO time: only what was discovered earlier. */
  readonly before?: string;
  /** What only this session taught goes; what it shares loses its support. */
  readonly session?: string;
}

/**
 * Forgets by name, whatever the policy protects, with a warning for each such memory. Refused are an empty query, one
 * that finds nothing, and one that would empty the store.
 */
export function planNamedForget(input: ForgetInput, query: ForgetQuery): Result<ForgetPlan> {
  const { state, now } = input;
  if (Object.values(query).every((value) => !value?.trim()))
    return failed(
      'forget.empty',
      'nothing says what to forget',
      'name a memory, --session, --project or --before',
    );
  const found = matching(state, query);
  const { taken, changed, touched } = query.session
    ? withoutSession(state, found, { session: query.session, now })
    : { taken: found, changed: [], touched: [] };
  if (taken.length === 0 && changed.length === 0)
    return failed('forget.none', 'no memory matches what should be forgotten', 'hebb list');
  if (taken.length > 0 && taken.length === state.memories.size)
    return failed(
      'forget.all',
      'that would forget every memory there is',
      'narrow it down, or remove the home by hand',
    );
  const text = query.session
    ? `Only session ${query.session} taught it, which is taken back.`
    : 'A person asked to forget it.';
  const leaving = taken.map((memory) => ({
    memory,
    reason: { rule: 'forget.named', text, evidence: [memory.id], numbers: {} },
  }));
  const gone = new Set(taken.map(({ id }) => id));
  const kept = [...state.memories.keys()]
    .filter((id) => !gone.has(id))
    .map((id) => ({ id, why: touched.includes(id) ? 'others taught it too' : 'not asked for' }));
  const warnings = taken.flatMap((memory) => warning(memory, input.cited));
  return success(forgetPlan(input, { leaving, kept, changed, warnings }));
}

/** A policy that names no age at all, so that everything would be stale. */
const isEmptyPolicy = ({ staleAfterDays }: ForgetPolicy): boolean => !(staleAfterDays > 0);

const keepAll = (state: State, warning: string): ForgetPlan => ({
  command: 'forget',
  changes: [],
  forgotten: [],
  kept: [...state.memories.keys()].map((id) => ({ id, why: warning })),
  warnings: [warning],
});

const contextOf = ({ stats, policy, now, installedAt, cited }: ForgetInput, { id }: Memory) => ({
  stats: stats.get(id),
  policy,
  now,
  installedAt,
  isCited: cited.has(id),
});

function matching(state: State, { query, project, before }: ForgetQuery): Memory[] {
  const found = query?.trim() ? findMemories(state, query.trim()) : [...state.memories.values()];
  return found.filter(
    (memory) => (!project || memory.project === project) && (!before || memory.discoveredAt < before),
  );
}

function warning(memory: Memory, cited: ReadonlySet<string>): string[] {
  const why = protection(memory, { isCited: cited.has(memory.id) });
  return why ? [`${memory.name} is ${why}`] : [];
}

interface Decided extends Pick<ForgetPlan, 'kept' | 'warnings'> {
  readonly leaving: readonly Leaving[];
  readonly changed: readonly Change[];
}

function forgetPlan(
  { state, stats, now }: ForgetInput,
  { leaving, kept, changed, warnings }: Decided,
): ForgetPlan {
  const changes = [...forgetChanges(state, leaving, now), ...changed];
  const forgotten = leaving.map(({ memory, reason }) => ({
    memory,
    stats: stats.get(memory.id),
    reason: reason.text,
  }));
  return { command: 'forget', changes, forgotten, kept, warnings };
}
