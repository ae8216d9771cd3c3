import type { Candidate, Judged, Verdict } from '../domain/candidate.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import { factKey } from '../text/lookalikes.ts';
import { occasionsOf } from './evidence.ts';
import { type Desk, similarIds } from './import-desk.ts';
import type { Conflict } from './judge-consistency.ts';
import { isMistake, scoreCandidate } from './relevance.ts';
import type { ScreenAnswer } from './screen-masked.ts';
import { byConsistency, type Decision, messageOf, turnedDown } from './settle-consistency.ts';

/** The memory that a candidate repeats most. */
interface Match {
  readonly memory: Memory;
  readonly similarity: number;
}

/** A candidate with its verdict, the memory that takes its evidence, and what it cannot hold beside. */
export interface JudgedItem {
  readonly judged: Judged;
  readonly home?: Memory;
  readonly conflicts: readonly Conflict[];
}

/**
 * Judges one candidate in the light of the verdicts before it: tombstone, screen, relevance, then consistency.
 * Changes nothing. A screen or judge that throws or answers nonsense leaves it pending.
 */
export function judgeCandidate(desk: Desk, candidate: Candidate): JudgedItem {
  const { policy, aligned } = desk.input;
  const match = bestMatch(desk, candidate);
  const { score, terms } = scoreCandidate(
    isCommon(desk, candidate) ? { ...candidate, frequencyHint: 'common' } : candidate,
    {
      bestMergeable: match?.similarity ?? 0,
      alignsWithCore: aligned.has(candidate.id),
      policy,
    },
  );
  const decision =
    refusal(desk, candidate, match) ?? byConsistency(desk, candidate, byRelevance(desk, score, match));
  const { verdict, reason, home, conflicts = [] } = decision;
  const threshold = policy.relevance.threshold;
  const memoryId = home?.id ?? (admitting.has(verdict) ? candidate.id : undefined);
  const judged = { candidate, verdict, score, threshold, terms, reason };
  return { judged: memoryId ? { ...judged, memoryId } : judged, ...(home ? { home } : {}), conflicts };
}

/** Verdicts by which a candidate that repeats nothing becomes a memory. */
const admitting: ReadonlySet<Verdict> = new Set(['saved', 'superseding', 'contradicts']);

/** Whether a candidate was met on enough distinct occasions: three, or two sessions for an error and its fix. */
export function isCommon(desk: Desk, candidate: Candidate): boolean {
  const { commonFromSessions, commonFromSessionsMistake } = desk.input.policy.relevance;
  const keys = occasionsOf(similarIds(desk, candidate.id).flatMap((id) => desk.seen.get(id) ?? []));
  const sessions = keys.filter((key) => key.startsWith('session '));
  return (
    keys.length >= commonFromSessions ||
    (isMistake(candidate) && sessions.length >= commonFromSessionsMistake)
  );
}

function bestMatch(desk: Desk, { id }: Candidate): Match | undefined {
  const itself = memoryAt(desk, id);
  if (itself) return { memory: itself, similarity: 1 };
  let best: Match | undefined;
  for (const [other, { score, mergeable }] of desk.pairs.of(id)) {
    const memory = mergeable ? memoryAt(desk, other) : undefined;
    if (memory && (!best || isBetter({ memory, similarity: score }, best)))
      best = { memory, similarity: score };
  }
  return best;
}

const isBetter = (a: Match, b: Match): boolean =>
  a.similarity > b.similarity || (a.similarity === b.similarity && a.memory.id < b.memory.id);

const memoryAt = (desk: Desk, id: string): Memory | undefined => desk.memories.get(desk.homes.get(id) ?? '');

function refusal(desk: Desk, candidate: Candidate, match: Match | undefined): Decision | undefined {
  const stone = desk.homes.has(candidate.id) ? undefined : tombstoneOf(desk, candidate);
  if (stone) return { verdict: 'rejected', reason: forgottenText(stone) };
  const answer = screened(desk, candidate);
  if (answer.verdict !== 'pass') return answer;
  if (
    match &&
    match.similarity > desk.input.policy.relevance.duplicateAbove &&
    turnedDown.has(match.memory.status)
  )
    return {
      verdict: 'rejected',
      reason: `it repeats ${match.memory.name}, which is ${match.memory.status}`,
    };
  return undefined;
}

/** The screen's answer; pending when it fails. */
function screened({ input }: Desk, candidate: Candidate): ScreenAnswer | Decision {
  try {
    const answer = input.screen(candidate);
    if (answer.verdict === 'pass') return answer;
    if (refusals.has(answer.verdict) && answer.reason) return answer;
    return { verdict: 'pending', reason: 'the safety screen gave no verdict' };
  } catch (error) {
    return { verdict: 'pending', reason: `the safety screen failed: ${messageOf(error)}` };
  }
}

const refusals = new Set(['rejected', 'blocked', 'needs-review']);

function tombstoneOf(desk: Desk, candidate: Candidate): Tombstone | undefined {
  return desk.forgotten.get(factKey(candidate)) ?? desk.forgotten.get(candidate.id);
}

/** The reason of a candidate that its score alone keeps out. */
export const belowThreshold = ({ score, threshold }: Pick<Judged, 'score' | 'threshold'>): string =>
  `score ${score} is below the threshold ${threshold}`;

const forgottenText = ({ at, memoryId }: Tombstone): string =>
  `it was forgotten on ${at.slice(0, 10)} and stays forgotten until hebb restore ${memoryId}`;

function byRelevance(desk: Desk, score: number, match: Match | undefined): Decision {
  const { threshold, duplicateAbove, similarAbove } = desk.input.policy.relevance;
  const likeness = match ? `${match.memory.name} (similarity ${match.similarity.toFixed(2)})` : '';
  if (match && match.similarity > duplicateAbove)
    return { verdict: 'duplicate', reason: `it repeats ${likeness}`, home: match.memory };
  if (score >= threshold)
    return { verdict: 'saved', reason: `score ${score} reaches the threshold ${threshold}` };
  const below = belowThreshold({ score, threshold });
  if (match && match.similarity > similarAbove)
    return { verdict: 'below-threshold', reason: `${below}; it counts for ${likeness}`, home: match.memory };
  return { verdict: 'below-threshold', reason: below };
}
