import { hashOf } from '../domain/identity.ts';
import type { RecallItem } from '../domain/recall.ts';
import { type VectorEntry, type VectorTable, vectorAt } from '../domain/vectors.ts';

/** What is embedded of a memory at most, in UTF-16 units: models read only the beginning of longer texts. */
const textLength = 4_000;

/** What of a memory is embedded: what it says. */
export type Said = Pick<RecallItem, 'id' | 'owner' | 'summary' | 'observations'>;

/** The text that is embedded of a memory. */
export const embeddedText = ({ summary, observations }: Omit<Said, 'id' | 'owner'>): string =>
  [summary, ...observations].join('\n').slice(0, textLength);

/** Of which text a vector is. */
export const textHash = (said: Omit<Said, 'id' | 'owner'>): string => hashOf(embeddedText(said));

/** A text that has no vector yet. */
export interface MissingText {
  readonly hash: string;
  readonly text: string;
}

/** Which texts have to be embedded: each once, of those that no known vector is of, in the order of the memories. */
export function missingTexts(memories: readonly Said[], known: VectorTable | undefined): MissingText[] {
  const have = new Set(known?.entries.map(({ hash }) => hash));
  const missing = new Map<string, string>();
  for (const said of memories) {
    const hash = textHash(said);
    if (!have.has(hash)) missing.set(hash, embeddedText(said));
  }
  return [...missing].map(([hash, text]) => ({ hash, text }));
}

/** Vectors by the hash of the text that they are of. */
export type VectorsByHash = ReadonlyMap<string, Float32Array>;

/** The vectors of a table by the hash of their text. */
export const vectorsByHash = (table: VectorTable | undefined): VectorsByHash =>
  new Map(table?.entries.map(({ hash }, place) => [hash, vectorAt(table, place)]));

/** The table of these memories, by id: every memory of whose text there is a vector. Undefined when there is none at all. */
export function tableOf(memories: readonly Said[], vectors: VectorsByHash): VectorTable | undefined {
  const rows = memories
    .map((said) => ({ id: said.id, hash: textHash(said), owner: said.owner }))
    .filter(({ hash }) => vectors.has(hash))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const size = vectors.get(rows[0]?.hash ?? '')?.length;
  if (size === undefined) return undefined;
  const values = new Float32Array(rows.length * size);
  for (const [place, { hash }] of rows.entries()) values.set(vectors.get(hash) ?? [], place * size);
  return { size, entries: rows, values };
}

/** True when both say the same of the same memories; the vector of a text is taken to be always the same. */
export function isSameTable(a: VectorTable | undefined, b: VectorTable | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const line = ({ id, hash, owner }: VectorEntry): string => `${id} ${hash} ${owner}`;
  return a.size === b.size && a.entries.map(line).join('\n') === b.entries.map(line).join('\n');
}
