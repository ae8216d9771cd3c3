import type { Distilled } from '../domain/distil.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { SkillActivation } from '../domain/policy.ts';
import type { Skill, SkillVersion, TaskPattern } from '../domain/skill.ts';
import { type State, targetOf } from '../domain/state.ts';
import type { SkillProposal } from './propose-skills.ts';
import { changeRecord } from './record-changes.ts';
import { renderSkill } from './render-skill.ts';
import { consolidateChanges, releaseChanges } from './skill-learnings.ts';
import { currentVersion } from './skill-sources.ts';

/** What became of a proposal: a text that passed every rule, or why there is none. */
export type ProposalOutcome =
  | { readonly kind: 'written'; readonly distilled: Extract<Distilled, { readonly kind: 'skill' }> }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'ended' };

/** A proposal with its outcome. */
export interface SettledProposal {
  readonly proposal: SkillProposal;
  readonly outcome: ProposalOutcome;
}

/** How versions land. */
export interface LandInput {
  readonly activation: SkillActivation;
  readonly now: string;
}

/** Path of the text that clients and people read. */
export const skillPath = (slug: string): string => `skills/${slug}/SKILL.md`;

/** Path of the text of a version. */
export const versionPath = (slug: string, version: number): string => `skills/${slug}/versions/${version}.md`;

/** The next number of a skill's versions, which are never given twice. */
export const nextVersion = (skill: Skill | undefined): number =>
  Math.max(0, ...(skill?.versions ?? []).map(({ version }) => version)) + 1;

/** A text of the home before and after. */
export function changeText(
  state: State,
  path: string,
  { after, reason }: { readonly after: string | null; readonly reason: Reason },
): Change {
  return { target: targetOf('documents', path), before: state.documents.get(path) ?? null, after, reason };
}

const reasonOf = ({ kind, slug, why, learnings, pattern }: SkillProposal): Reason => ({
  rule: `skill.${kind}`,
  text: `${slug}: ${why}.`,
  evidence: [pattern.id, ...learnings.map(({ id }) => id)],
  numbers: { learnings: learnings.length },
});

/** What settled proposals change, and those that another run was quicker with. */
export interface SkillVersionsPlan extends Plan {
  /** Slugs of proposals that were left: what they were made from is not as it was. */
  readonly overtaken: readonly string[];
}

/** The operations of some settled proposals: versions, what they consolidate, what ends, and what was refused. */
export function planSkillVersions(
  state: State,
  settled: readonly SettledProposal[],
  input: LandInput,
): SkillVersionsPlan {
  const standing = settled.filter(({ proposal }) => isStanding(state, proposal));
  const changes = standing.flatMap(({ proposal, outcome }) => {
    if (outcome.kind === 'written') return landChanges(state, { proposal, outcome, input });
    if (outcome.kind === 'ended') return endChanges(state, proposal, input.now);
    return refuseChanges(state, { proposal, reasons: outcome.reasons, now: input.now });
  });
  const overtaken = settled.filter((one) => !standing.includes(one)).map(({ proposal }) => proposal.slug);
  return { command: 'consolidate skills', changes, overtaken };
}

/** Whether the skills and learnings of a proposal are still as it saw them: texts take time to write, and another run may be quicker. */
function isStanding({ skills, memories }: State, { slug, skill, merged, learnings }: SkillProposal): boolean {
  return (
    skills.get(slug)?.rev === skill?.rev &&
    merged.every(({ id, rev }) => skills.get(id)?.rev === rev) &&
    learnings.every(({ id, rev }) => memories.get(id)?.rev === rev)
  );
}

interface Refusal {
  readonly proposal: SkillProposal;
  readonly reasons: readonly string[];
  readonly now: string;
}

function refuseChanges({ patterns }: State, { proposal, reasons, now }: Refusal): Change[] {
  const pattern = patterns.get(proposal.pattern.id);
  if (!pattern) return [];
  const { fingerprint } = proposal;
  const after: TaskPattern = {
    ...pattern,
    rev: pattern.rev + 1,
    refused: { at: now, reasons, fingerprint },
    updatedAt: now,
  };
  const reason = { ...reasonOf(proposal), rule: 'skill.refused', text: `No skill: ${reasons.join('; ')}` };
  return [changeRecord('patterns', { before: pattern, after, reason })];
}

interface Landing {
  readonly proposal: SkillProposal;
  readonly outcome: Extract<ProposalOutcome, { readonly kind: 'written' }>;
  readonly input: LandInput;
}

function versionOf({ proposal, outcome, input }: Landing, number: number): SkillVersion {
  const { kind, errors, failures, learnings, fingerprint, why } = proposal;
  return {
    version: number,
    action: kind === 'retire' ? 'repair' : kind,
    rationale: why,
    sources: learnings.map(({ id }) => id),
    informedBy: [...errors, ...failures].map(({ id }) => id),
    citations: outcome.distilled.citations,
    fingerprint,
    outcome: input.activation === 'auto' ? 'live' : 'proposed',
    decidedBy: 'auto',
    at: input.now,
  };
}

function landChanges(state: State, landing: Landing): Change[] {
  const { proposal, outcome, input } = landing;
  const { slug, skill } = proposal;
  const reason = reasonOf(proposal);
  const rendered = renderSkill(outcome.distilled.document);
  if (!rendered.ok) {
    const reasons = rendered.problems.map(({ text }) => text);
    return refuseChanges(state, { proposal, reasons, now: input.now });
  }
  const number = nextVersion(skill);
  const version = versionOf(landing, number);
  const isLive = input.activation === 'auto';
  const after = nextSkill({
    proposal,
    version,
    isLive,
    description: outcome.distilled.document.description,
    now: input.now,
  });
  const text = { after: rendered.text, reason };
  return [
    changeRecord('skills', { before: skill ?? null, after, reason }),
    changeText(state, versionPath(slug, number), text),
    ...(isLive || !skill ? [changeText(state, skillPath(slug), text)] : []),
    ...(isLive ? consolidateChanges(state, { skill: after, before: skill, reason, now: input.now }) : []),
    ...(isLive
      ? proposal.merged.map((one) => mergedChange(one, { into: slug, reason, now: input.now }))
      : []),
  ];
}

/** The versions that were, as the next one leaves them: of those that are live or wait there is one each. */
const supersede = (versions: readonly SkillVersion[], isLive: boolean): SkillVersion[] =>
  versions.map((one) =>
    one.outcome === 'proposed' || (isLive && one.outcome === 'live') ? { ...one, outcome: 'replaced' } : one,
  );

/** The skill with one version more; a version that waits for a person leaves what is live as it is. */
function nextSkill({
  proposal,
  version,
  isLive,
  description,
  now,
}: {
  readonly proposal: SkillProposal;
  readonly version: SkillVersion;
  readonly isLive: boolean;
  readonly description: string;
  readonly now: string;
}): Skill {
  const { skill, slug, project, pattern, merged } = proposal;
  const base: Skill = skill ?? {
    v: 1,
    id: slug,
    rev: 0,
    description,
    source: 'learned',
    status: isLive ? 'active' : 'candidate',
    role: 'user',
    project,
    patterns: [],
    version: version.version,
    versions: [],
    discoveredAt: now,
    updatedAt: now,
  };
  return {
    ...base,
    ...(isLive ? { description, version: version.version } : {}),
    ...(isLive && base.activatedAt === undefined ? { activatedAt: now } : {}),
    rev: base.rev + 1,
    patterns: [...new Set([...base.patterns, pattern.id, ...merged.flatMap(({ patterns }) => patterns)])],
    versions: [...supersede(base.versions, isLive), version],
    updatedAt: now,
  };
}

/** The end of a skill that became part of another. */
export function mergedChange(
  skill: Skill,
  { into, reason, now }: { readonly into: string; readonly reason: Reason; readonly now: string },
): Change {
  const fingerprint = currentVersion(skill)?.fingerprint ?? '';
  const after: Skill = {
    ...skill,
    rev: skill.rev + 1,
    status: 'retired',
    ended: { at: now, reason: `merged into ${into}`, fingerprint },
    updatedAt: now,
  };
  return changeRecord('skills', { before: skill, after, reason });
}

function endChanges(state: State, proposal: SkillProposal, now: string): Change[] {
  const { skill } = proposal;
  if (!skill) return [];
  const reason = reasonOf(proposal);
  const version = currentVersion(skill);
  const after: Skill = {
    ...skill,
    rev: skill.rev + 1,
    status: 'retired',
    ended: { at: now, reason: proposal.why, fingerprint: version?.fingerprint ?? '' },
    updatedAt: now,
  };
  const ids = version?.sources ?? [];
  return [
    changeRecord('skills', { before: skill, after, reason }),
    ...releaseChanges(state, { ids, from: skill.id, reason, now }),
  ];
}
