import type { Candidate, Judged } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import { defaultPolicy, type Policy } from '../domain/policy.ts';
import { isOpenReview, type Review, type State } from '../domain/state.ts';
import { daysBetween } from '../domain/time.ts';
import { isJudged } from './judge-consistency.ts';
import { inOrderOfArrival } from './resolve-review.ts';

/** A candidate that the gate let not through, or that waits for it. `id` is what `planResolve` takes. */
export interface HeldCandidate {
  readonly id: string;
  readonly summary: string;
  readonly source: string;
  /** What the gate said; empty while nothing has judged it. */
  readonly reason: string;
  /** The file that it came in. */
  readonly file: string;
  readonly at: string;
}

/** Two memories and the question about them; `existing` came first. */
export interface OpenPair {
  readonly id: string;
  readonly kind: Review['kind'];
  readonly reason: string;
  readonly similarity: number;
  readonly at: string;
  readonly existing: Pick<Memory, 'id' | 'name' | 'summary' | 'source'>;
  readonly newer: Pick<Memory, 'id' | 'name' | 'summary' | 'source'>;
}

/** Everything that waits for a person, or that the gate kept out. */
export interface GateAudit {
  /** What the screen blocked, once for each fact. */
  readonly blocked: readonly HeldCandidate[];
  /** What the screen could not tell. */
  readonly held: readonly HeldCandidate[];
  /** Pairs that contradict one another and were both kept. */
  readonly conflicts: readonly OpenPair[];
  /** Pairs that are alike and not mergeable without a look. */
  readonly pendingReviews: readonly OpenPair[];
  /** Memories that wait. */
  readonly pendingMemories: readonly Pick<Memory, 'id' | 'name' | 'summary' | 'source'>[];
  /** Candidates without a verdict. */
  readonly waiting: readonly HeldCandidate[];
  /** How many of `blocked` were blocked in the last seven days. */
  readonly blockedRecently: number;
}

/** What the gate keeps out and what waits for a person, the oldest first. Pairs are open while nobody has decided and both hold. */
export function gateAudit(state: State, now: string, policy: Policy = defaultPolicy): GateAudit {
  const blocked = [...judgedAs(state, 'blocked'), ...blockedMemories(state)];
  const pairs = [...state.reviews.values()].flatMap((review) => openPair(state, review)).sort(byTime);
  return {
    blocked: onceEach(blocked),
    held: onceEach(judgedAs(state, 'needs-review')),
    conflicts: pairs.filter(({ kind }) => kind === 'contradiction'),
    pendingReviews: pairs.filter(({ kind }) => kind === 'similar'),
    pendingMemories: [...state.memories.values()].filter(({ status }) => status === 'pending').map(headOf),
    waiting: onceEach(waitingCandidates(state)),
    blockedRecently: onceEach(blocked).filter(({ at }) => daysBetween(at, now) <= policy.gate.recentDays)
      .length,
  };
}

const headOf = ({ id, name, summary, source }: Memory) => ({ id, name, summary, source });

const byTime = <T extends { readonly at: string; readonly id: string }>(a: T, b: T): number =>
  a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1;

/** One entry a fact: of several the latest. */
const onceEach = (held: readonly HeldCandidate[]): HeldCandidate[] =>
  [...new Map([...held].sort(byTime).map((one) => [one.id, one])).values()].sort(byTime);

const judgedAs = (state: State, verdict: Judged['verdict']): HeldCandidate[] =>
  [...state.imported.values()].flatMap((file) =>
    file.judged
      .filter((judged) => judged.verdict === verdict)
      .map(({ candidate, reason }) => heldOf(candidate, { reason, file: file.id, at: file.importedAt })),
  );

const waitingCandidates = (state: State): HeldCandidate[] =>
  [...state.extracted.values()].flatMap((file) =>
    file.candidates.map((candidate) => heldOf(candidate, { reason: '', file: file.id, at: file.at })),
  );

const heldOf = (
  { id, summary, source }: Candidate,
  rest: Pick<HeldCandidate, 'reason' | 'file' | 'at'>,
): HeldCandidate => ({ id, summary, source, ...rest });

const blockedMemories = (state: State): HeldCandidate[] =>
  [...state.memories.values()]
    .filter(({ status }) => status === 'blocked')
    .map(({ id, summary, source, gate, updatedAt }) => ({
      id,
      summary,
      source,
      reason: gate.reason ?? '',
      file: '',
      at: updatedAt,
    }));

function openPair({ memories }: State, review: Review): OpenPair[] {
  const [one, other] = [memories.get(review.a), memories.get(review.b)];
  if (!isOpenReview(review) || !one || !other || !isJudged(one) || !isJudged(other)) return [];
  const [existing, newer] = inOrderOfArrival(one, other);
  const { id, kind, reason, similarity, at } = review;
  return [{ id, kind, reason, similarity, at, existing: headOf(existing), newer: headOf(newer) }];
}

/** How many things wait for a yes or no; what was blocked is decided until somebody says otherwise. */
export const openAtGate = (audit: GateAudit): number =>
  audit.conflicts.length +
  audit.pendingReviews.length +
  audit.held.length +
  audit.pendingMemories.length +
  audit.waiting.length;
