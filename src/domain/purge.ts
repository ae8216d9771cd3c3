import type { Json } from './json.ts';
import type { Tombstone } from './memory.ts';

/** How a text that is being erased is recognised without being kept: by a salted hash of its letters and digits. */
export interface Fingerprint {
  /** Folded units of the text. */
  readonly length: number;
  /** Rolling hash of its first units: the quick look before the slow one. */
  readonly head: number;
  readonly hash: string;
  /** The text went on where it was known: what follows it on its line goes as well. */
  readonly cut: boolean;
}

/**
 * What a purge means to erase, so that one that was interrupted is finished by another process. Holds ids, hashes and
 * tombstones, never a text.
 */
export interface PurgeIntent {
  readonly v: 1;
  readonly at: string;
  /** Random; keeps the hashes from being guessed. */
  readonly salt: string;
  /** Ids of the memories and candidates, and those by which they were known before. */
  readonly ids: readonly string[];
  /** Hashes of the ids of sessions. */
  readonly sessions: readonly string[];
  /** Hashes of the targets in core memory to which they were promoted. */
  readonly targets: readonly string[];
  readonly prints: readonly Fingerprint[];
  /** What keeps them out, as it is to stand at the end. */
  readonly stones: readonly Tombstone[];
}

/** What was found in one place: records that are the memory itself, and texts in others that tell of it. */
export interface Tally {
  readonly removed: number;
  readonly masked: number;
}

/** Says of everything that lies in a home what may stay of it. */
export interface Eraser {
  /** A record of the state; null when it is what is erased. */
  record(target: string, value: Json): Json;
  /** A journal operation, images in place; changes that say nothing any more are left out. */
  operation(value: Json): Json;
  /** An observation or any other document; null when it belongs to an erased session or memory. */
  fact(value: Json): Json;
  /** Text of any other kind, also with JSON inside. */
  text(text: string): string;
  /** Whether a session of this id is erased. */
  isSession(id: string): boolean;
  /** How much was found since the last `take`. */
  found(): number;
  /** What was found since the last call. */
  take(): Tally;
}

/** What stands where a text was. */
export const purgedMark = '[purged]';

/** Reason of a tombstone that a purge left. */
export const purgedReason = 'purged';
