import type { GraphOwner, GraphRelation, GraphScope } from '../domain/graph.ts';
import { isLive, isSameOwner, type Memory, type Relation } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { followMap } from './follow-map.ts';
import { Ordered } from './graph-order.ts';

/** Records under keys, several to a key. A single one stands without a set around it: most keys hold one. */
class Shelf<T extends object> {
  readonly #shelves = new Map<string, T | Set<T>>();

  add(key: string, record: T): void {
    const there = this.#shelves.get(key);
    if (there === undefined) this.#shelves.set(key, record);
    else if (there instanceof Set) there.add(record);
    else if (there !== record) this.#shelves.set(key, new Set([there, record]));
  }

  drop(key: string, record: T): void {
    const there = this.#shelves.get(key);
    if (there instanceof Set) there.delete(record);
    else if (there === record) this.#shelves.delete(key);
  }

  at(key: string): T[] {
    const there = this.#shelves.get(key);
    if (there === undefined) return [];
    return there instanceof Set ? [...there] : [there];
  }
}

/** What a relation says in the words of the graph. */
export const relationTypeOf = ({ label, type }: Pick<Relation, 'label' | 'type'>): string => label ?? type;

const tripleKey = (from: string, relationType: string, to: string): string =>
  [from, relationType, to].join('\0');

const tripleOf = (relation: Relation): string =>
  tripleKey(relation.from, relationTypeOf(relation), relation.to);

const looksLikeId = (end: string): boolean => /^m-[0-9a-f]{16}$/.test(end);

/**
 * The graph of a scope over a state: its live memories by name and order, and its relations by their ends. Kept up with the
 * state by `graphIndexOf`, so that a tool that touches one entity does not read all of them.
 */
export class GraphIndex {
  readonly #owners: readonly GraphOwner[];
  #state: State;
  readonly #memories: Memory[] = [];
  readonly #relations: Relation[] = [];
  readonly #entities = new Ordered<Memory>(({ admittedAt, provenance, id }) => ({
    at: admittedAt,
    row: provenance[0]?.row ?? 0,
    id,
  }));
  readonly #links = new Ordered<Relation>(({ at, row = 0, id }) => ({ at, row, id }));
  readonly #byName = new Shelf<Memory>();
  readonly #byAlias = new Shelf<Memory>();
  readonly #byEnd = new Shelf<Relation>();
  readonly #byTriple = new Shelf<Relation>();

  constructor(state: State, { owner, others = [] }: GraphScope) {
    this.#state = state;
    this.#owners = [owner, ...others];
  }

  /** Takes in what has changed since the last look. */
  follow(state: State): this {
    this.#state = state;
    followMap(state.memories, this.#memories, (before, after) => this.#changeMemory(before, after));
    followMap(state.relations, this.#relations, (before, after) => this.#changeRelation(before, after));
    return this;
  }

  /** Every entity, in order. */
  entities(): Memory[] {
    return this.#entities.all();
  }

  /** Entities of exactly this name, in order. */
  named(name: string): Memory[] {
    return this.#entities.sorted(this.#byName.at(name));
  }

  /** Entities that are called so: by name, else by an id or by a name from before a merge. */
  called(name: string): Memory[] {
    const named = this.named(name);
    if (named.length > 0) return named;
    const own = this.#entities.get(name);
    return own ? [own] : this.#entities.sorted(this.#byAlias.at(name));
  }

  /** These entities, in order. */
  inOrder(entities: Iterable<Memory>): Memory[] {
    return this.#entities.sorted(new Set(entities));
  }

  /** Every relation that is shown, in order. */
  relations(): GraphRelation[] {
    return this.#links.all().flatMap((relation) => this.shown(relation) ?? []);
  }

  /** Relations with at least one end of these names, in order. */
  relationsOf(names: Iterable<string>): Relation[] {
    const found = new Set<Relation>();
    for (const name of names)
      for (const end of [...this.#byName.at(name).map(({ id }) => id), name])
        for (const relation of this.#byEnd.at(end)) if (this.shown(relation)) found.add(relation);
    return this.#links.sorted(found);
  }

  /** Relations that say exactly this; names from before a merge stand for what they became. */
  stated(from: string, relationType: string, to: string): Relation[] {
    const ends = (name: string): string[] => [...this.called(name).map(({ id }) => id), name];
    const found = ends(from).flatMap((start) =>
      ends(to).flatMap((end) => this.#byTriple.at(tripleKey(start, relationType, end))),
    );
    return found.filter((relation) => this.shown(relation));
  }

  /**
   * A relation by the names of its ends. It is shown with both ends or not at all: undefined when one is a memory that this
   * graph does not hold. One that hebb made belongs to the graph by its memories, one with a label by its project.
   */
  shown(relation: Relation): GraphRelation | undefined {
    const from = this.#nameOf(relation.from);
    const to = this.#nameOf(relation.to);
    if (from === undefined || to === undefined) return undefined;
    const { label, project } = relation;
    const isOwn =
      label === undefined
        ? from !== relation.from || to !== relation.to
        : this.#owners.some((owner) => (owner.scope === 'project' ? owner.project : undefined) === project);
    return isOwn ? { from, to, relationType: relationTypeOf(relation) } : undefined;
  }

  /** Rows for what is written now: behind everything of the same moment. */
  nextRow(kind: 'entity' | 'relation', now: string): number {
    return kind === 'entity' ? this.#entities.nextRow(now) : this.#links.nextRow(now);
  }

  #own(memory: Memory | undefined): Memory | undefined {
    if (memory === undefined || !isLive(memory)) return undefined;
    return this.#owners.some((owner) => isSameOwner(owner, memory)) ? memory : undefined;
  }

  #changeMemory(before: Memory | undefined, after: Memory | undefined): void {
    const old = this.#own(before);
    const own = this.#own(after);
    if (old) {
      this.#byName.drop(old.name, old);
      for (const alias of old.aliases) this.#byAlias.drop(alias, old);
    }
    if (own) {
      this.#entities.put(own);
      this.#byName.add(own.name, own);
      for (const alias of own.aliases) this.#byAlias.add(alias, own);
    } else if (old) this.#entities.drop(old.id);
  }

  #changeRelation(before: Relation | undefined, after: Relation | undefined): void {
    if (before) {
      for (const end of [before.from, before.to]) this.#byEnd.drop(end, before);
      this.#byTriple.drop(tripleOf(before), before);
    }
    if (after) {
      this.#links.put(after);
      for (const end of [after.from, after.to]) this.#byEnd.add(end, after);
      this.#byTriple.add(tripleOf(after), after);
    } else if (before) this.#links.drop(before.id);
  }

  #nameOf(end: string): string | undefined {
    const entity = this.#entities.get(end);
    if (entity) return entity.name;
    return looksLikeId(end) || this.#state.memories.has(end) ? undefined : end;
  }
}

const indexes = new WeakMap<State['memories'], Map<string, GraphIndex>>();

/** The index of a graph, made once for a state and brought up to it on every call. */
export function graphIndexOf(state: State, scope: GraphScope): GraphIndex {
  const known = indexes.get(state.memories) ?? new Map<string, GraphIndex>();
  indexes.set(state.memories, known);
  const key = JSON.stringify([scope.owner, ...(scope.others ?? [])]);
  const index = known.get(key) ?? new GraphIndex(state, scope);
  known.set(key, index);
  return index.follow(state);
}
