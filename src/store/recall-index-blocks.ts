/** Documents of a block. A change rewrites one block of each of its words, so that a common word costs 64 KB at most. */
export const blockSize = 16_384;

/** What the scores need of a document, packed: numbers of 32 bits. */
export interface Slot {
  /** Tokens; repeats count. */
  readonly length: number;
  /** Number of its owner; 0 where no document is. */
  readonly owner: number;
  /** The beginning of its id as a number in the order of ids, or -1: most ties are settled without reading an id. */
  readonly key: number;
}

/** Numbers of a slot, in this order: length, owner, key (two). */
export const slotWords = 4;
/** Set in the word of the owner when the key tells the order of the ids. */
const plainId = 0x8000_0000;

/** Letters of an id that make its key, of seven bits each: 49 bits in all. */
const keyLetters = 7;
const word = 2 ** 32;

/** The key of an id: ids that begin as hebb's do stand in the order of their keys, where these differ. */
export function keyOf(id: string): number {
  if (!/^m-[\x00-\x7f]*$/.test(id)) return -1;
  let key = 0;
  for (let at = 2; at < 2 + keyLetters; at++) key = key * 128 + (at < id.length ? id.charCodeAt(at) : 0);
  return key;
}

/** Bytes of the database as numbers: in place where they lie well, else copied. */
function words16(bytes: Uint8Array): Uint16Array {
  const well = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(well.buffer, well.byteOffset, well.byteLength >> 1);
}

/** Bytes of the database as numbers of 32 bits. */
export function words32(bytes: Uint8Array): Uint32Array {
  const well = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(well.buffer, well.byteOffset, well.byteLength >> 2);
}

/** The bytes of numbers, for the database. */
export const bytesOf = (words: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

/** The slots of one block. */
export interface SlotBlock {
  readonly words: Uint32Array;
}

/** Slots as they were stored. */
export const readSlots = (bytes: Uint8Array): SlotBlock => ({ words: words32(bytes) });

/** The slots of a block with some of them set, as they are stored. */
export function changeSlots(block: SlotBlock | undefined, changes: ReadonlyMap<number, Slot>): Uint8Array {
  const before = block?.words ?? new Uint32Array(0);
  const highest = Math.max(...changes.keys()) + 1;
  const words = new Uint32Array(Math.max(before.length, highest * slotWords));
  words.set(before);
  for (const [offset, { length, owner, key }] of changes) {
    const at = offset * slotWords;
    words[at] = length;
    words[at + 1] = key < 0 ? owner : owner + plainId;
    words[at + 2] = Math.floor(Math.max(0, key) / word);
    words[at + 3] = Math.max(0, key) % word;
  }
  return bytesOf(words);
}

/** The key in a slot. */
export function keyAt({ words }: SlotBlock, offset: number): number {
  const at = offset * slotWords;
  return (words[at + 1] ?? 0) >= plainId ? (words[at + 2] ?? 0) * word + (words[at + 3] ?? 0) : -1;
}

/** The owner in the second word of a slot. */
export const ownerOf = (packed: number): number => packed & ~plainId;

/** The owner alone, for loops over many documents. */
export const ownerAt = ({ words }: SlotBlock, offset: number): number =>
  ownerOf(words[offset * slotWords + 1] ?? 0);

/** The rows that were learned before and after one in its session; undefined at the ends. */
export interface Beside {
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/** The beside of a block's documents with some of them set, as they are stored: two numbers each, a row and one, or 0. */
export function changeBeside(
  before: Uint32Array | undefined,
  changes: ReadonlyMap<number, Beside>,
): Uint8Array {
  const highest = Math.max(...changes.keys()) + 1;
  const words = new Uint32Array(Math.max(before?.length ?? 0, highest * 2));
  if (before) words.set(before);
  for (const [offset, { previous, next }] of changes) {
    words[offset * 2] = previous === undefined ? 0 : previous + 1;
    words[offset * 2 + 1] = next === undefined ? 0 : next + 1;
  }
  return bytesOf(words);
}

/** The beside of one document. */
export function besideAt(words: Uint32Array, offset: number): Beside {
  const [previous = 0, next = 0] = [words[offset * 2], words[offset * 2 + 1]];
  return {
    previous: previous === 0 ? undefined : previous - 1,
    next: next === 0 ? undefined : next - 1,
  };
}

/** Where a word stands in a block: pairs of a document's place in the block and how often it holds the word, in order. */
export type Postings = Uint16Array;

/** Postings as they were stored. */
export const readPostings = words16;

/** Postings with some documents set or, at a count of 0, taken out. Counts end at 65,535. */
export function changePostings(before: Postings | undefined, changes: ReadonlyMap<number, number>): Postings {
  const counts = new Map<number, number>();
  if (before) for (let at = 0; at < before.length; at += 2) counts.set(before[at] ?? 0, before[at + 1] ?? 0);
  for (const [offset, count] of changes)
    if (count > 0) counts.set(offset, Math.min(count, 65_535));
    else counts.delete(offset);
  return Uint16Array.from([...counts].sort(([a], [b]) => a - b).flat());
}
