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

/**
 * Records by id, read in the order in which they were written. What is written goes to the end as a rule, so that adding
 * costs nothing; only what comes in between has them sorted anew, at the next reading.
 */
export class Ordered<T extends { readonly id: string }> {
  readonly #placeOf: (record: T) => Placed;
  #records = new Map<string, T>();
  #ids: string[] = [];
  #last: Placed | undefined;
  #isSorted = true;

  constructor(placeOf: (record: T) => Placed) {
    this.#placeOf = placeOf;
  }

  put(record: T): void {
    const old = this.#records.get(record.id);
    this.#records.set(record.id, record);
    const place = this.#placeOf(record);
    if (old !== undefined) {
      if (comparePlaces(this.#placeOf(old), place) !== 0) this.#isSorted = false;
    } else if (this.#last === undefined || comparePlaces(this.#last, place) < 0) {
      this.#ids.push(record.id);
      this.#last = place;
    } else this.#isSorted = false;
  }

  drop(id: string): void {
    if (this.#records.delete(id)) this.#isSorted = false;
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  /** All of them, in order. */
  all(): T[] {
    this.#sort();
    return this.#ids.flatMap((id) => this.#records.get(id) ?? []);
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
    this.#sort();
    return this.#last?.at === now ? this.#last.row + 1 : 1;
  }

  #sort(): void {
    if (this.#isSorted) return;
    const sorted = this.sorted(this.#records.values());
    const last = sorted.at(-1);
    this.#records = new Map(sorted.map((record) => [record.id, record]));
    this.#ids = [...this.#records.keys()];
    this.#last = last && this.#placeOf(last);
    this.#isSorted = true;
  }
}
