import { failed, type Result, success } from '../domain/failure.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import { isLiveSkill, proposedVersion, type Skill, type SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from './parse-skill.ts';
import { changeText, mergedChange, skillPath, versionPath } from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { consolidateChanges } from './skill-learnings.ts';
import { currentVersion } from './skill-sources.ts';
import { decided, isEdited, reasonOf, requireSkill, revise, type SkillStep } from './skill-steps.ts';

/** What a person decides when they put a skill into use. */
export interface ActivateStep extends SkillStep {
  /** Without a role a skill keeps its own. */
  readonly role?: Skill['role'];
  /** What is frozen for a skill that was not in use. */
  readonly baseline?: Skill['baseline'];
  /** Runs that its trial was held against. */
  readonly observations?: number;
}

/** Puts a skill, or the version of it that waits, into use. Its learnings leave recall. */
export function planActivate(state: State, step: ActivateStep): Result<Plan> {
  const found = requireSkill(state, step.slug);
  if (!found.ok) return found;
  const skill = found.value;
  const role = step.role ?? skill.role;
  const proposed = proposedVersion(skill);
  if (isLiveSkill(skill) && !proposed && skill.role === role)
    return success({ command: 'skill activate', changes: [] });
  const version = proposed ?? currentVersion(skill);
  const text = version && state.documents.get(versionPath(skill.id, version.version));
  const refused =
    refuseRole(skill, step) ??
    refuseSecond(state, skill) ??
    (version && version.version !== skill.version && isEdited(state, skill)
      ? refuseEdited(skill)
      : undefined);
  if (refused) return refused;
  if (!version || text === undefined)
    return failed(
      'skill.text',
      `${skill.id}: the text of version ${version?.version ?? skill.version} is gone`,
      `hebb skill rollback ${skill.id}`,
    );
  return success({
    command: 'skill activate',
    changes: activateChanges(state, { skill, version, role, text, step }),
  });
}

/** Role developer takes a person, and a skill that was tried: on trial with runs to show, or in use since a person let it. */
function refuseRole(skill: Skill, step: ActivateStep): Result<Plan> | undefined {
  const role = step.role ?? skill.role;
  const isHeld = isLiveSkill(skill) && skill.role === 'developer';
  if (role !== 'developer' || isHeld || wasTried(skill, step)) return undefined;
  const next = skill.status === 'shadow' ? `readiness ${skill.id}` : `activate ${skill.id} --role user`;
  return failed(
    'skill.role',
    `${skill.id}: role developer needs a trial and a review first`,
    `hebb skill ${next}`,
  );
}

function wasTried(skill: Skill, { observations = 0 }: ActivateStep): boolean {
  if (!skill.runClass) return skill.activatedAt !== undefined || skill.status === 'shadow';
  const isLet = skill.activatedAt !== undefined && currentVersion(skill)?.decidedBy === 'human';
  return isLet || (skill.status === 'shadow' && observations > 0);
}

/** Of one class one skill is in use. */
function refuseSecond({ skills }: State, skill: Skill): Result<Plan> | undefined {
  const { runClass, project, user } = skill;
  if (!runClass) return undefined;
  const other = [...skills.values()].find(
    (one) =>
      one.id !== skill.id &&
      isLiveSkill(one) &&
      one.runClass?.hash === runClass.hash &&
      one.project === project &&
      one.user === user,
  );
  return (
    other &&
    failed(
      'skill.second',
      `${other.id} is in use for the same procedure as ${skill.id}`,
      `hebb skill retire ${other.id} --reason "<why>"`,
    )
  );
}

const refuseEdited = ({ id, version }: Skill): Result<Plan> =>
  failed(
    'skill.edited',
    `SKILL.md of ${id} was edited since version ${version}, which this would overwrite`,
    `hebb consolidate takes the edit in; hebb skill rollback ${id} ${version} drops it`,
  );

interface Activation {
  readonly skill: Skill;
  readonly version: SkillVersion;
  readonly role: Skill['role'];
  readonly text: string;
  readonly step: ActivateStep;
}

/** Why a person's activation is what it is: with the baseline that it is held against from now on. */
function activationReason({ skill, version, role, step: { baseline } }: Activation): Reason {
  const as = role === 'developer' ? ' with role developer, after a review' : '';
  const reason = reasonOf(
    'skill.activate',
    `A person put version ${version.version} of ${skill.id} into use${as}.`,
    skill,
  );
  if (!baseline) return reason;
  const { successRate, executions } = baseline;
  return { ...reason, numbers: { ...reason.numbers, successRate, executions } };
}

function activateChanges(state: State, activation: Activation): Change[] {
  const { skill, version, role, text, step } = activation;
  const { id, description } = skill;
  const { now, baseline } = step;
  const reason = activationReason(activation);
  const { ended: _ended, ...rest } = skill;
  const isInUse = isLiveSkill(skill);
  const after = revise(
    rest,
    {
      status: 'active',
      role,
      version: version.version,
      versions: decided(skill, version.version, 'live'),
      description: parseSkill(text).document?.description ?? description,
      activatedAt: isInUse ? (skill.activatedAt ?? now) : now,
      ...(baseline && !isInUse ? { baseline } : {}),
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
