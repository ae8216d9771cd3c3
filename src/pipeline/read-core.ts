import type { Json } from '../domain/json.ts';
import type { CoreMemory } from '../domain/state.ts';

/** The value under `<section>/<key>` or `<key>` of core memory; null where there is none. */
export function readCore(core: CoreMemory, id: string): Json {
  const cut = id.indexOf('/');
  if (cut < 0) return core[id] ?? null;
  const section = core[id.slice(0, cut)];
  if (typeof section !== 'object' || section === null || Array.isArray(section)) return null;
  return Object.entries(section).find(([key]) => key === id.slice(cut + 1))?.[1] ?? null;
}
