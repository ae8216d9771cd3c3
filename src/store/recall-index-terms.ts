/** Where the terms of a document are read. */
export interface TermsSource {
  /** How often each document holds a term, where that is known without reading them; else undefined. */
  countsOf(term: string): Uint16Array | undefined;
  readAll(row: number): ReadonlyMap<string, number>;
}

/**
 * The terms of a document with their counts, read when somebody wants all of them: most are asked only whether they hold the words
 * of a query, which the postings of those words tell.
 */
export class DocumentTerms implements ReadonlyMap<string, number> {
  readonly #row: number;
  readonly #source: TermsSource;
  #all: ReadonlyMap<string, number> | undefined;

  constructor(row: number, source: TermsSource) {
    this.#row = row;
    this.#source = source;
  }

  #read(): ReadonlyMap<string, number> {
    this.#all ??= this.#source.readAll(this.#row);
    return this.#all;
  }

  get size(): number {
    return this.#read().size;
  }

  get(term: string): number | undefined {
    const counts = this.#source.countsOf(term);
    return counts ? counts[this.#row] || undefined : this.#read().get(term);
  }

  has(term: string): boolean {
    return this.get(term) !== undefined;
  }

  forEach(visit: (count: number, term: string, map: ReadonlyMap<string, number>) => void): void {
    this.#read().forEach((count, term) => {
      visit(count, term, this);
    });
  }

  entries(): MapIterator<[string, number]> {
    return this.#read().entries();
  }

  keys(): MapIterator<string> {
    return this.#read().keys();
  }

  values(): MapIterator<number> {
    return this.#read().values();
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.#read().entries();
  }
}
