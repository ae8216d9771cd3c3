import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { Skill, SkillVersion, TaskPattern } from '../../src/domain/skill.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { addDays } from '../../src/domain/time.ts';
import type { SettledProposal } from '../../src/pipeline/plan-skill-version.ts';
import { skillPath, versionPath } from '../../src/pipeline/plan-skill-version.ts';
import type { ProposalInput, SkillProposal } from '../../src/pipeline/propose-skills.ts';
import { fingerprintOf } from '../../src/pipeline/skill-sources.ts';
import { memory, now } from './samples.ts';

/** A learning of a kind of work, waiting to become part of a skill. */
export const learning = (id: string, patternId = 'p-hooks', fields: Partial<Memory> = {}): Memory =>
  memory(id, {
    scope: 'project',
    project: 'p',
    status: 'confirmed',
    taskPattern: 'fix hooks',
    patternId,
    ...fields,
  });

/** So many learnings of one kind: `m-1`, `m-2`, … */
export const learnings = (count: number, patternId?: string): Memory[] =>
  Array.from({ length: count }, (_, at) => learning(`m-${at + 1}`, patternId));

export const pattern = (
  id = 'p-hooks',
  label = 'fix hooks',
  fields: Partial<TaskPattern> = {},
): TaskPattern => ({
  v: 1,
  id,
  rev: 1,
  project: 'p',
  label,
  aliases: [],
  sessions: [],
  discoveredAt: now,
  updatedAt: now,
  ...fields,
});

/** A version that holds these learnings, written long ago. */
export const version = (
  number: number,
  sources: readonly Memory[],
  fields: Partial<SkillVersion> = {},
): SkillVersion => ({
  version: number,
  action: number === 1 ? 'create' : 'patch',
  rationale: 'because',
  sources: sources.map(({ id }) => id),
  informedBy: [],
  citations: {},
  fingerprint: fingerprintOf(sources),
  outcome: 'live',
  decidedBy: 'auto',
  at: addDays(now, -10),
  ...fields,
});

/** A live skill made from these learnings. */
export const skill = (id: string, sources: readonly Memory[], fields: Partial<Skill> = {}): Skill => ({
  v: 1,
  id,
  rev: 1,
  description: `Fixes hooks. Use when a hook of ${id} fails.`,
  source: 'learned',
  status: 'active',
  role: 'user',
  project: 'p',
  patterns: ['p-hooks'],
  version: 1,
  versions: [version(1, sources)],
  activatedAt: addDays(now, -10),
  discoveredAt: addDays(now, -10),
  updatedAt: addDays(now, -10),
  ...fields,
});

/** A SKILL.md. */
export const textOf = (
  name: string,
  step = 'Look at the guard first.',
  description = 'Use when hooks fail.',
) => `---\nname: ${name}\ndescription: ${description}\n---\n\n## Procedure\n\n1. ${step}\n`;

/** What a home holds. */
export interface Held {
  readonly memories?: readonly Memory[];
  readonly patterns?: readonly TaskPattern[];
  readonly skills?: readonly Skill[];
}

const keyed = <T extends { readonly id: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.id, record]));

/** A state with these, the texts of each version, and what live skills hold marked as consolidated. */
export function stateWith({ memories = [], patterns = [pattern()], skills = [] }: Held): State {
  const holder = new Map(
    skills
      .filter(({ status }) => status === 'active')
      .flatMap((one) =>
        one.versions
          .filter(({ version: number }) => number === one.version)
          .flatMap(({ sources }) => sources.map((id) => [id, one.id] as const)),
      ),
  );
  const documents = new Map<string, string>();
  for (const { id, version: current, versions } of skills) {
    for (const { version: number } of versions)
      documents.set(versionPath(id, number), textOf(id, `Step ${number}.`));
    documents.set(skillPath(id), textOf(id, `Step ${current}.`));
  }
  return {
    ...emptyState,
    memories: keyed(
      memories.map((one): Memory => {
        const into = holder.get(one.id);
        const isHeld = into !== undefined && one.status === 'confirmed';
        return isHeld ? { ...one, status: 'consolidated', consolidatedInto: into } : one;
      }),
    ),
    patterns: keyed(patterns),
    skills: keyed(skills),
    documents,
  };
}

/** A run of consolidation at this moment. */
export const proposing = (fields: Partial<ProposalInput> = {}): ProposalInput => ({
  runs: [],
  policy: defaultPolicy.skills,
  likeness: defaultPolicy.patterns.likeness,
  now,
  force: false,
  ...fields,
});

/** A proposal for which a text was written. */
export const written = (proposal: SkillProposal): SettledProposal => ({
  proposal,
  outcome:
    proposal.kind === 'retire'
      ? { kind: 'ended' }
      : {
          kind: 'written',
          distilled: {
            kind: 'skill',
            document: {
              name: proposal.slug,
              description: 'Use when hooks fail.',
              metadata: {},
              otherKeys: [],
              body: `## Procedure\n\n1. From ${proposal.learnings.length} learnings.`,
            },
            citations: {},
          },
        },
});

/** A proposal that the rules refused. */
export const refused = (proposal: SkillProposal): SettledProposal => ({
  proposal,
  outcome: { kind: 'refused', reasons: ['body.too-long: too long'] },
});
