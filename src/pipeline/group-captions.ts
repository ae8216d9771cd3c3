import { captionLikeness, readCaption } from '../text/captions.ts';
import type { Lexicon } from '../text/synonyms.ts';

/** Something that is called by a caption. */
export interface Captioned {
  readonly id: string;
  readonly text: string;
}

/** From which likeness on captions belong together, and the words that mean the same here. */
export interface GroupQuery {
  readonly from: number;
  readonly lexicon?: Lexicon;
}

const byTextAndId = (a: Captioned, b: Captioned): number =>
  a.text < b.text ? -1 : a.text > b.text ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * Groups by kind of work: complete link, so that every two members of a group are at least that alike and no chain grows.
 * The order of the items does not matter. Ids of each group in order; groups by their first.
 */
export function groupCaptions(items: readonly Captioned[], query: GroupQuery): string[][] {
  const sorted = [...items].sort(byTextAndId);
  const captions = sorted.map(({ text }) => readCaption(text, query.lexicon));
  const likenessAt = (a: number, b: number): number => {
    const [one, other] = [captions[a], captions[b]];
    return one && other ? captionLikeness(one, other) : 0;
  };
  return linkComplete(captions.length, likenessAt, query.from).map((group) =>
    group.map((at) => sorted[at]?.id ?? '').sort((a, b) => (a < b ? -1 : 1)),
  );
}

/**
 * Joins what is alike by complete link: the two groups that are most alike, again and again, as long as every two members are at
 * least `from` alike. Of equals the first two. Things are told by their places, from 0.
 */
export function linkComplete(
  count: number,
  likenessAt: (a: number, b: number) => number,
  from: number,
): number[][] {
  const linkage = new Linkage(count, likenessAt);
  while (linkage.join(from));
  return linkage.groups();
}

/** Likeness of every two groups that are left, and for each the other that is most like it. */
class Linkage {
  readonly #likeness: Float64Array[];
  readonly #groups: (number[] | undefined)[];
  readonly #nearest: Int32Array;

  constructor(count: number, likenessAt: (a: number, b: number) => number) {
    const all = Array.from({ length: count }, (_, at) => at);
    this.#likeness = all.map((at) => Float64Array.from(all, (to) => (to < at ? likenessAt(at, to) : 0)));
    for (const [at, row] of this.#likeness.entries())
      for (let to = at + 1; to < row.length; to++) row[to] = this.#likeness[to]?.[at] ?? 0;
    this.#groups = all.map((at) => [at]);
    this.#nearest = new Int32Array(count);
    for (const at of all) this.#nearest[at] = this.#findNearest(at);
  }

  groups(): number[][] {
    return this.#groups.filter((group) => group !== undefined);
  }

  /** Joins the two groups that are most alike; false when none are alike enough. Of equals the first two. */
  join(from: number): boolean {
    const [into, gone, likeness] = this.#closest();
    if (gone < 0 || likeness < from) return false;
    this.#groups[into] = [...(this.#groups[into] ?? []), ...(this.#groups[gone] ?? [])];
    this.#groups[gone] = undefined;
    for (const at of this.#groups.keys()) this.#relink(at, into, gone);
    for (const at of this.#groups.keys()) {
      const nearest = this.#nearest[at];
      if (this.#groups[at] && (at === into || nearest === into || nearest === gone))
        this.#nearest[at] = this.#findNearest(at);
    }
    return true;
  }

  #at(a: number, b: number): number {
    return this.#likeness[a]?.[b] ?? 0;
  }

  #closest(): readonly [into: number, gone: number, likeness: number] {
    let best: readonly [number, number, number] = [-1, -1, Number.NEGATIVE_INFINITY];
    for (const [at, group] of this.#groups.entries()) {
      const nearest = this.#nearest[at] ?? -1;
      if (!group || nearest < 0) continue;
      const likeness = this.#at(at, nearest);
      if (likeness > best[2]) best = [Math.min(at, nearest), Math.max(at, nearest), likeness];
    }
    return best;
  }

  #findNearest(at: number): number {
    let nearest = -1;
    for (const [other, group] of this.#groups.entries())
      if (group && other !== at && (nearest < 0 || this.#at(at, other) > this.#at(at, nearest)))
        nearest = other;
    return nearest;
  }

  /** The joined group is as like another as the less alike of its parts. */
  #relink(at: number, into: number, gone: number): void {
    if (!this.#groups[at] || at === into) return;
    const least = Math.min(this.#at(into, at), this.#at(gone, at));
    this.#set(into, at, least);
    this.#set(at, into, least);
  }

  #set(a: number, b: number, likeness: number): void {
    const row = this.#likeness[a];
    if (row) row[b] = likeness;
  }
}
