import type { Attention, Edge, Tag } from './association.ts';
import type { CandidateFile, ImportedFile } from './candidate.ts';
import type { Json } from './json.ts';
import type { Memory, Relation, Tombstone } from './memory.ts';
import type { Profile, Skill, TaskPattern } from './skill.ts';

/** Core memory as a person reads it; unknown keys are kept as they are. */
export interface CoreMemory {
  readonly stablePatterns?: Readonly<Record<string, Json>>;
  readonly preferences?: Readonly<Record<string, Json>>;
  readonly beliefs?: Readonly<Record<string, Json>>;
  readonly memoryConfig?: Readonly<Record<string, Json>>;
  readonly lastConsolidation?: string;
  readonly lastUpdated?: string;
  readonly [key: string]: Json | undefined;
}

/** What planners read: everything in the home that can change through a plan, keyed by id. */
export interface State {
  readonly memories: ReadonlyMap<string, Memory>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly tombstones: ReadonlyMap<string, Tombstone>;
  readonly core: CoreMemory;
  /** Candidates waiting for the door. */
  readonly extracted: ReadonlyMap<string, CandidateFile>;
  /** Candidates with a verdict. */
  readonly imported: ReadonlyMap<string, ImportedFile>;
  /** Pairs that a person should look at, or has looked at. */
  readonly reviews: ReadonlyMap<string, Review>;
  readonly tags: ReadonlyMap<string, Tag>;
  readonly edges: ReadonlyMap<string, Edge>;
  /** One record, `attention`, or none. */
  readonly attention: ReadonlyMap<string, Attention>;
  readonly patterns: ReadonlyMap<string, TaskPattern>;
  readonly skills: ReadonlyMap<string, Skill>;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** Texts of Markdown files by their path in the home: `skills/<slug>/SKILL.md`, `profiles/<user hash>/profile.md`, and their versions. */
  readonly documents: ReadonlyMap<string, string>;
  /** What was forgotten. */
  readonly archive: ReadonlyMap<string, ArchiveEntry>;
}

/** What may be decided of two memories that both stay on record. */
export type ReviewDecision = 'keep-new' | 'keep-existing' | 'keep-both';

/**
 * Two memories to look at: alike and not mergeable without a look, or contradicting one another. Id: hash of both ids.
 * Once decided it stays, so that no later run asks again or does otherwise.
 */
export interface Review {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly kind: 'similar' | 'contradiction';
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
  readonly reason: string;
  readonly decision?: ReviewDecision;
  readonly reviewedBy?: 'human' | 'agent';
  readonly at: string;
  readonly updatedAt: string;
}

/** Whether nobody has decided it yet. */
export const isOpenReview = ({ decision }: Review): boolean => decision === undefined;

/** A forgotten memory, whole, with its relations; an item of `archive/<day>-forgotten.json`. Id: `<day>/<memory id>`. */
export interface ArchiveEntry {
  readonly v: 1;
  readonly id: string;
  readonly at: string;
  readonly reason: string;
  readonly memory: Memory;
  readonly relations: readonly Relation[];
}

/** An empty home. */
export const emptyState: State = {
  memories: new Map(),
  relations: new Map(),
  tombstones: new Map(),
  core: {},
  extracted: new Map(),
  imported: new Map(),
  reviews: new Map(),
  tags: new Map(),
  edges: new Map(),
  attention: new Map(),
  patterns: new Map(),
  skills: new Map(),
  profiles: new Map(),
  documents: new Map(),
  archive: new Map(),
};

/** Names of the collections a change's target may begin with, in the order in which they are published. */
export const collections = [
  'archive',
  'memories',
  'tombstones',
  'relations',
  'reviews',
  'tags',
  'edges',
  'attention',
  'patterns',
  'skills',
  'profiles',
  'documents',
  'core',
  'imported',
  'extracted',
] as const;

/** One of `collections`. */
export type Collection = (typeof collections)[number];

/** `<collection>/<id>` of a record; for core memory the id is `<section>/<key>` or `<key>`. */
export const targetOf = (collection: Collection, id: string): string => `${collection}/${id}`;

/** The two halves of a target. */
export function splitTarget(target: string): { collection: string; id: string } {
  const cut = target.indexOf('/');
  return { collection: target.slice(0, cut), id: target.slice(cut + 1) };
}
