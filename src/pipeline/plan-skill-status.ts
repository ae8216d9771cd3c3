import { failed, type Result, success } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Skill, SkillStatus, SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from './parse-skill.ts';
import {
  changeText,
  consolidateChanges,
  nextVersion,
  releaseChanges,
  skillPath,
  versionPath,
} from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { currentVersion } from './skill-sources.ts';

/** A step in the life of a skill that a person takes. */
export interface SkillStep {
  readonly slug: string;
  readonly now: string;
}

/** The skill of this name; a failure that names the next step. */
export function requireSkill(state: State, slug: string): Result<Skill> {
  const skill = state.skills.get(slug);
  return skill
    ? success(skill)
    : failed('skill.missing', `no skill is called ${slug}`, 'hebb skill list shows them');
}

const reasonOf = (rule: string, text: string, skill: Skill): Reason => ({
  rule,
  text,
  evidence: [skill.id],
  numbers: { version: skill.version },
});

const revise = (skill: Skill, fields: Partial<Skill>, now: string): Skill => ({
  ...skill,
  ...fields,
  rev: skill.rev + 1,
  updatedAt: now,
});

const proposedVersion = ({ versions }: Skill): SkillVersion | undefined =>
  versions.filter(({ outcome }) => outcome === 'proposed').at(-1);

const withOutcome = (skill: Skill, number: number, outcome: SkillVersion['outcome']): SkillVersion[] =>
  skill.versions.map((one): SkillVersion => {
    if (one.version === number) return { ...one, outcome, decidedBy: 'human' };
    return outcome === 'live' && one.outcome === 'live' ? { ...one, outcome: 'replaced' } : one;
  });

/** Who may be made active: what waits, what is on trial, and what was put aside. */
const activable: readonly SkillStatus[] = [
  'candidate',
  'shadow',
  'active',
  'deprecated',
  'demoted',
  'retired',
  'rejected',
];

/** Puts a skill, or the version of it that waits, into use. Its learnings leave recall. */
export function planActivate(
  state: State,
  { slug, role, now }: SkillStep & { readonly role: Skill['role'] },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const proposed = proposedVersion(skill);
  if (skill.status === 'active' && !proposed && skill.role === role)
    return success({ command: 'skill activate', changes: [] });
  if (!activable.includes(skill.status))
    return failed('skill.status', `${slug} is ${skill.status}`, `hebb skill show ${slug}`);
  if (role === 'developer' && skill.activatedAt === undefined && skill.status !== 'shadow')
    return failed(
      'skill.role',
      `${slug}: role developer needs a trial and a review first`,
      `hebb skill activate ${slug}`,
    );
  const number = proposed?.version ?? skill.version;
  const text = state.documents.get(versionPath(slug, number));
  if (text === undefined)
    return failed(
      'skill.text',
      `${slug}: the text of version ${number} is gone`,
      `hebb skill rollback ${slug}`,
    );
  const reason = reasonOf('skill.activate', `A person put version ${number} of ${slug} into use.`, skill);
  const after = revise(
    skill,
    {
      status: 'active',
      role,
      version: number,
      versions: withOutcome(skill, number, 'live'),
      description: parseSkill(text).document?.description ?? skill.description,
      activatedAt: skill.activatedAt ?? now,
    },
    now,
  );
  const { ended: _ended, ...living } = after;
  return success({
    command: 'skill activate',
    changes: [
      changeRecord('skills', { before: skill, after: living, reason }),
      changeText(state, skillPath(slug), { after: text, reason }),
      ...consolidateChanges(state, { skill: living, before: skill, reason, now }),
    ],
  });
}

/** Puts a skill aside: rejected before it was in use, else demoted or retired. Its learnings come back. */
export function planEnd(
  state: State,
  {
    slug,
    status,
    why,
    now,
  }: SkillStep & { readonly status: 'rejected' | 'demoted' | 'retired'; readonly why: string },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  if (skill.status === status) return success({ command: `skill ${status}`, changes: [] });
  const proposed = proposedVersion(skill);
  const reason = reasonOf(`skill.${status}`, `${slug} is ${status}: ${why}.`, skill);
  if (status === 'rejected' && skill.status === 'active')
    return proposed
      ? success({ command: 'skill rejected', changes: rejectVersion({ skill, proposed, reason, now }) })
      : failed('skill.status', `${slug} is in use`, `hebb skill retire ${slug}`);
  const version = currentVersion(skill);
  const after = revise(
    skill,
    {
      status,
      versions: proposed ? withOutcome(skill, proposed.version, 'rejected') : skill.versions,
      ended: { at: now, reason: why, fingerprint: (proposed ?? version)?.fingerprint ?? '' },
    },
    now,
  );
  const ids = version?.sources ?? [];
  return success({
    command: `skill ${status}`,
    changes: [
      changeRecord('skills', { before: skill, after, reason }),
      ...releaseChanges(state, { ids, from: slug, reason, now }),
    ],
  });
}

function rejectVersion({
  skill,
  proposed,
  reason,
  now,
}: {
  readonly skill: Skill;
  readonly proposed: SkillVersion;
  readonly reason: Reason;
  readonly now: string;
}): Change[] {
  const ended = { at: now, reason: reason.text, fingerprint: proposed.fingerprint };
  const after = revise(skill, { versions: withOutcome(skill, proposed.version, 'rejected'), ended }, now);
  return [changeRecord('skills', { before: skill, after, reason })];
}

/** The text of an earlier version as a new one. */
export function planRollback(
  state: State,
  { slug, to, now }: SkillStep & { readonly to?: number },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const earlier = skill.versions.filter(
    ({ version, outcome }) => version < skill.version && outcome !== 'rejected' && outcome !== 'proposed',
  );
  const target = to === undefined ? earlier.at(-1) : skill.versions.find(({ version }) => version === to);
  const text = target && state.documents.get(versionPath(slug, target.version));
  if (!target || text === undefined)
    return failed(
      'skill.version',
      `${slug} has no earlier version${to === undefined ? '' : ` ${to}`}`,
      `hebb skill show ${slug}`,
    );
  if (target.version === skill.version) return success({ command: 'skill rollback', changes: [] });
  const reason = reasonOf(
    'skill.rollback',
    `A person took ${slug} back to version ${target.version}.`,
    skill,
  );
  const version: SkillVersion = {
    ...target,
    version: nextVersion(skill),
    action: 'rollback',
    rationale: `back to version ${target.version}`,
    outcome: 'live',
    decidedBy: 'human',
    at: now,
  };
  return success({
    command: 'skill rollback',
    changes: landText(state, { skill, version, text, reason, now }),
  });
}

/** What a new text of a skill changes: its record, the version, SKILL.md, and what its learnings belong to. */
function landText(
  state: State,
  {
    skill,
    version,
    text,
    reason,
    now,
  }: {
    readonly skill: Skill;
    readonly version: SkillVersion;
    readonly text: string;
    readonly reason: Reason;
    readonly now: string;
  },
): Change[] {
  const older = skill.versions.map(
    (one): SkillVersion => (one.outcome === 'live' ? { ...one, outcome: 'replaced' } : one),
  );
  const description = parseSkill(text).document?.description ?? skill.description;
  const after = revise(skill, { version: version.version, versions: [...older, version], description }, now);
  const isLive = skill.status === 'active';
  return [
    changeRecord('skills', { before: skill, after, reason }),
    changeText(state, versionPath(skill.id, version.version), { after: text, reason }),
    changeText(state, skillPath(skill.id), { after: text, reason }),
    ...(isLive ? consolidateChanges(state, { skill: after, before: skill, reason, now }) : []),
  ];
}

/** Whether a text may be used as a skill; the reasons when it may not. */
export type TextCheck = (text: string, slug: string) => readonly string[];

/**
 * Texts that people edited become versions of their skills, made from the same sources. A text that the check refuses stays as
 * the person left it and is no version: what is live is then the version before.
 */
export function planSkillEdits(state: State, check: TextCheck, now: string): Plan {
  const changes = [...state.skills.values()].flatMap((skill): Change[] => {
    const text = state.documents.get(skillPath(skill.id));
    const known = state.documents.get(versionPath(skill.id, skill.version));
    const current = currentVersion(skill);
    if (text === undefined || !current || text === known || check(text, skill.id).length > 0) return [];
    const reason = reasonOf('skill.edit', `A person edited SKILL.md of ${skill.id}.`, skill);
    const version: SkillVersion = {
      ...current,
      version: nextVersion(skill),
      action: 'edit',
      rationale: 'edited by hand',
      outcome: 'live',
      decidedBy: 'human',
      at: now,
    };
    return landText(state, { skill, version, text, reason, now });
  });
  return { command: 'skill edits', changes };
}

/** The record and texts of a skill that came from elsewhere: active for search, marked imported. */
export function planImportSkill(
  state: State,
  { slug, text, project, now }: SkillStep & { readonly text: string; readonly project: string },
): Result<Plan> {
  const before = state.skills.get(slug);
  if (before && before.source !== 'imported')
    return failed(
      'skill.name',
      `${slug}: hebb has a skill of its own by this name`,
      `rename the folder, or hebb skill retire ${slug}`,
    );
  if (before && state.documents.get(skillPath(slug)) === text)
    return success({ command: 'skill import', changes: [] });
  const number = nextVersion(before);
  const version: SkillVersion = {
    version: number,
    action: 'import',
    rationale: 'imported',
    sources: [],
    informedBy: [],
    citations: {},
    fingerprint: hashOf(text),
    outcome: 'live',
    decidedBy: 'human',
    at: now,
  };
  const older = (before?.versions ?? []).map((one): SkillVersion => ({ ...one, outcome: 'replaced' }));
  const after: Skill = {
    v: 1,
    id: slug,
    rev: (before?.rev ?? 0) + 1,
    description: parseSkill(text).document?.description ?? '',
    source: 'imported',
    status: 'active',
    role: 'user',
    project,
    patterns: before?.patterns ?? [],
    version: number,
    versions: [...older, version],
    activatedAt: before?.activatedAt ?? now,
    discoveredAt: before?.discoveredAt ?? now,
    updatedAt: now,
  };
  const reason = reasonOf('skill.import', `${slug} was imported.`, after);
  return success({
    command: 'skill import',
    changes: [
      changeRecord('skills', { before: before ?? null, after, reason }),
      changeText(state, versionPath(slug, number), { after: text, reason }),
      changeText(state, skillPath(slug), { after: text, reason }),
    ],
  });
}
