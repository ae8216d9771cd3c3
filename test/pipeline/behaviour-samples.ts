import type { RunDigest, ShadowRecord } from '../../src/domain/run-digest.ts';
import type { Skill, SkillVersion } from '../../src/domain/skill.ts';
import { addDays } from '../../src/domain/time.ts';
import { now } from './samples.ts';

/** A procedure, its class as a whole run. */
export const procedure = {
  hash: 'c'.repeat(64),
  kind: 'run',
  units: ['edit sql', 'run prisma generate', 'edit typescript', 'run npm test'],
} as const;

/** A run in short: of the procedure, ended well, an hour ago, unless it is said otherwise. */
export const digest = (id: string, fields: Partial<RunDigest> = {}): RunDigest => ({
  id,
  sessionId: `s-${id}`,
  project: 'p',
  outcome: 'success',
  closed: true,
  createdAt: addDays(now, -1 / 24),
  query: `add migration ${id}`,
  classHash: procedure.hash,
  units: procedure.units,
  skills: [],
  place: { file: '2026-06.jsonl', offset: 0, length: 1 },
  ...fields,
});

/** What a trial recorded of a run: it went the skill's way, and well. */
export const shadow = (runId: string, at: string, fields: Partial<ShadowRecord> = {}): ShadowRecord => ({
  v: 1,
  kind: 'shadow',
  id: `${runId}:a:1`,
  runId,
  slug: 'a',
  version: 1,
  applicability: 0.6,
  expected: procedure.hash,
  observed: procedure.hash,
  match: true,
  outcome: 'success',
  at,
  ...fields,
});

/** A version from behaviour. */
export const behaviourVersion = (number: number, fields: Partial<SkillVersion> = {}): SkillVersion => ({
  version: number,
  action: 'create',
  rationale: 'because',
  sources: [],
  informedBy: [],
  citations: {},
  fingerprint: `f${number}`,
  outcome: 'live',
  decidedBy: 'human',
  at: addDays(now, -30),
  ...fields,
});

/** A skill from behaviour, in use for 20 days. */
export const behaviourSkill = (id: string, fields: Partial<Skill> = {}): Skill => ({
  v: 1,
  id,
  rev: 1,
  description: 'Use when you are asked to add a migration.',
  source: 'behaviour',
  status: 'active',
  role: 'user',
  project: 'p',
  patterns: [],
  runClass: procedure,
  version: 1,
  versions: [behaviourVersion(1)],
  activatedAt: addDays(now, -20),
  baseline: { successRate: 0.9, executions: 10, commands: [] },
  discoveredAt: addDays(now, -30),
  updatedAt: addDays(now, -20),
  ...fields,
});
