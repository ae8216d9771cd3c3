import * as v from 'valibot';
import type { Event } from '../domain/event.ts';
import { evaluations, type Run } from '../domain/run.ts';
import type { Refusal, ShadowRecord } from '../domain/run-digest.ts';
import type { SessionDoc } from '../domain/session.ts';
import { type Usage, usageKinds } from '../domain/usage.ts';
import { parser } from './records.ts';

const text = v.string();
const texts = v.array(text);
const optional = v.exactOptional;
const ok = v.union([v.boolean(), v.literal('unknown')]);
const project = v.looseObject({ id: text, name: text });

const event = v.looseObject({
  v: v.literal(1),
  id: text,
  at: text,
  client: text,
  clientVersion: optional(text),
  kind: v.picklist([
    'prompt',
    'edit',
    'command',
    'tool',
    'tool-failed',
    'stop',
    'session-start',
    'session-end',
    'compact',
  ]),
  sessionId: text,
  promptId: optional(text),
  turnId: optional(text),
  toolUseId: optional(text),
  agentId: optional(text),
  project,
  user: text,
  cwd: text,
  branch: optional(text),
  branchCertain: v.boolean(),
  area: optional(text),
  tool: optional(text),
  files: texts,
  language: optional(text),
  command: optional(text),
  ok,
  errorText: optional(text),
  durationMs: optional(v.number()),
  patterns: texts,
  userModified: optional(v.boolean()),
  text: optional(text),
});

const step = v.looseObject({
  toolUseId: text,
  tool: text,
  argKeys: texts,
  shape: text,
  ok,
  at: text,
  row: v.number(),
  files: texts,
  command: optional(text),
  errorText: optional(text),
  signature: optional(text),
  transient: optional(v.boolean()),
  refused: optional(v.boolean()),
  agentId: optional(text),
  skill: optional(text),
  masked: optional(v.boolean()),
});

const outcome = v.picklist(['success', 'failure', 'unknown']);

const run = v.looseObject({
  v: v.literal(1),
  id: text,
  sessionId: text,
  client: text,
  project: text,
  user: optional(text),
  query: text,
  steps: v.array(step),
  interrupted: optional(v.boolean()),
  outcome,
  outcomeSource: text,
  evaluatorError: optional(text),
  evaluation: optional(v.picklist(evaluations)),
  strictHash: optional(text),
  classHash: optional(text),
  skillsInContext: optional(
    v.array(
      v.looseObject({ slug: text, version: v.number(), how: v.picklist(['injected', 'fetched', 'opened']) }),
    ),
  ),
  createdAt: text,
  closed: v.boolean(),
});

const shadow = v.looseObject({
  v: v.literal(1),
  kind: v.literal('shadow'),
  id: text,
  runId: text,
  slug: text,
  version: v.number(),
  applicability: v.number(),
  expected: text,
  observed: v.nullable(text),
  match: v.boolean(),
  outcome,
  at: text,
});

const refusal = v.looseObject({
  v: v.literal(1),
  kind: v.literal('refused'),
  id: text,
  project: text,
  user: optional(text),
  classHash: text,
  reasons: texts,
  lastSeenAt: text,
  at: text,
});

const remedy = v.looseObject({ kind: v.picklist(['edited', 'ran']), what: text, eventId: text });

const sessionDoc = v.looseObject({
  v: v.literal(1),
  id: text,
  client: text,
  clientVersion: optional(text),
  project,
  user: text,
  cwd: text,
  branch: optional(text),
  area: optional(text),
  startedAt: text,
  endedAt: text,
  prompts: v.number(),
  steps: v.number(),
  failures: v.number(),
  tags: v.record(text, v.number()),
  instructions: v.array(v.looseObject({ key: text, text, row: v.number(), at: text })),
  said: v.record(text, v.number()),
  openRun: v.nullable(run),
  previousRun: v.nullable(run),
  openCalls: v.array(v.looseObject({ step, event })),
  openErrors: v.array(
    v.looseObject({
      runId: optional(text),
      row: v.number(),
      failures: texts,
      step,
      between: v.array(remedy),
      gone: optional(v.literal(true)),
    }),
  ),
  seen: texts,
});

const usage = v.looseObject({
  v: v.literal(1),
  id: text,
  memoryId: text,
  kind: v.picklist(usageKinds),
  at: text,
  by: v.picklist(['derived', 'person']),
  sessionId: optional(text),
  runId: optional(text),
  evidence: texts,
  note: optional(text),
});

/** Parsers of what was observed. */
export const parseEvent = parser<Event>('event', event);
export const parseRun = parser<Run>('run', run);
export const parseShadowRecord = parser<ShadowRecord>('shadow record', shadow);
export const parseRefusal = parser<Refusal>('refusal', refusal);
export const parseSessionDoc = parser<SessionDoc>('session', sessionDoc);
export const parseUsage = parser<Usage>('usage line', usage);
