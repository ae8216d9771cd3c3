import type { Memory, Owned } from '../domain/memory.ts';
import { topicsOf } from '../text/compare-statements.ts';
import { profileText } from '../text/similarity.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { ownerOf } from './score-pairs.ts';

/** A memory near a candidate: 0..1 by shared terms, a little more where both name one of several alternatives. */
export interface Near {
  readonly id: string;
  readonly nearness: number;
}

/** Memories of one owner by the terms of their summaries; a change of status needs no update. */
export interface NeighbourIndex {
  readonly add: (memory: Pick<Memory, 'id' | 'summary'>) => void;
  /** All that share a term, the nearest first; equal ones by id. */
  readonly near: (summary: string) => Near[];
}

/** What a shared topic ("tabs", "spaces") counts beside shared words. */
const TOPIC_WEIGHT = 0.3;

/** Terms with their weights; a topic is a term too. */
function termsOf(summary: string, lexicon: Lexicon | undefined): [string, number][] {
  const { terms, weights } = lexicon ? profileText(summary, lexicon) : profileText(summary);
  return [
    ...terms.map((term, at): [string, number] => [term, weights[at] ?? 0]),
    ...[...topicsOf(summary)].map((topic): [string, number] => [`#${topic}`, Math.sqrt(TOPIC_WEIGHT)]),
  ];
}

function openIndex(lexicon: Lexicon | undefined): NeighbourIndex {
  const postings = new Map<string, [string, number][]>();
  return {
    add: ({ id, summary }) => {
      for (const [term, weight] of termsOf(summary, lexicon)) {
        const posting = postings.get(term);
        if (posting) posting.push([id, weight]);
        else postings.set(term, [[id, weight]]);
      }
    },
    near: (summary) => {
      const sums = new Map<string, number>();
      for (const [term, weight] of termsOf(summary, lexicon))
        for (const [id, other] of postings.get(term) ?? [])
          sums.set(id, (sums.get(id) ?? 0) + weight * other);
      return [...sums]
        .map(([id, nearness]) => ({ id, nearness: Math.min(1, nearness) }))
        .sort((a, b) => b.nearness - a.nearness || (a.id < b.id ? -1 : 1));
    },
  };
}

/** The index of each owner, built when it is first asked for, from the memories as they are then. */
export function openNeighbours(
  memories: ReadonlyMap<string, Memory>,
  lexicon?: Lexicon,
): (owned: Owned) => NeighbourIndex {
  const indexes = new Map<string, NeighbourIndex>();
  return (owned) => {
    const owner = ownerOf(owned);
    const known = indexes.get(owner);
    if (known) return known;
    const index = openIndex(lexicon);
    for (const memory of memories.values()) if (ownerOf(memory) === owner) index.add(memory);
    indexes.set(owner, index);
    return index;
  };
}
