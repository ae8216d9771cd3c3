import type { Candidate } from '../domain/candidate.ts';
import { dictsAt, isDict, stringAt } from '../domain/json.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import { laterOf } from '../domain/time.ts';
import { contradictionOf } from '../text/compare-statements.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { isUserStated } from './memory-of.ts';

/** A memory that the judge sees, as the verdicts so far leave it. */
export interface Neighbour {
  readonly memory: Memory;
  /** 0..1. */
  readonly similarity: number;
}

/** Who says a candidate, how often and when last; with what a superseded memory that it repeats had before. */
export interface Standing {
  readonly stated: boolean;
  readonly support: number;
  readonly latestAt: string;
}

/** What the judge is asked. */
export interface JudgeQuestion {
  readonly candidate: Candidate;
  readonly standing: Standing;
  readonly neighbours: readonly Neighbour[];
}

/** A neighbour that cannot hold beside the candidate, which of the two holds, and why. */
export interface Conflict {
  readonly id: string;
  readonly winner: 'new' | 'existing' | 'unclear';
  readonly reason: string;
}

/** What a judge says; none of it is believed before `parseConflicts` has read it. */
export interface JudgeAnswer {
  readonly conflicts: readonly Conflict[];
}

/** Judges a candidate. It may throw or answer nonsense: then the candidate waits. */
export type Judge = (question: JudgeQuestion) => unknown;

/** Longest reason that is kept, in characters. */
const MAX_REASON = 280;

/**
 * Memories that a candidate is judged against: those that hold, and those that wait. An entity of the graph says many
 * things, so that one of them neither turns a candidate down nor takes the whole entity out of the graph.
 */
export const isJudged = (memory: Memory): boolean =>
  !memory.graph && (isLive(memory) || memory.status === 'pending');

/** Whether a person decided on a memory: no run overturns it. */
export const isHumanDecided = ({ gate }: Pick<Memory, 'gate'>): boolean => gate.reviewedBy === 'human';

/** The judge without a model: statements compared by rules, and the one that holds by who says it, when and how often. */
export const judgeByRules =
  (lexicon?: Lexicon): Judge =>
  ({ candidate, standing, neighbours }): JudgeAnswer => ({
    conflicts: neighbours.flatMap(({ memory }) => {
      const reason = contradictionOf(candidate.summary, memory.summary, lexicon);
      return reason === undefined ? [] : [{ id: memory.id, winner: winnerOf(standing, memory), reason }];
    }),
  });

/**
 * Which of the two holds (spec 3): what a user stated or decided beats what was inferred; of two statements by users
 * the later; of two inferences the one with twice the support, and never over what a person decided.
 */
export function winnerOf({ stated, support, latestAt }: Standing, memory: Memory): Conflict['winner'] {
  const known = isUserStated(memory);
  if (!stated && (known || isHumanDecided(memory))) return 'existing';
  if (isHumanDecided(memory)) return 'unclear';
  if (!stated) return support >= 2 * memory.support ? 'new' : 'unclear';
  const knownAt = latestOf(
    memory.provenance.map(({ at }) => at),
    memory.discoveredAt,
  );
  if (!known || latestAt > knownAt) return 'new';
  return latestAt < knownAt ? 'existing' : 'unclear';
}

/** The latest of some times; `fallback` when there is none. */
export const latestOf = (times: readonly string[], fallback: string): string =>
  times.reduce(laterOf, '') || fallback;

/**
 * The conflicts that an answer names, within what any judge may say: undefined when it is no answer, names something
 * that it was not asked about, or gives no reason. No judge makes an inference win over a person.
 */
export function parseConflicts(answer: unknown, question: JudgeQuestion): Conflict[] | undefined {
  if (!isDict(answer) || !Array.isArray(answer.conflicts)) return undefined;
  const rows = dictsAt(answer, 'conflicts');
  const read = rows.flatMap((row) => parseConflict(row, question) ?? []);
  return read.length === answer.conflicts.length ? read : undefined;
}

function parseConflict(
  row: Readonly<Record<string, unknown>>,
  question: JudgeQuestion,
): Conflict | undefined {
  const winner = (['new', 'existing', 'unclear'] as const).find((one) => one === row.winner);
  const reason = stringAt(row, 'reason')?.trim().slice(0, MAX_REASON);
  const neighbour = question.neighbours.find(({ memory }) => memory.id === row.id);
  if (!winner || !reason || !neighbour) return undefined;
  return {
    id: neighbour.memory.id,
    winner: boundedWinner(winner, question.standing, neighbour.memory),
    reason,
  };
}

function boundedWinner(winner: Conflict['winner'], { stated }: Standing, memory: Memory): Conflict['winner'] {
  if (winner === 'existing')
    return stated && !isUserStated(memory) && !isHumanDecided(memory) ? 'unclear' : winner;
  if (winner === 'unclear') return winner;
  if (!stated && (isUserStated(memory) || isHumanDecided(memory))) return 'existing';
  return isHumanDecided(memory) ? 'unclear' : 'new';
}
