import type { State } from '../domain/state.ts';
import type { ResolveContext } from '../pipeline/gate-decision.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import type { Store } from '../store/store.ts';
import { lexiconOf } from './import-inputs.ts';

/** What deciding at the gate needs. */
export function resolveContext(store: Store, now: string): ResolveContext {
  const lexicon = lexiconOf(store);
  return { policy: store.policy(), screen: screenCandidate, now, ...(lexicon ? { lexicon } : {}) };
}

/** Ids of everything at the gate: pairs, candidates judged, candidates waiting. */
const idsAtGate = (state: State): string[] => [
  ...state.reviews.keys(),
  ...[...state.imported.values()].flatMap(({ judged }) => judged.map(({ candidate }) => candidate.id)),
  ...[...state.extracted.values()].flatMap(({ candidates }) => candidates.map(({ id }) => id)),
];

/** The whole id that a person means by the beginning of it; memories are found by the planner itself. */
export function callAtGate(state: State, called: string): string {
  const begun = [...new Set(idsAtGate(state).filter((id) => id.startsWith(called)))];
  return called.length >= 6 && begun.length === 1 ? (begun[0] ?? called) : called;
}
