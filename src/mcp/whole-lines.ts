import { Transform, type TransformCallback } from 'node:stream';

const newline = 10;

/** What the stream is made with. */
export interface LineRules {
  /** Longest message that is read, in bytes; more than that on one line is no message. */
  readonly longest: number;
  /** Resolves when everything that was passed on has been answered: only then does the stream end. */
  answered(): Promise<void>;
  /** A line that was left out because of its length, in bytes. */
  tooLong(bytes: number): void;
}

/**
 * Passes input on line by line, whole. Pieces of a line are joined once, so that a message of many megabytes costs no more
 * than its length; a line without end is left out instead of filling the memory. When the input ends, what was asked in
 * it is answered first.
 */
export class WholeLines extends Transform {
  readonly #rules: LineRules;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(rules: LineRules) {
    super();
    this.#rules = rules;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#take(chunk.subarray(from, end + 1));
      this.#pass();
      from = end + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes > 0) this.#take(Buffer.from('\n'));
    this.#pass();
    this.#rules.answered().then(() => done(), done);
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#rules.longest) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #pass(): void {
    if (this.#bytes > this.#rules.longest) this.#rules.tooLong(this.#bytes);
    else if (this.#bytes > 0) this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
  }
}
