/** A record with its place: when it was written, its row among those of that moment, and its id. */
export interface Placed {
  readonly at: string;
  readonly row: number;
  readonly id: string;
}

const comparePlaces = (a: Placed, b: Placed): number => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.row !== b.row) return a.row - b.row;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
};

/** How a record is found in its list: where, and by what it was put there. */
interface Slot {
  readonly at: number;
  readonly place: Placed;
}

/**
 * Records by id, read in the order in which they were written. What is written goes to the end as a rule, so that adding
 * costs nothing and taking away leaves a hole; only what comes in between has them sorted anew, at the next reading.
 */
export class Ordered<T extends { readonly id: string }> {
  readonly #placeOf: (record: T) => Placed;
  readonly #slots = new Map<string, Slot>();
  #list: (T | undefined)[] = [];
  /** The last place that was ever taken. */
  #last: Placed | undefined;
  #isSorted = true;

  constructor(placeOf: (record: T) => Placed) {
    this.#placeOf = placeOf;
  }

  put(record: T): void {
    const place = this.#placeOf(record);
    const old = this.#slots.get(record.id);
    const at = old ? old.at : this.#list.length;
    this.#slots.set(record.id, { at, place });
    this.#list[at] = record;
    if (old ? comparePlaces(old.place, place) !== 0 : this.#isBeforeLast(place)) this.#isSorted = false;
    if (!this.#isBeforeLast(place)) this.#last = place;
  }

  drop(id: string): void {
    const slot = this.#slots.get(id);
    if (!slot) return;
    this.#slots.delete(id);
    this.#list[slot.at] = undefined;
  }

  get(id: string): T | undefined {
    const slot = this.#slots.get(id);
    return slot && this.#list[slot.at];
  }

  /** All of them, in order. */
  all(): T[] {
    const records = this.#list.filter((record) => record !== undefined);
    if (this.#isSorted && records.length * 2 >= this.#list.length) return records;
    this.#list = this.#isSorted ? records : this.sorted(records);
    for (const [at, record] of this.#list.entries())
      if (record) this.#slots.set(record.id, { at, place: this.#placeOf(record) });
    this.#isSorted = true;
    return this.#list.filter((record) => record !== undefined);
  }

  /** These of them, in order. */
  sorted(records: Iterable<T>): T[] {
    return [...records]
      .map((record) => ({ record, place: this.#placeOf(record) }))
      .sort((a, b) => comparePlaces(a.place, b.place))
      .map(({ record }) => record);
  }

  /** The row that something written now takes. */
  nextRow(now: string): number {
    return this.#last?.at === now ? this.#last.row + 1 : 1;
  }

  #isBeforeLast(place: Placed): boolean {
    return this.#last !== undefined && comparePlaces(place, this.#last) < 0;
  }
}
