import type { Candidate } from '../domain/candidate.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { contradictionChanges } from './conflict-changes.ts';
import { findMemory } from './find-memories.ts';
import {
  decisionReason,
  type GateAnswer,
  type Resolution,
  type ResolveContext,
  resolvePlan,
  stampOf,
} from './gate-decision.ts';
import { isHumanDecided } from './judge-consistency.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';
import { decidedMemory, type Held, heldIn, uniteHeld, verdictChanges } from './resolve-candidate.ts';
import { rejectedChanges, resolveReview } from './resolve-review.ts';

/**
 * What a decision at the gate changes. It is stamped in `gate`, and what a human decided no later run overturns; an
 * agent can neither let through what the screen does not pass nor undo what a human decided.
 */
export function planResolve(state: State, answer: GateAnswer, context: ResolveContext): Result<Plan> {
  const resolution: Resolution = { ...answer, ...context };
  if (answer.decision === 'edit' && !answer.text?.trim())
    return failed(
      'gate.text',
      'an edit needs the new text',
      `hebb gate resolve ${answer.id} edit --text "…"`,
    );
  const review = state.reviews.get(answer.id);
  if (review) {
    const isBound = answer.decidedBy === 'agent' && review.reviewedBy === 'human';
    return isBound ? humanDecided(answer.id) : resolveReview(state, review, resolution);
  }
  const memory = findMemory(state, answer.id);
  if (memory) return resolveMemory(state, memory, resolution);
  const held = heldIn(state, answer.id);
  if (held.length > 0) return resolveHeld(state, held, resolution);
  return failed('gate.unknown', `nothing at the gate is called ${answer.id}`, 'hebb gate audit');
}

const humanDecided = (id: string): Result<never> =>
  failed('gate.human', `a person has decided on ${id}`, 'only a person decides otherwise');

const wrongDecision = ({ id, decision }: Resolution): Result<never> =>
  failed(
    'gate.decision',
    `${decision} decides on two memories, ${id} is one`,
    `hebb gate resolve ${id} approve`,
  );

function resolveMemory(state: State, memory: Memory, resolution: Resolution): Result<Plan> {
  const { decision, decidedBy, now } = resolution;
  if (decidedBy === 'agent' && isHumanDecided(memory)) return humanDecided(memory.id);
  if (decision === 'reject') return success(resolvePlan(rejectedChanges(state, memory, resolution)));
  if (decision !== 'approve' && decision !== 'edit') return wrongDecision(resolution);
  const summary = decision === 'edit' ? (resolution.text?.trim() ?? memory.summary) : memory.summary;
  const barred = barrierTo({ ...memory, summary }, memory.status === 'blocked', resolution);
  if (barred) return barred;
  const status = isLive(memory) ? memory.status : 'active';
  const gate = { ...memory.gate, ...stampOf(resolution) };
  const after = reviseMemory(memory, { summary, status, supersededBy: undefined, gate }, now);
  const reason = decisionReason(resolution, [memory.id]);
  return success(
    resolvePlan([
      changeRecord('memories', { before: memory, after, reason }),
      ...contradictionChanges(state, after, resolution),
    ]),
  );
}

/** Why an agent may not let this through; undefined when it may, and always for a person. */
function barrierTo(
  said: Candidate | Memory,
  blocked: boolean,
  { decidedBy, screen }: Resolution,
): Result<never> | undefined {
  if (decidedBy === 'human') return undefined;
  if (blocked) return failed('gate.blocked', 'the screen blocked it', 'only a person can let it through');
  const answer = screen(said);
  return answer.verdict === 'pass'
    ? undefined
    : failed(
        'gate.screen',
        `the screen does not pass it: ${answer.reason}`,
        'only a person can let it through',
      );
}

function resolveHeld(state: State, held: readonly Held[], resolution: Resolution): Result<Plan> {
  const { decision, text, id } = resolution;
  const united = uniteHeld(held);
  if (!united || !(decision === 'approve' || decision === 'edit' || decision === 'reject'))
    return wrongDecision(resolution);
  const candidate = decision === 'edit' ? { ...united, summary: text?.trim() ?? united.summary } : united;
  const blocked = held.some(({ verdict }) => verdict === 'blocked' || verdict === 'needs-review');
  const barred = decision === 'reject' ? undefined : barrierTo(candidate, blocked, resolution);
  if (barred) return barred;
  const after = decidedMemory(candidate, resolution);
  const reason = decisionReason(resolution, [id]);
  return success(
    resolvePlan([
      changeRecord('memories', { before: null, after, reason }),
      ...contradictionChanges(state, after, resolution),
      ...verdictChanges(state, id, resolution),
    ]),
  );
}
