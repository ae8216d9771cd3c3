import { createHash } from 'node:crypto';

/** SHA-256 of bytes, or of a text in UTF-8, 64 hex digits. */
export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The first 16 hex digits of SHA-256 over the parts, joined by a separator that no part can contain. */
export function hashOf(...parts: readonly string[]): string {
  return sha256Of(parts.map((part) => part.replaceAll('\0', ' ')).join('\0')).slice(0, 16);
}

/** What makes two memories the same thing: kind, scope, project, user (user scope only) and normalised text. */
export interface MemoryKey {
  readonly entityType: string;
  readonly scope: string;
  readonly project?: string | undefined;
  readonly user?: string | undefined;
  /** Normalised text of the summary (text/normalize). */
  readonly text: string;
}

const owner = (key: MemoryKey): string[] => [
  key.scope,
  key.scope === 'project' ? (key.project ?? '') : '',
  key.scope === 'user' ? (key.user ?? '') : '',
];

/** Id of a memory or candidate: stable for the same key, also after the record is edited. */
export const memoryId = (key: MemoryKey): string => `m-${hashOf(key.entityType, ...owner(key), key.text)}`;

/** Key of a tombstone: as the id but without kind, so that a forgotten fact does not return under another type. */
export const tombstoneKey = (key: MemoryKey): string => hashOf(...owner(key), key.text);

/** Id of a relation, the same in every home for the same triple. */
export const relationId = (from: string, type: string, to: string): string => `r-${hashOf(from, type, to)}`;

/** Id of the tombstone of a memory: one each, so that lifting it lets only that one return. */
export const tombstoneId = (memoryId: string): string => `t-${hashOf(memoryId)}`;

/** Name, without extension, of a file about a session: its id where that is a plain word, else its hash. */
export const sessionFileName = (id: string): string => (/^[\w-]{1,80}$/.test(id) ? id : `s-${hashOf(id)}`);
