import { evidenceKey, type Provenance } from '../domain/candidate.ts';

/** Keys of the distinct occasions that a provenance tells of, sorted. */
export const occasionsOf = (provenance: readonly Provenance[]): string[] =>
  [...new Set(provenance.map(evidenceKey))].sort();

/** The earliest time in a provenance; `fallback` when it names none. */
export const earliestAt = (provenance: readonly Provenance[], fallback: string): string =>
  provenance.reduce((earliest, { at }) => (earliest === '' || at < earliest ? at : earliest), '') || fallback;

/** The entries of `more` that tell of an occasion which `known` does not. */
export function newEvidence(known: readonly Provenance[], more: readonly Provenance[]): Provenance[] {
  const keys = new Set(known.map(evidenceKey));
  return more.filter((entry) => !keys.has(evidenceKey(entry)));
}

/** Ids that lead back to what was seen: event ids where there are some, else the occasion. */
export const evidenceIds = (provenance: readonly Provenance[]): string[] => [
  ...new Set(provenance.flatMap((entry) => entry.eventIds ?? [evidenceKey(entry)])),
];

/** Items without repetition, in the order in which they first appear. */
export const distinct = <T>(items: Iterable<T>): T[] => [...new Set(items)];
