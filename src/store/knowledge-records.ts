import * as v from 'valibot';
import type { Attention, Edge, Tag } from '../domain/association.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import {
  type Profile,
  profileActions,
  type Skill,
  skillSources,
  skillStatuses,
  type TaskPattern,
  versionActions,
} from '../domain/skill.ts';
import { isDocumentPath } from './layout.ts';
import { parser, recordVersion } from './records.ts';

const text = v.string();
const texts = v.array(text);
const optional = v.exactOptional;
const ratio = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const weight = v.pipe(v.number(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const head = { v: v.literal(recordVersion), id: text, rev: count, updatedAt: text };

const ledger = {
  sessions: v.array(v.looseObject({ sessionId: text, at: text })),
  count,
  countedUntil: optional(text),
};

const tag = v.looseObject({
  ...head,
  ...ledger,
  name: text,
  user: text,
  status: v.picklist(['pending_review', 'active']),
  base: ratio,
  decayRate: ratio,
  anchoredAt: text,
  discoveredAt: text,
});

const edge = v.looseObject({
  ...head,
  ...ledger,
  kind: v.picklist(['tags', 'memories']),
  a: text,
  b: text,
  weight,
  at: text,
});

const attention = v.looseObject({
  ...head,
  id: v.literal('attention'),
  topics: v.record(text, ratio),
  at: text,
});

const pattern = v.looseObject({
  ...head,
  project: text,
  label: text,
  aliases: texts,
  sessions: texts,
  mergedInto: optional(text),
  refused: optional(v.looseObject({ at: text, reasons: texts, fingerprint: text })),
  discoveredAt: text,
});

const skillVersion = v.looseObject({
  version: count,
  action: v.picklist(versionActions),
  rationale: text,
  sources: texts,
  informedBy: texts,
  citations: v.record(text, text),
  fingerprint: text,
  outcome: v.picklist(['proposed', 'live', 'rejected', 'replaced']),
  decidedBy: v.picklist(['auto', 'human']),
  at: text,
});

const skill = v.looseObject({
  ...head,
  description: text,
  source: v.picklist(skillSources),
  status: v.picklist(skillStatuses),
  role: v.picklist(['user', 'developer']),
  project: text,
  user: optional(text),
  patterns: texts,
  runClass: optional(v.looseObject({ hash: text, kind: v.picklist(['run', 'mined']), units: texts })),
  version: count,
  versions: v.array(skillVersion),
  ended: optional(v.looseObject({ at: text, reason: text, fingerprint: text })),
  activatedAt: optional(text),
  baseline: optional(
    v.looseObject({ successRate: ratio, executions: count, commands: texts, machine: optional(text) }),
  ),
  discoveredAt: text,
});

const foldedFacts = v.array(v.looseObject({ id: text, said: text }));

const profile = v.looseObject({
  ...head,
  user: text,
  version: count,
  versions: v.array(
    v.looseObject({
      version: count,
      action: v.picklist(profileActions),
      rationale: text,
      entries: v.array(v.looseObject({ facts: foldedFacts, writtenBy: v.picklist(['auto', 'human']) })),
      leftOut: foldedFacts,
      decidedBy: v.picklist(['auto', 'human']),
      at: text,
    }),
  ),
  refused: optional(v.looseObject({ at: text, reasons: texts, offered: text })),
});

/** Parsers of what is learned of memories: tags, edges, focus, kinds of work, skills and profiles. */
export const parseTag: (value: unknown) => Result<Tag> = parser('tag', tag);
export const parseEdge: (value: unknown) => Result<Edge> = parser('edge', edge);
export const parseAttention: (value: unknown) => Result<Attention> = parser('focus', attention);
export const parsePattern: (value: unknown) => Result<TaskPattern> = parser('task pattern', pattern);
export const parseSkill: (value: unknown) => Result<Skill> = parser('skill', skill);
export const parseProfile: (value: unknown) => Result<Profile> = parser('profile', profile);

/** The text of a skill or profile, under a path that hebb keeps. */
export const parseDocument = (path: string, value: unknown): Result<string> =>
  typeof value === 'string' && isDocumentPath(path)
    ? success(value)
    : failed('record.invalid', `${path}: not a text of a skill or profile`, 'correct the record');
