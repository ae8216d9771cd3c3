import type { RunDigest } from '../domain/run-digest.ts';

/** One object for equal arrays of units, and one string for equal ones. */
export interface Pool {
  text(value: string): string;
  units(value: readonly string[]): readonly string[];
}

/** A pool of nothing yet. */
export function createPool(): Pool {
  const texts = new Map<string, string>();
  const units = new Map<string, readonly string[]>();
  const text = (value: string): string => {
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  };
  return {
    text,
    units: (value) => {
      const key = value.join('\n');
      const known = units.get(key);
      if (known) return known;
      const own = value.map(text);
      units.set(key, own);
      return own;
    },
  };
}

/** A digest with its texts and units out of the pool. */
export const pooled = (digest: RunDigest, pool: Pool): RunDigest => ({
  ...digest,
  sessionId: pool.text(digest.sessionId),
  project: pool.text(digest.project),
  ...(digest.user === undefined ? {} : { user: pool.text(digest.user) }),
  ...(digest.classHash === undefined ? {} : { classHash: pool.text(digest.classHash) }),
  units: pool.units(digest.units),
  place: { ...digest.place, file: pool.text(digest.place.file) },
});
