/** Documents of a block. A change rewrites one block of each of its words, so that a common word costs 64 KB at most. */
export const blockSize = 16_384;

/** What the scores need of a document, packed: numbers of 32 bits. */
export interface Slot {
  /** Tokens; repeats count. */
  readonly length: number;
  /** Number of its owner; 0 where no document is. */
  readonly owner: number;
  /** Number of its session; 0 where it has none. */
  readonly session: number;
  /** The first eight digits of an id of the usual form, else -1: most ties are settled without the ids. */
  readonly key: number;
}

const slotWords = 4;
/** Set in the word of the owner when the key tells the order of the ids. */
const plainId = 0x8000_0000;

/** The key of an id: ids of the usual form stand in the order of their numbers. */
export function keyOf(id: string): number {
  const digits = /^m-([0-9a-f]{8})[0-9a-f]{8}$/.exec(id)?.[1];
  return digits === undefined ? -1 : Number.parseInt(digits, 16);
}

/** Bytes of the database as numbers: in place where they lie well, else copied. */
function words16(bytes: Uint8Array): Uint16Array {
  const well = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(well.buffer, well.byteOffset, well.byteLength >> 1);
}

function words32(bytes: Uint8Array): Uint32Array {
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
  for (const [offset, { length, owner, session, key }] of changes) {
    const at = offset * slotWords;
    words[at] = length;
    words[at + 1] = key < 0 ? owner : owner + plainId;
    words[at + 2] = session;
    words[at + 3] = Math.max(0, key);
  }
  return bytesOf(words);
}

/** One slot of a block. */
export function slotAt({ words }: SlotBlock, offset: number): Slot {
  const at = offset * slotWords;
  const owner = words[at + 1] ?? 0;
  return {
    length: words[at] ?? 0,
    owner: owner & ~plainId,
    session: words[at + 2] ?? 0,
    key: owner >= plainId ? (words[at + 3] ?? 0) : -1,
  };
}

/** Length and owner alone, for the loop over every document that holds a word. */
export const lengthAt = ({ words }: SlotBlock, offset: number): number => words[offset * slotWords] ?? 0;
export const ownerAt = ({ words }: SlotBlock, offset: number): number =>
  (words[offset * slotWords + 1] ?? 0) & ~plainId;

/** Where a word stands in a block: pairs of a document's place in the block and how often it holds the word, in order. */
export type Postings = Uint16Array;

/** Postings as they were stored. */
export const readPostings = words16;

/** How many documents they name. */
export const countPostings = (postings: Postings): number => postings.length >> 1;

/** Postings with some documents set or, at a count of 0, taken out. Counts end at 65,535. */
export function changePostings(before: Postings | undefined, changes: ReadonlyMap<number, number>): Postings {
  const counts = new Map<number, number>();
  if (before) for (let at = 0; at < before.length; at += 2) counts.set(before[at] ?? 0, before[at + 1] ?? 0);
  for (const [offset, count] of changes)
    if (count > 0) counts.set(offset, Math.min(count, 65_535));
    else counts.delete(offset);
  return Uint16Array.from([...counts].sort(([a], [b]) => a - b).flat());
}
