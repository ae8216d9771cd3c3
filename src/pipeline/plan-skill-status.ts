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
import { changeRecord } from './record-changes.ts';
import { releaseChanges } from './skill-learnings.ts';
import { currentVersion, fingerprintOf } from './skill-sources.ts';
import { decided, reasonOf, requireSkill, revise, type SkillStep } from './skill-steps.ts';
import { membersOf } from './skills-due.ts';

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
  return success({ command, changes: endChanges(state, skill, { status, why, reason, now }) });
}

/** How a skill ends, and why, in the words that the next version will know. */
export interface Ending {
  readonly status: SkillEnd | 'deprecated';
  readonly why: string;
  readonly reason: Reason;
  readonly now: string;
}

/** What the end of a skill changes: its record, and its sources come back. */
export function endChanges(state: State, skill: Skill, { status, why, reason, now }: Ending): Change[] {
  const proposed = proposedVersion(skill);
  const after = revise(
    skill,
    {
      status,
      versions: proposed ? decided(skill, proposed.version, 'rejected') : skill.versions,
      ended: { at: now, reason: why, fingerprint: endedFingerprint(state, skill, status) },
    },
    now,
  );
  const ids = currentVersion(skill)?.sources ?? [];
  return [
    changeRecord('skills', { before: skill, after, reason }),
    ...releaseChanges(state, { ids, from: skill.id, reason, now }),
  ];
}

/** What is not proposed again as it is: of learnings everything that a fresh look would find, of runs what the version was made from. */
function endedFingerprint(state: State, skill: Skill, status: Ending['status']): string {
  const own = currentVersion(skill)?.fingerprint ?? '';
  if (skill.runClass) return own;
  const proposed = proposedVersion(skill)?.fingerprint;
  return (status === 'rejected' ? proposed : fingerprintOf(membersOf(state, skill))) ?? own;
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
