import type { Candidate, Judged, Verdict } from '../domain/candidate.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import { factKey } from '../text/lookalikes.ts';
import { occasionsOf } from './evidence.ts';
import { type Desk, similarIds } from './import-desk.ts';
import { isUserStated } from './memory-of.ts';
import { isMistake, scoreCandidate } from './relevance.ts';

/** The memory that a candidate repeats most. */
interface Match {
  readonly memory: Memory;
  readonly similarity: number;
}

/** A verdict with its sentence; `home` is the memory that takes the candidate's evidence. */
interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly home?: Memory;
}

/** A candidate with its verdict, and the memory that takes its evidence. */
export interface JudgedItem {
  readonly judged: Judged;
  readonly home?: Memory;
}

/** Judges one candidate in the light of the verdicts before it: tombstone, screen, trust, then relevance. Changes nothing. */
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
  const { verdict, reason, home } = refusal(desk, candidate, match) ?? byRelevance(desk, score, match);
  const threshold = policy.relevance.threshold;
  const memoryId = verdict === 'saved' ? candidate.id : home?.id;
  const judged = { candidate, verdict, score, threshold, terms, reason };
  return { judged: memoryId ? { ...judged, memoryId } : judged, ...(home ? { home } : {}) };
}

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

const turnedDown = new Set(['rejected', 'blocked', 'retracted']);

function refusal(desk: Desk, candidate: Candidate, match: Match | undefined): Decision | undefined {
  const stone = desk.homes.has(candidate.id) ? undefined : tombstoneOf(desk, candidate);
  if (stone) return { verdict: 'rejected', reason: forgottenText(stone) };
  const answer = desk.input.screen(candidate);
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
  if (desk.input.trustAll || isUserStated(candidate)) return undefined;
  return { verdict: 'pending', reason: 'not said by the user: it waits for a look or for --trust' };
}

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
