import type { Candidate, Verdict } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { compareStatements } from '../text/compare-statements.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { occasionsOf } from './evidence.ts';
import { type Desk, similarIds } from './import-desk.ts';
import {
  type Conflict,
  isHumanDecided,
  isJudged,
  type JudgeQuestion,
  judgeByRules,
  latestOf,
  type Neighbour,
  parseConflicts,
  type Standing,
} from './judge-consistency.ts';
import { isUserStated } from './memory-of.ts';
import { reviewId } from './merge-reviews.ts';

/** A verdict with its sentence. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  /** The memory that takes the candidate's evidence. */
  readonly home?: Memory;
  /** What cannot hold beside it, when it is admitted or repeats a memory. */
  readonly conflicts?: readonly Conflict[];
}

/** Where a memory stands when it was refused: what repeats it is refused too. */
export const turnedDown: ReadonlySet<string> = new Set(['rejected', 'blocked', 'retracted']);

/** What the judge makes of a candidate that relevance admits or finds to repeat a memory (spec 3, Consistency judge). */
export function byConsistency(desk: Desk, candidate: Candidate, decision: Decision): Decision {
  if (decision.verdict !== 'saved' && decision.verdict !== 'duplicate') return decision;
  if (decision.home && isBeyondDoubt(decision.home, candidate)) return decision;
  const answer = askJudge(desk, candidate, decision.home);
  if ('verdict' in answer) return answer;
  const { conflicts } = answer;
  const veto = conflicts.find(({ winner }) => winner === 'existing');
  const nameOf = ({ id }: Conflict): string => desk.memories.get(id)?.name ?? id;
  if (veto && decision.home?.status !== 'superseded')
    return { verdict: 'rejected', reason: `${nameOf(veto)} stands against it: ${veto.reason}` };
  const [beaten] = conflicts.filter(({ winner }) => winner === 'new');
  if (beaten && !veto)
    return {
      ...decision,
      verdict: 'superseding',
      reason: `it takes the place of ${nameOf(beaten)}: ${beaten.reason}`,
      conflicts,
    };
  if (decision.home) return decision.home.status === 'superseded' ? decision : { ...decision, conflicts };
  const [open] = conflicts;
  return open
    ? {
        verdict: 'contradicts',
        reason: `kept beside ${nameOf(open)}, which it contradicts: ${open.reason}`,
        conflicts,
      }
    : decision;
}

/** What a person stated or decided takes an inference that repeats it without a question, and a decision stands. */
const isBeyondDoubt = (home: Memory, candidate: Candidate): boolean =>
  home.status === 'superseded'
    ? isHumanDecided(home)
    : !isUserStated(candidate) && (isUserStated(home) || isHumanDecided(home));

function askJudge(
  desk: Desk,
  candidate: Candidate,
  home: Memory | undefined,
): { readonly conflicts: readonly Conflict[] } | Decision {
  const refusedBy = home ? undefined : refusedBefore(desk, candidate);
  if (refusedBy)
    return { verdict: 'rejected', reason: `it repeats ${refusedBy.name}, which is ${refusedBy.status}` };
  const neighbours = nearOf(desk, candidate, (memory) => isJudged(memory) && memory.id !== home?.id);
  return putQuestion(desk, { candidate, standing: standingOf(desk, candidate, home), neighbours }, home);
}

/** The nearest memories of the same owner that are wanted, with their similarity where it was scored. */
function nearOf(desk: Desk, candidate: Candidate, isWanted: (memory: Memory) => boolean): Neighbour[] {
  const { memories, pairs, input } = desk;
  const wanted = (id: string): boolean => {
    const memory = memories.get(id);
    return memory !== undefined && isWanted(memory);
  };
  return desk
    .neighbours(candidate)
    .near(candidate.summary, wanted, input.policy.gate.neighbours)
    .flatMap(({ id, nearness }) => {
      const memory = memories.get(id);
      return memory ? [{ memory, similarity: pairs.between(candidate.id, id)?.score ?? nearness }] : [];
    });
}

function putQuestion(
  { input }: Desk,
  question: JudgeQuestion,
  home: Memory | undefined,
): { readonly conflicts: readonly Conflict[] } | Decision {
  const judge = input.judge ?? judgeByRules(input.lexicon);
  try {
    const conflicts = parseConflicts(judge(question), question);
    if (!conflicts) return { verdict: 'pending', reason: 'the consistency judge gave no verdict' };
    const own = home?.id ?? question.candidate.id;
    return { conflicts: conflicts.filter(({ id }) => !isSettled(input.state, own, id)) };
  } catch (error) {
    return { verdict: 'pending', reason: `the consistency judge failed: ${messageOf(error)}` };
  }
}

/** Whether a person has decided on these two: no run asks again. */
const isSettled = ({ reviews }: State, a: string, b: string): boolean =>
  reviews.get(reviewId(a, b))?.reviewedBy === 'human';

/** A memory turned down that says the same in any words and of any type. */
function refusedBefore(desk: Desk, candidate: Candidate): Memory | undefined {
  return nearOf(desk, candidate, ({ status }) => turnedDown.has(status))
    .map(({ memory }) => memory)
    .find((memory) => isSaidBy(memory, candidate.summary, desk.input.lexicon));
}

const isSaidBy = (memory: Memory, summary: string, lexicon: Lexicon | undefined): boolean =>
  ['same', 'restates'].includes(compareStatements(summary, memory.summary, lexicon).kind);

function standingOf(desk: Desk, candidate: Candidate, home: Memory | undefined): Standing {
  const seen = similarIds(desk, candidate.id).flatMap((id) => desk.seen.get(id) ?? candidate.provenance);
  const evidence = [...seen, ...candidate.provenance, ...(home?.provenance ?? [])];
  return {
    stated: isUserStated(candidate),
    support: Math.max(1, occasionsOf(evidence).length),
    latestAt: latestOf(
      candidate.provenance.map(({ at }) => at),
      '',
    ),
  };
}

/** What went wrong, of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
