import type { Attention, Edge, Tag } from '../domain/association.ts';
import type { CandidateFile, ImportedFile } from '../domain/candidate.ts';
import { fail, type Result, success } from '../domain/failure.ts';
import { isDict, type Json } from '../domain/json.ts';
import type { Memory, Relation, Tombstone } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import type { Profile, Skill, TaskPattern } from '../domain/skill.ts';
import {
  type ArchiveEntry,
  type Collection,
  type CoreMemory,
  collections,
  type Review,
  type State,
  splitTarget,
  targetOf,
} from '../domain/state.ts';
import * as knowledge from './knowledge-records.ts';
import { coreSections } from './layout.ts';
import * as parse from './records.ts';

/** Every record of a home in memory, by collection and id; core memory by `<section>/<key>` or `<key>`. */
export interface Tables {
  readonly memories: Map<string, Memory>;
  readonly tombstones: Map<string, Tombstone>;
  readonly relations: Map<string, Relation>;
  readonly reviews: Map<string, Review>;
  readonly tags: Map<string, Tag>;
  readonly edges: Map<string, Edge>;
  readonly attention: Map<string, Attention>;
  readonly patterns: Map<string, TaskPattern>;
  readonly skills: Map<string, Skill>;
  readonly profiles: Map<string, Profile>;
  readonly documents: Map<string, string>;
  readonly core: Map<string, Json>;
  readonly extracted: Map<string, CandidateFile>;
  readonly imported: Map<string, ImportedFile>;
  readonly archive: Map<string, ArchiveEntry>;
}

/** No records. */
export const emptyTables = (): Tables => ({
  memories: new Map(),
  tombstones: new Map(),
  relations: new Map(),
  reviews: new Map(),
  tags: new Map(),
  edges: new Map(),
  attention: new Map(),
  patterns: new Map(),
  skills: new Map(),
  profiles: new Map(),
  documents: new Map(),
  core: new Map(),
  extracted: new Map(),
  imported: new Map(),
  archive: new Map(),
});

function put<T>(table: Map<string, T>, id: string, parsed: Result<T>): Result<unknown> {
  if (parsed.ok) table.set(id, parsed.value);
  return parsed;
}

/** Whether a text names a collection. */
export const isCollection = (name: string): name is Collection => collections.some((known) => known === name);

/** Stores a record after parsing it, or removes it when the value is null. */
export function setRecord(tables: Tables, target: string, value: Json): Result<unknown> {
  const { collection, id } = splitTarget(target);
  if (!isCollection(collection)) return success(null);
  if (value === null) return success(tables[collection].delete(id));
  switch (collection) {
    case 'memories':
      return put(tables.memories, id, parse.parseMemory(value));
    case 'tombstones':
      return put(tables.tombstones, id, parse.parseTombstone(value));
    case 'relations':
      return put(tables.relations, id, parse.parseRelation(value));
    case 'reviews':
      return put(tables.reviews, id, parse.parseReview(value));
    case 'tags':
      return put(tables.tags, id, knowledge.parseTag(value));
    case 'edges':
      return put(tables.edges, id, knowledge.parseEdge(value));
    case 'attention':
      return put(tables.attention, id, knowledge.parseAttention(value));
    case 'patterns':
      return put(tables.patterns, id, knowledge.parsePattern(value));
    case 'skills':
      return put(tables.skills, id, knowledge.parseSkill(value));
    case 'profiles':
      return put(tables.profiles, id, knowledge.parseProfile(value));
    case 'documents':
      return put(tables.documents, id, knowledge.parseDocument(id, value));
    case 'extracted':
      return put(tables.extracted, id, parse.parseCandidateFile(value));
    case 'imported':
      return put(tables.imported, id, parse.parseImportedFile(value));
    case 'archive':
      return put(tables.archive, id, parse.parseArchiveEntry(value));
    case 'core':
      return success(tables.core.set(id, value));
  }
}

/** A record as JSON, or null where there is none. The types above hold nothing but JSON. */
export function recordOf(tables: Tables, target: string): Json {
  const { collection, id } = splitTarget(target);
  if (!isCollection(collection)) return null;
  return (tables[collection].get(id) ?? null) as Json;
}

/** Applies committed changes in order. A record that no longer parses is a defect of the journal and is named. */
export function applyTo(tables: Tables, changes: readonly Change[]): void {
  for (const { target, after } of changes) {
    const result = setRecord(tables, target, after);
    if (!result.ok)
      throw fail('journal.invalid', `journal: ${target}: ${result.failure.message}`, 'run `hebb doctor`');
  }
}

/** Core memory as one document. */
export function coreDocument(core: ReadonlyMap<string, Json>): CoreMemory {
  const document: Record<string, Json> = {};
  for (const [id, value] of core) {
    const cut = id.indexOf('/');
    const section = cut < 0 ? undefined : id.slice(0, cut);
    if (section === undefined) document[id] = value;
    else
      document[section] = {
        ...(isDict(document[section]) ? document[section] : {}),
        [id.slice(cut + 1)]: value,
      } as Json;
  }
  return document;
}

const isSection = (key: string): boolean => coreSections.some((section) => section === key);

/** Core memory's document as records. A section is its keys, so that an empty one is none. */
export function coreRecords(document: Readonly<Record<string, unknown>>): [string, Json][] {
  return Object.entries(document).flatMap(([key, value]): [string, Json][] => {
    if (!isSection(key) || !isDict(value)) return [[key, value as Json]];
    return Object.entries(value).map(([inner, item]) => [`${key}/${inner}`, item as Json]);
  });
}

/** What planners see. The ledgers that grow for years are read only when a planner looks at them. */
export const stateOf = (tables: Tables): State => ({
  memories: tables.memories,
  tombstones: tables.tombstones,
  relations: tables.relations,
  reviews: tables.reviews,
  tags: tables.tags,
  edges: tables.edges,
  attention: tables.attention,
  patterns: tables.patterns,
  skills: tables.skills,
  profiles: tables.profiles,
  documents: tables.documents,
  extracted: tables.extracted,
  core: coreDocument(tables.core),
  get imported() {
    return tables.imported;
  },
  get archive() {
    return tables.archive;
  },
});

/** Every record of a state by its target. */
export function recordsIn(state: State): Map<string, Json> {
  const named = collections.flatMap((name): [string, Json][] =>
    name === 'core'
      ? coreRecords(state.core).map(([id, value]) => [targetOf(name, id), value])
      : [...state[name]].map(([id, value]) => [targetOf(name, id), value as Json]),
  );
  return new Map(named);
}

/** How a record stands in a state, by its target: what an inverse is checked against. */
export const currentOf =
  (state: State) =>
  (target: string): Json => {
    const { collection, id } = splitTarget(target);
    if (collection === 'core') return coreRecords(state.core).find(([key]) => key === id)?.[1] ?? null;
    return isCollection(collection)
      ? (((state[collection] as ReadonlyMap<string, unknown>).get(id) as Json | undefined) ?? null)
      : null;
  };
