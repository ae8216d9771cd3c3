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
  /** Those that share a term and are wanted, at most `limit`, the nearest first; equal ones by id. */
  readonly near: (summary: string, wanted: (id: string) => boolean, limit: number) => Near[];
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

/** Where a term occurs: numbers of memories, and its weight in each. */
interface Posting {
  readonly at: number[];
  readonly weights: number[];
}

function openIndex(lexicon: Lexicon | undefined): NeighbourIndex {
  const ids: string[] = [];
  const postings = new Map<string, Posting>();
  return {
    add: ({ id, summary }) => {
      for (const [term, weight] of termsOf(summary, lexicon)) {
        const posting = postings.get(term) ?? { at: [], weights: [] };
        posting.at.push(ids.length);
        posting.weights.push(weight);
        postings.set(term, posting);
      }
      ids.push(id);
    },
    near: (summary, wanted, limit) => {
      const sums = new Float64Array(ids.length);
      for (const [term, weight] of termsOf(summary, lexicon)) {
        const { at, weights } = postings.get(term) ?? { at: [], weights: [] };
        at.forEach((number, index) => {
          sums[number] = (sums[number] ?? 0) + weight * (weights[index] ?? 0);
        });
      }
      return nearest(ids, sums, { wanted, limit });
    },
  };
}

const byNearness = (a: Near, b: Near): number => b.nearness - a.nearness || (a.id < b.id ? -1 : 1);

/** The best of all sums, without sorting the rest. */
function nearest(
  ids: readonly string[],
  sums: Float64Array,
  { wanted, limit }: { readonly wanted: (id: string) => boolean; readonly limit: number },
): Near[] {
  const best: Near[] = [];
  sums.forEach((sum, at) => {
    const last = best.length < limit ? undefined : best.at(-1);
    const one = { id: ids[at] ?? '', nearness: Math.min(1, sum) };
    if (sum <= 0 || (last && byNearness(one, last) > 0) || !wanted(one.id)) return;
    if (last) best.pop();
    const place = best.findIndex((other) => byNearness(one, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, one);
  });
  return best;
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
