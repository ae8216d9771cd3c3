/** Where the terms of a document are read. */
export interface TermsSource {
  /** How often it holds a term, where that is known without reading it; else undefined. */
  countOf(term: string): number | undefined;
  readAll(): ReadonlyMap<string, number>;
}

/**
 * The terms of a document with their counts, read when somebody wants all of them: most are asked only whether they hold the words
 * of a query, which the postings of those words tell.
 */
export class DocumentTerms implements ReadonlyMap<string, number> {
  readonly #source: TermsSource;
  #all: ReadonlyMap<string, number> | undefined;

  constructor(source: TermsSource) {
    this.#source = source;
  }

  #read(): ReadonlyMap<string, number> {
    this.#all ??= this.#source.readAll();
    return this.#all;
  }

  get size(): number {
    return this.#read().size;
  }

  get(term: string): number | undefined {
    const count = this.#all ? undefined : this.#source.countOf(term);
    return count === undefined ? this.#read().get(term) : count || undefined;
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
