import { failed, type Result, success } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import {
  isLiveSkill,
  proposedVersion,
  type Skill,
  type SkillStatus,
  type SkillVersion,
} from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from './parse-skill.ts';
import {
  changeText,
  consolidateChanges,
  mergedChange,
  nextVersion,
  releaseChanges,
  skillPath,
  versionPath,
} from './plan-skill-version.ts';
import { membersOf } from './propose-skills.ts';
import { changeRecord } from './record-changes.ts';
import { currentVersion, fingerprintOf } from './skill-sources.ts';

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
    : failed('skill.missing', `no skill is called ${slug}`, 'hebb skill list --all shows them');
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

/** Marks one version as a person decided; of versions in use, or waiting, there is one. */
const decided = (skill: Skill, number: number, outcome: 'live' | 'rejected'): SkillVersion[] =>
  skill.versions.map((one): SkillVersion => {
    if (one.version === number) return { ...one, outcome, decidedBy: 'human' };
    return outcome === 'live' ? replaced(one) : one;
  });

const replaced = (version: SkillVersion): SkillVersion =>
  version.outcome === 'live' || version.outcome === 'proposed'
    ? { ...version, outcome: 'replaced' }
    : version;

/** Puts a skill, or the version of it that waits, into use. Its learnings leave recall. Without a role it keeps its own. */
export function planActivate(
  state: State,
  { slug, role: asked, now }: SkillStep & { readonly role?: Skill['role'] },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const role = asked ?? skill.role;
  const proposed = proposedVersion(skill);
  if (isLiveSkill(skill) && !proposed && skill.role === role)
    return success({ command: 'skill activate', changes: [] });
  if (asked === 'developer' && skill.activatedAt === undefined && skill.status !== 'shadow')
    return failed(
      'skill.role',
      `${slug}: role developer needs a trial and a review first`,
      `hebb skill activate ${slug}`,
    );
  const version = proposed ?? currentVersion(skill);
  const text = version && state.documents.get(versionPath(slug, version.version));
  if (version && version.version !== skill.version && isEdited(state, skill))
    return failed(
      'skill.edited',
      `SKILL.md of ${slug} was edited since version ${skill.version}, which this would overwrite`,
      `hebb consolidate takes the edit in; hebb skill rollback ${slug} ${skill.version} drops it`,
    );
  if (!version || text === undefined)
    return failed(
      'skill.text',
      `${slug}: the text of version ${version?.version ?? skill.version} is gone`,
      `hebb skill rollback ${slug}`,
    );
  return success({
    command: 'skill activate',
    changes: activateChanges(state, { skill, version, role, text, now }),
  });
}

/** Whether a person changed SKILL.md, and that is no version yet. */
export const isEdited = ({ documents }: State, { id, version }: Skill): boolean =>
  documents.get(skillPath(id)) !== documents.get(versionPath(id, version));

interface Activation {
  readonly skill: Skill;
  readonly version: SkillVersion;
  readonly role: Skill['role'];
  readonly text: string;
  readonly now: string;
}

function activateChanges(state: State, { skill, version, role, text, now }: Activation): Change[] {
  const { id, description } = skill;
  const reason = reasonOf(
    'skill.activate',
    `A person put version ${version.version} of ${id} into use.`,
    skill,
  );
  const { ended: _ended, ...rest } = skill;
  const after = revise(
    rest,
    {
      status: 'active',
      role,
      version: version.version,
      versions: decided(skill, version.version, 'live'),
      description: parseSkill(text).document?.description ?? description,
      activatedAt: skill.activatedAt ?? now,
    },
    now,
  );
  const isNewText = version.version !== skill.version;
  return [
    changeRecord('skills', { before: skill, after, reason }),
    ...(isNewText ? [changeText(state, skillPath(id), { after: text, reason })] : []),
    ...consolidateChanges(state, { skill: after, before: skill, reason, now }),
    ...(version.action === 'merge' ? absorbed(state, after) : []).map((one) =>
      mergedChange(one, { into: id, reason, now }),
    ),
  ];
}

/** Live skills that a merged one takes the place of: everything that they were made from is in it. */
function absorbed(state: State, merged: Skill): Skill[] {
  const held = new Set(currentVersion(merged)?.sources ?? []);
  return [...state.skills.values()].filter((skill) => {
    const sources = currentVersion(skill)?.sources ?? [];
    const isOther = skill.id !== merged.id && skill.project === merged.project && isLiveSkill(skill);
    return isOther && sources.length > 0 && sources.every((id) => held.has(id) || !state.memories.has(id));
  });
}

/** How a person puts a skill aside. */
export type SkillEnd = 'rejected' | 'demoted' | 'retired';

/** What may be put aside in which way: rejected before it was in use, demoted after, retired at any time. */
const endable: Readonly<Record<SkillEnd, readonly SkillStatus[]>> = {
  rejected: ['candidate', 'shadow'],
  demoted: ['active', 'deprecated', 'shadow'],
  retired: ['candidate', 'shadow', 'active', 'deprecated', 'demoted'],
};

const endVerbs: Readonly<Record<SkillEnd, string>> = {
  rejected: 'reject',
  demoted: 'demote',
  retired: 'retire',
};

/** Puts a skill aside: rejected before it was in use, else demoted or retired. Its learnings come back. */
export function planEnd(
  state: State,
  { slug, status, why, now }: SkillStep & { readonly status: SkillEnd; readonly why: string },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const command = `skill ${endVerbs[status]}`;
  if (skill.status === status) return success({ command, changes: [] });
  const proposed = proposedVersion(skill);
  const reason = reasonOf(`skill.${status}`, `${slug} is ${status}: ${why}.`, skill);
  if (status === 'rejected' && isLiveSkill(skill) && proposed)
    return success({ command, changes: [rejectVersion({ skill, proposed, reason, why, now })] });
  if (!endable[status].includes(skill.status))
    return failed('skill.status', `${slug} is ${skill.status}: it cannot be ${status}`, nextFor(skill));
  const seen = status === 'rejected' ? proposed?.fingerprint : fingerprintOf(membersOf(state, skill));
  const after = revise(
    skill,
    {
      status,
      versions: proposed ? decided(skill, proposed.version, 'rejected') : skill.versions,
      ended: { at: now, reason: why, fingerprint: seen ?? currentVersion(skill)?.fingerprint ?? '' },
    },
    now,
  );
  const ids = currentVersion(skill)?.sources ?? [];
  return success({
    command,
    changes: [
      changeRecord('skills', { before: skill, after, reason }),
      ...releaseChanges(state, { ids, from: slug, reason, now }),
    ],
  });
}

const nextFor = ({ id, status }: Skill): string =>
  status === 'active' ? `hebb skill retire ${id} --reason "<why>"` : `hebb skill show ${id}`;

function rejectVersion({
  skill,
  proposed,
  reason,
  why,
  now,
}: {
  readonly skill: Skill;
  readonly proposed: SkillVersion;
  readonly reason: Reason;
  readonly why: string;
  readonly now: string;
}): Change {
  const ended = { at: now, reason: why, fingerprint: proposed.fingerprint };
  const after = revise(skill, { versions: decided(skill, proposed.version, 'rejected'), ended }, now);
  const text = `Version ${proposed.version} of ${skill.id} is rejected: ${why}.`;
  return changeRecord('skills', { before: skill, after, reason: { ...reason, text } });
}

/** The version that a rollback leads to: the one named, else the newest before the current one that was in use. */
function rollbackTarget(skill: Skill, to: number | undefined): SkillVersion | undefined {
  if (to !== undefined) return skill.versions.find(({ version }) => version === to);
  return skill.versions.findLast(({ version, outcome }) => version < skill.version && outcome === 'replaced');
}

/**
 * The text of an earlier version as a new one. What the version it leaves was made from is not written again as it is. Back to the current
 * version takes away what was written into SKILL.md since.
 */
export function planRollback(
  state: State,
  { slug, to, now }: SkillStep & { readonly to?: number },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const target = rollbackTarget(skill, to);
  const text = target && state.documents.get(versionPath(slug, target.version));
  if (!target || text === undefined)
    return failed(
      'skill.version',
      `${slug} has no ${to === undefined ? 'earlier version' : `version ${to}`}`,
      `hebb skill show ${slug}`,
    );
  if (target.outcome === 'proposed')
    return failed(
      'skill.version',
      `version ${target.version} of ${slug} waits for you`,
      `hebb skill activate ${slug}`,
    );
  const said = `A person took ${slug} back to version ${target.version}.`;
  const reason = reasonOf('skill.rollback', said, skill);
  const command = 'skill rollback';
  if (target.version === skill.version) {
    const isSame = state.documents.get(skillPath(slug)) === text;
    return success({
      command,
      changes: isSame ? [] : [changeText(state, skillPath(slug), { after: text, reason })],
    });
  }
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
    command,
    changes: landText(state, { skill: withoutTrust(skill, target), version, text, reason, now }),
  });
}

/** The skill with the version that a person left marked as rejected, unless it was made from the same as the one they went back to. */
function withoutTrust(skill: Skill, target: SkillVersion): Skill {
  const left = currentVersion(skill);
  const isOther = left !== undefined && left.fingerprint !== target.fingerprint;
  return isOther ? { ...skill, versions: decided(skill, left.version, 'rejected') } : skill;
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
  const versions = [...skill.versions.map(replaced), version];
  const description = parseSkill(text).document?.description ?? skill.description;
  const before = state.skills.get(skill.id) ?? skill;
  const after = revise(skill, { version: version.version, versions, description }, now);
  return [
    changeRecord('skills', { before, after, reason }),
    changeText(state, versionPath(skill.id, version.version), { after: text, reason }),
    changeText(state, skillPath(skill.id), { after: text, reason }),
    ...(isLiveSkill(skill) ? consolidateChanges(state, { skill: after, before, reason, now }) : []),
  ];
}

/** Whether a text may be used as a skill; the reasons when it may not. */
export type TextCheck = (text: string, slug: string) => readonly string[];

/**
 * Texts that people edited become versions of their skills, made from the same sources; what waited is written again, around the edit. A
 * text that the check refuses stays as the person left it and is no version: what is in use is then the version before.
 */
export function planSkillEdits(state: State, check: TextCheck, now: string): Plan {
  const changes = [...state.skills.values()].flatMap((skill): Change[] => {
    const text = state.documents.get(skillPath(skill.id));
    const current = currentVersion(skill);
    if (text === undefined || !current || !isEdited(state, skill) || check(text, skill.id).length > 0)
      return [];
    const reason = reasonOf('skill.edit', `A person edited SKILL.md of ${skill.id}.`, skill);
    const version: SkillVersion = {
      ...current,
      version: nextVersion(skill),
      action: 'edit',
      rationale: 'edited by hand',
      decidedBy: 'human',
      at: now,
    };
    return landText(state, { skill, version, text, reason, now });
  });
  return { command: 'skill edits', changes };
}

/** A SKILL.md that is taken in. */
export interface ImportedText extends SkillStep {
  readonly text: string;
  /** Id of the project that it is for, or `everyProject`. */
  readonly project: string;
  /** Where nothing in the front matter says what it is for. */
  readonly description: string;
}

/**
 * The record and texts of a skill that came from elsewhere: active for search, marked imported. A text that was imported before changes
 * nothing, also where a person has edited it since.
 */
export function planImportSkill(state: State, imported: ImportedText): Result<Plan> {
  const { slug, text, project, now } = imported;
  const before = state.skills.get(slug);
  const command = 'skill import';
  if (before && before.source !== 'imported')
    return failed(
      'skill.name',
      `${slug}: hebb has a skill of its own by this name`,
      `rename the folder, or hebb skill show ${slug}`,
    );
  const fingerprint = hashOf(text);
  if (before && before.project !== project)
    return failed(
      'skill.project',
      `${slug} was imported ${before.project === 'global' ? 'for every project' : 'for another project'}`,
      'hebb skill import <dir> --global takes it for every project',
    );
  if (before?.versions.some((one) => one.action === 'import' && one.fingerprint === fingerprint))
    return success({ command, changes: [] });
  const version: SkillVersion = {
    version: nextVersion(before),
    action: 'import',
    rationale: 'imported',
    sources: [],
    informedBy: [],
    citations: {},
    fingerprint,
    outcome: 'live',
    decidedBy: 'human',
    at: now,
  };
  const after = importedSkill(imported, before, version);
  const reason = reasonOf('skill.import', `${slug} was imported.`, after);
  return success({
    command,
    changes: [
      changeRecord('skills', { before: before ?? null, after, reason }),
      changeText(state, versionPath(slug, version.version), { after: text, reason }),
      changeText(state, skillPath(slug), { after: text, reason }),
    ],
  });
}

const importedSkill = (
  { slug, project, description, now }: ImportedText,
  before: Skill | undefined,
  version: SkillVersion,
): Skill => ({
  v: 1,
  id: slug,
  rev: (before?.rev ?? 0) + 1,
  description,
  source: 'imported',
  status: 'active',
  role: 'user',
  project,
  patterns: before?.patterns ?? [],
  version: version.version,
  versions: [...(before?.versions ?? []).map(replaced), version],
  activatedAt: before?.activatedAt ?? now,
  discoveredAt: before?.discoveredAt ?? now,
  updatedAt: now,
});
