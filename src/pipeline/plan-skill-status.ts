import { failed, type Result, success } from '../domain/failure.ts';
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
import { changeText, mergedChange, skillPath, versionPath } from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { consolidateChanges, releaseChanges } from './skill-learnings.ts';
import { currentVersion, fingerprintOf } from './skill-sources.ts';
import { decided, isEdited, reasonOf, requireSkill, revise, type SkillStep } from './skill-steps.ts';
import { membersOf } from './skills-due.ts';

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
