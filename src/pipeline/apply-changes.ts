import type { Json } from '../domain/json.ts';
import { isDict } from '../domain/json.ts';
import type { Change } from '../domain/plan.ts';
import { type Collection, type CoreMemory, collections, type State, splitTarget } from '../domain/state.ts';

/**
 * The state after some changes, so that stages of one run see what the stages before them decided. Takes a change as
 * it is: that `before` fits is checked where plans are committed. Unknown collections are ignored.
 */
export function applyChanges(state: State, changes: readonly Change[]): State {
  const next = copyState(state);
  let { core } = next;
  for (const { target, after } of changes) {
    const { collection, id } = splitTarget(target);
    if (collection === 'core') core = setCore(core, id, after);
    else if (isMapCollection(collection)) putRecord(next[collection], id, after);
  }
  return { ...next, core };
}

type MapCollection = Exclude<Collection, 'core'>;

const isMapCollection = (name: string): name is MapCollection =>
  name !== 'core' && collections.some((collection) => collection === name);

const copyState = (state: State) => ({
  memories: new Map(state.memories),
  relations: new Map(state.relations),
  tombstones: new Map(state.tombstones),
  core: state.core,
  extracted: new Map(state.extracted),
  imported: new Map(state.imported),
  reviews: new Map(state.reviews),
  archive: new Map(state.archive),
});

/** Planners make changes from typed records (`toJson`), so what is put back here has the type that it went in with. */
function putRecord(records: Map<string, unknown>, id: string, after: Json): void {
  if (after === null) records.delete(id);
  else records.set(id, after);
}

/** Core memory with a value set under `<section>/<key>` or `<key>`, or taken away; an emptied section stays. */
export function setCore(core: CoreMemory, id: string, after: Json): CoreMemory {
  const cut = id.indexOf('/');
  if (cut < 0) return withKey(core, id, after);
  const section = core[id.slice(0, cut)];
  const entries = isDict(section) ? section : {};
  return { ...core, [id.slice(0, cut)]: withKey(entries, id.slice(cut + 1), after) };
}

/** The value under `<section>/<key>` or `<key>` of core memory; null where there is none. */
export function readCore(core: CoreMemory, id: string): Json {
  const cut = id.indexOf('/');
  if (cut < 0) return core[id] ?? null;
  const section = core[id.slice(0, cut)];
  if (typeof section !== 'object' || section === null || Array.isArray(section)) return null;
  return Object.entries(section).find(([key]) => key === id.slice(cut + 1))?.[1] ?? null;
}

type Section = { readonly [key: string]: Json | undefined };

function withKey(section: Section, key: string, value: Json): { [key: string]: Json } {
  const entries = Object.entries({ ...section, [key]: value });
  return Object.fromEntries(
    entries.flatMap(([name, item]): [string, Json][] =>
      item === undefined || item === null ? [] : [[name, item]],
    ),
  );
}
