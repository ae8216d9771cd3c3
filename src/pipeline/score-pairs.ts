import { isSameOwner, type Owned } from '../domain/memory.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import { describeDifference, mergeable } from '../text/mergeable.ts';
import { profileText, type TextProfile } from '../text/similarity.ts';
import { buildJoinIndex, probeIndex, similarityJoin } from '../text/similarity-join.ts';
import type { Lexicon } from '../text/synonyms.ts';

/** What is compared: a memory or a candidate by its summary. */
export interface Comparable extends Owned {
  readonly id: string;
  readonly entityType: string;
  readonly summary: string;
}

/** Which pairs are wanted: those above the score, between things of one owner. */
export interface PairQuery {
  readonly above: number;
  readonly lexicon?: Lexicon;
}

function pairOf(
  a: Comparable,
  b: Comparable,
  { score, lexicon }: { score: number; lexicon: Lexicon | undefined },
): ScoredPair {
  const base = { a: a.id, b: b.id, score };
  if (a.entityType !== b.entityType)
    return { ...base, mergeable: false, why: `one is a ${a.entityType}, the other a ${b.entityType}` };
  const verdict = mergeable(a.summary, b.summary, lexicon);
  return verdict.mergeable
    ? { ...base, mergeable: true }
    : { ...base, mergeable: false, why: describeDifference(verdict) };
}

const profilesOf = (items: readonly Comparable[], query: PairQuery): TextProfile[] =>
  items.map(({ summary }) => (query.lexicon ? profileText(summary, query.lexicon) : profileText(summary)));

/** Whose a thing is, as one key: things of different owners are never compared. */
export const ownerOf = ({ scope, project, user }: Owned): string =>
  scope === 'project' ? `project ${project ?? ''}` : scope === 'user' ? `user ${user ?? ''}` : 'global';

function byOwner<T extends Owned>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(ownerOf(item));
    if (group) group.push(item);
    else groups.set(ownerOf(item), [item]);
  }
  return groups;
}

/** Pairs of fresh things with the others and among themselves; nothing is said of pairs among the others. */
export function scoreFresh(
  fresh: readonly Comparable[],
  others: readonly Comparable[],
  query: PairQuery,
): ScoredPair[] {
  const rest = byOwner(others);
  return [...byOwner(fresh)].flatMap(([owner, items]) => {
    const all = [...items, ...(rest.get(owner) ?? [])];
    const profiles = profilesOf(all, query);
    const index = buildJoinIndex(profiles, query.above);
    return items.flatMap((item, at) =>
      probeIndex(index, profiles[at] ?? profileText(''), query.above)
        .filter((match) => match.at > at)
        .flatMap((match) => {
          const other = all[match.at];
          return other && isSameOwner(item, other)
            ? [pairOf(item, other, { score: match.score, lexicon: query.lexicon })]
            : [];
        }),
    );
  });
}

/** All pairs among some things. */
export function scoreAll(items: readonly Comparable[], query: PairQuery): ScoredPair[] {
  return [...byOwner(items).values()].flatMap((group) =>
    similarityJoin(profilesOf(group, query), query.above).flatMap(({ a, b, score }) => {
      const [one, other] = [group[a], group[b]];
      return one && other ? [pairOf(one, other, { score, lexicon: query.lexicon })] : [];
    }),
  );
}
