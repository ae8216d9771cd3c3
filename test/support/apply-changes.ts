import type { Json } from '../../src/domain/json.ts';
import { isDict } from '../../src/domain/json.ts';
import type { Change } from '../../src/domain/plan.ts';
import { type Collection, type CoreMemory, type State, splitTarget } from '../../src/domain/state.ts';
import { groupBy } from '../../src/pipeline/group-by.ts';

/**
 * The state after some changes, so that stages of one run see what the stages before them decided. Takes a change as
 * it is: that `before` fits is checked where plans are committed. Unknown collections are ignored, and a collection
 * that no change touches is not even read, since the ledgers of a home are loaded when someone looks at them.
 */
export function applyChanges(state: State, changes: readonly Change[]): State {
  const byCollection = groupBy(changes, ({ target }) => splitTarget(target).collection);
  const on = (collection: Collection): readonly Change[] => byCollection.get(collection) ?? [];
  const imported = once(() => patchRecords(state.imported, on('imported')));
  const archive = once(() => patchRecords(state.archive, on('archive')));
  return {
    memories: patchRecords(state.memories, on('memories')),
    relations: patchRecords(state.relations, on('relations')),
    tombstones: patchRecords(state.tombstones, on('tombstones')),
    extracted: patchRecords(state.extracted, on('extracted')),
    reviews: patchRecords(state.reviews, on('reviews')),
    tags: patchRecords(state.tags, on('tags')),
    edges: patchRecords(state.edges, on('edges')),
    attention: patchRecords(state.attention, on('attention')),
    patterns: patchRecords(state.patterns, on('patterns')),
    skills: patchRecords(state.skills, on('skills')),
    profiles: patchRecords(state.profiles, on('profiles')),
    documents: patchRecords(state.documents, on('documents')),
    core: on('core').reduce(
      (core, { target, after }) => setCore(core, splitTarget(target).id, after),
      state.core,
    ),
    get imported() {
      return imported();
    },
    get archive() {
      return archive();
    },
  };
}

function once<T>(compute: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: compute() };
    return done.value;
  };
}

/** Planners make changes from typed records (`toJson`), so what is put back here has the type that it went in with. */
function patchRecords<T>(
  records: ReadonlyMap<string, T>,
  changes: readonly Change[],
): ReadonlyMap<string, T> {
  if (changes.length === 0) return records;
  const patched = new Map(records);
  for (const { target, after } of changes) putRecord(patched, splitTarget(target).id, after);
  return patched;
}

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

type Section = { readonly [key: string]: Json | undefined };

function withKey(section: Section, key: string, value: Json): { [key: string]: Json } {
  const entries = Object.entries({ ...section, [key]: value });
  return Object.fromEntries(
    entries.flatMap(([name, item]): [string, Json][] =>
      item === undefined || item === null ? [] : [[name, item]],
    ),
  );
}
