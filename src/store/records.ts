import * as v from 'valibot';
import type { CandidateFile, ImportedFile } from '../domain/candidate.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { isDict, type Json } from '../domain/json.ts';
import { type Memory, type Relation, relationTypes, type Tombstone } from '../domain/memory.ts';
import type { Operation } from '../domain/plan.ts';
import type { ArchiveEntry, Review } from '../domain/state.ts';

/** The version that this build writes and the newest it reads. */
export const recordVersion = 1;

const text = v.string();
const texts = v.array(text);
const optional = v.exactOptional;
const rev = v.pipe(v.number(), v.integer(), v.minValue(0));
const ratio = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const version = v.literal(recordVersion);
const scope = v.picklist(['user', 'project', 'global']);
const severity = v.picklist(['critical', 'high', 'medium', 'low']);
const polarity = v.picklist(['do', 'avoid']);

const provenance = v.looseObject({
  origin: text,
  at: text,
  sessionId: optional(text),
  runId: optional(text),
  file: optional(text),
  row: optional(v.number()),
  sha: optional(text),
  hash: optional(text),
  eventIds: optional(texts),
  quote: optional(text),
});

const candidate = v.looseObject({
  id: text,
  name: text,
  entityType: text,
  summary: text,
  observations: texts,
  appliesTo: texts,
  severity: optional(severity),
  source: text,
  frequencyHint: optional(v.literal('common')),
  scope,
  user: optional(text),
  project: optional(text),
  branch: optional(text),
  taskPattern: optional(text),
  polarity: optional(polarity),
  confidence: ratio,
  provenance: v.array(provenance),
  graph: optional(v.literal(true)),
});

const memory = v.looseObject({
  v: version,
  id: text,
  rev,
  name: text,
  entityType: text,
  summary: text,
  observations: texts,
  appliesTo: texts,
  severity,
  source: text,
  polarity: optional(polarity),
  scope,
  user: optional(text),
  project: optional(text),
  area: optional(text),
  branch: optional(text),
  taskPattern: optional(text),
  patternId: optional(text),
  status: v.picklist([
    'pending',
    'active',
    'confirmed',
    'superseded',
    'rejected',
    'blocked',
    'consolidated',
    'retracted',
  ]),
  support: v.number(),
  confidence: ratio,
  base: ratio,
  decayRate: ratio,
  anchoredAt: text,
  folded: optional(v.object({ helpful: v.number(), notHelpful: v.number() })),
  discoveredAt: text,
  admittedAt: text,
  pinned: v.boolean(),
  critical: v.boolean(),
  citations: texts,
  provenance: v.array(provenance),
  gate: v.record(text, text),
  aliases: texts,
  supersededBy: optional(text),
  consolidatedInto: optional(text),
  promotedAt: optional(text),
  graph: optional(v.literal(true)),
  updatedAt: text,
});

const relation = v.looseObject({
  v: version,
  id: text,
  rev,
  from: text,
  type: v.picklist(relationTypes),
  to: text,
  reason: optional(text),
  label: optional(text),
  project: optional(text),
  row: optional(v.number()),
  at: text,
  updatedAt: text,
});

const tombstone = v.looseObject({
  v: version,
  id: text,
  rev,
  tombstone: v.literal(true),
  memoryId: text,
  key: text,
  at: text,
  reason: text,
  scope,
  user: optional(text),
  project: optional(text),
  discoveredAt: text,
  liftedAt: optional(text),
  updatedAt: text,
});

const review = v.looseObject({
  v: version,
  id: text,
  rev,
  kind: v.picklist(['similar', 'contradiction']),
  a: text,
  b: text,
  similarity: ratio,
  reason: text,
  decision: optional(v.picklist(['keep-new', 'keep-existing', 'keep-both'])),
  reviewedBy: optional(v.picklist(['human', 'agent'])),
  at: text,
  updatedAt: text,
});

const archiveEntry = v.looseObject({
  v: version,
  id: text,
  at: text,
  reason: text,
  memory,
  relations: v.array(relation),
});

const candidateFile = v.looseObject({
  v: version,
  id: text,
  source: text,
  at: text,
  project: optional(text),
  candidates: v.array(candidate),
});

const judged = v.looseObject({
  candidate,
  verdict: v.picklist([
    'saved',
    'superseding',
    'duplicate',
    'contradicts',
    'below-threshold',
    'rejected',
    'blocked',
    'needs-review',
    'pending',
  ]),
  score: v.number(),
  threshold: v.number(),
  terms: v.array(v.looseObject({ term: text, points: v.number() })),
  reason: text,
  memoryId: optional(text),
});

const importedFile = v.looseObject({
  v: version,
  id: text,
  source: text,
  at: text,
  importedAt: text,
  judged: v.array(judged),
});

const json = v.custom<Json>((value) => value !== undefined, 'not a JSON value');

const operation = v.looseObject({
  v: version,
  seq: v.pipe(v.number(), v.integer()),
  id: text,
  group: text,
  at: text,
  command: text,
  changes: v.array(
    v.looseObject({
      target: text,
      before: json,
      after: json,
      reason: v.looseObject({
        rule: text,
        text,
        evidence: texts,
        numbers: v.record(text, v.union([v.number(), text])),
      }),
    }),
  ),
});

/** The version a record says it has; 0 when it says none. */
export const versionOf = (value: unknown): number =>
  isDict(value) && typeof value.v === 'number' ? value.v : 0;

/** A parser that names the first thing that is wrong. */
export function parser<T>(what: string, schema: v.GenericSchema<unknown, T>): (value: unknown) => Result<T> {
  return (value) => {
    const parsed = v.safeParse(schema, value, { abortEarly: true });
    if (parsed.success) return success(parsed.output);
    const [issue] = parsed.issues;
    const at = v.getDotPath(issue) ?? '';
    return failed(
      'record.invalid',
      `not a ${what}: ${at ? `"${at}": ` : ''}${issue.message}`,
      'correct the record',
    );
  };
}

/** Parsers of everything that lies in a home; unknown keys are kept as they are. */
export const parseMemory: (value: unknown) => Result<Memory> = parser('memory', memory);
export const parseRelation: (value: unknown) => Result<Relation> = parser('relation', relation);
export const parseTombstone: (value: unknown) => Result<Tombstone> = parser('tombstone', tombstone);
export const parseReview: (value: unknown) => Result<Review> = parser('review', review);
export const parseArchiveEntry: (value: unknown) => Result<ArchiveEntry> = parser(
  'archive entry',
  archiveEntry,
);
export const parseCandidateFile: (value: unknown) => Result<CandidateFile> = parser(
  'candidate file',
  candidateFile,
);
export const parseImportedFile: (value: unknown) => Result<ImportedFile> = parser(
  'imported file',
  importedFile,
);
export const parseOperation: (value: unknown) => Result<Operation> = parser('journal operation', operation);
