import { failed, type Result, success } from '../domain/failure.ts';
import type { Plan } from '../domain/plan.ts';
import type { Profile, ProfileVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { landProfile } from './plan-profile.ts';
import { withoutRepeats } from './profile-edits.ts';
import { currentProfileVersion, profileIdOf, profileVersionPath, standingUnits } from './profile-facts.ts';

/** Whose profile goes back, and to which version; without one to the last that said something else. */
export interface ProfileRollback {
  readonly user: string;
  readonly to?: number;
  readonly now: string;
}

/**
 * The text of an earlier version as a new one, but for what no longer holds: a forgotten fact does not come back with it.
 * Facts that only the later version held return to recall and are not folded again as they are.
 */
export function planProfileRollback(state: State, { user, to, now }: ProfileRollback): Result<Plan> {
  const profile = state.profiles.get(profileIdOf(user));
  const current = profile && currentProfileVersion(profile);
  const target = profile && targetOf(state, profile, to);
  if (!profile || !current || !target)
    return failed(
      'profile.version',
      `${user} has no ${to === undefined ? 'earlier version' : `version ${to}`} to go back to`,
      'hebb profile history',
    );
  if (target.version === current.version) return success({ command: 'profile rollback', changes: [] });
  const units = standingUnits(state, profile, target);
  const named = new Set(units.flatMap(({ facts }) => facts.map(({ id }) => id)));
  const held = [...current.leftOut, ...current.entries.flatMap(({ facts }) => facts)];
  const changes = landProfile(state, {
    user,
    units,
    leftOut: withoutRepeats(held).filter(({ id }) => !named.has(id) && state.memories.has(id)),
    action: 'rollback',
    rationale: `back to version ${target.version}`,
    decidedBy: 'human',
    now,
  });
  return success({ command: 'profile rollback', changes });
}

/** The version that is meant, if its text is there. */
function targetOf(state: State, profile: Profile, to: number | undefined): ProfileVersion | undefined {
  const textOf = ({ version }: ProfileVersion): string | undefined =>
    state.documents.get(profileVersionPath(profile.id, version));
  const current = currentProfileVersion(profile);
  return to === undefined
    ? profile.versions.findLast(
        (one) =>
          one.version < profile.version &&
          textOf(one) !== undefined &&
          current &&
          textOf(one) !== textOf(current),
      )
    : profile.versions.find((one) => one.version === to && textOf(one) !== undefined);
}
