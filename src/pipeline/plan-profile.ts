import { hashOf } from '../domain/identity.ts';
import { sortedText } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import type { FoldedFact, Profile, ProfileVersion } from '../domain/skill.ts';
import { type State, targetOf } from '../domain/state.ts';
import {
  currentProfileVersion,
  type FoldedUnit,
  foldedFact,
  isFactOf,
  type ProfileSight,
  profileDue,
  profileHome,
  profileIdOf,
  profilePath,
  profileUsers,
  profileVersionPath,
  sightProfile,
} from './profile-facts.ts';
import { renderProfileText } from './profile-text.ts';
import { changeRecord, type MemoryFields, reviseMemory } from './record-changes.ts';

/** A profile that is to be written anew, and what it was seen to be. */
export interface ProfileProposal {
  readonly user: string;
  readonly profile?: Profile;
  readonly sight: ProfileSight;
}

/** What became of a proposal: the units of the next version, or why there are none. */
export type ProfileOutcome =
  | { readonly kind: 'written'; readonly units: readonly FoldedUnit[] }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** A proposal with its outcome. */
export interface SettledProfile {
  readonly proposal: ProfileProposal;
  readonly outcome: ProfileOutcome;
}

/** The profiles that are due or stale, each of one user and of nobody else's facts. */
export function proposeProfiles(state: State, policy: ProfilePolicy, now: string): ProfileProposal[] {
  return profileUsers(state).flatMap((user) => {
    const profile = state.profiles.get(profileIdOf(user));
    const sight = sightProfile(state, user);
    if (!profileDue({ sight, profile }, policy, now).open) return [];
    return [{ user, sight, ...(profile ? { profile } : {}) }];
  });
}

/** The operations of some settled proposals. One whose profile or facts changed since it was made is left to the next run. */
export function planProfileVersions(state: State, settled: readonly SettledProfile[], now: string): Plan {
  const changes = settled.flatMap(({ proposal, outcome }) => {
    if (!isStanding(state, proposal)) return [];
    return outcome.kind === 'written'
      ? foldChanges(state, { proposal, units: outcome.units, now })
      : refuseChanges(state, { proposal, reasons: outcome.reasons, now });
  });
  return { command: 'consolidate profile', changes };
}

/** Whether everything is still as the proposal saw it: texts take time to write, and another run or a person may be quicker. */
function isStanding(state: State, { user, profile, sight }: ProfileProposal): boolean {
  const facts = [...sight.units.flatMap((unit) => unit.facts), ...sight.pending];
  return (
    state.profiles.get(profileIdOf(user))?.rev === profile?.rev &&
    facts.every(({ id, rev }) => state.memories.get(id)?.rev === rev)
  );
}

interface Folding {
  readonly proposal: ProfileProposal;
  readonly units: readonly FoldedUnit[];
  readonly now: string;
}

const isIn = (facts: readonly FoldedFact[], { id, said }: FoldedFact): boolean =>
  facts.some((one) => one.id === id && one.said === said);

function foldChanges(state: State, { proposal, units, now }: Folding): Change[] {
  const { user, profile, sight } = proposal;
  const earlier = (profile && currentProfileVersion(profile))?.entries.flatMap(({ facts }) => facts) ?? [];
  const taken = units.flatMap(({ facts }) => facts.map(foldedFact)).filter((fact) => !isIn(earlier, fact));
  const action = taken.length > 0 ? 'fold' : 'repair';
  const count = `${taken.length} ${taken.length === 1 ? 'fact' : 'facts'} folded`;
  const rationale = [sight.stale ?? [], taken.length > 0 ? count : []].flat().join('; ');
  return landProfile(state, {
    user,
    units,
    leftOut: sight.leftOut,
    action,
    rationale: rationale || 'put in order',
    decidedBy: 'auto',
    now,
  });
}

/** What a refused reply changes: the reasons are kept, and what no longer holds leaves the text all the same. */
function refuseChanges(
  state: State,
  {
    proposal,
    reasons,
    now,
  }: { readonly proposal: ProfileProposal; readonly reasons: readonly string[]; readonly now: string },
): Change[] {
  const { user, profile, sight } = proposal;
  const offered = hashOf(
    sortedText([...sight.units.map(({ text }) => text), ...sight.pending.map(foldedFact)]),
  );
  const refused = { at: now, reasons, offered };
  if (sight.stale !== undefined)
    return landProfile(state, {
      user,
      units: sight.units,
      leftOut: sight.leftOut,
      action: 'repair',
      rationale: sight.stale,
      decidedBy: 'auto',
      refused,
      now,
    });
  const known = profile?.refused;
  if (known?.offered === offered && sortedText([...known.reasons]) === sortedText([...reasons])) return [];
  const after: Profile = { ...recordOf(user, profile), refused, updatedAt: now };
  const reason = reasonOf(after, { rule: 'profile.refused', text: `No profile: ${reasons.join('; ')}.` });
  return [changeRecord('profiles', { before: profile ?? null, after, reason })];
}

/** The next revision of a user's record. */
const recordOf = (user: string, profile: Profile | undefined): Omit<Profile, 'updatedAt'> => ({
  ...(profile ?? { v: 1, id: profileIdOf(user), user, version: 0, versions: [] }),
  rev: (profile?.rev ?? 0) + 1,
});

const reasonOf = (
  { id }: Pick<Profile, 'id'>,
  {
    rule,
    text,
    units = [],
  }: { readonly rule: string; readonly text: string; readonly units?: readonly FoldedUnit[] },
): Reason => ({
  rule,
  text,
  evidence: [id, ...units.flatMap(({ facts }) => facts.map((fact) => fact.id))],
  numbers: {
    bullets: units.filter(({ isBullet }) => isBullet).length,
    characters: renderProfileText(units).length,
  },
});

/** A version to be: its units, or a text that a person left with the units that were read from it. */
export interface ProfileLanding
  extends Pick<ProfileVersion, 'action' | 'rationale' | 'decidedBy' | 'leftOut'>,
    Pick<Profile, 'refused'> {
  readonly user: string;
  readonly units: readonly FoldedUnit[];
  readonly text?: string;
  readonly now: string;
}

const nextNumber = (profile: Profile | undefined): number =>
  Math.max(0, ...(profile?.versions ?? []).map(({ version }) => version)) + 1;

/** Everything that a new version changes: the record, its text, profile.md, and which facts are in recall. Nothing when all is so already. */
export function landProfile(state: State, landing: ProfileLanding): Change[] {
  const { user, units, action, now } = landing;
  const profile = state.profiles.get(profileIdOf(user));
  const after = nextProfile(profile, landing);
  const reason = reasonOf(after, { rule: `profile.${action}`, text: sentence(landing.rationale), units });
  const memories = memoryChanges(state, { user, units, reason, now });
  const text = landing.text ?? renderProfileText(units);
  if (isSame(state, { profile, after, text })) return memories;
  return [
    changeRecord('profiles', { before: profile ?? null, after, reason }),
    ...textChange(state, profileVersionPath(after.id, after.version), { text, reason }),
    ...textChange(state, profilePath(after.id), { text, reason }),
    ...memories,
  ];
}

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

function nextProfile(profile: Profile | undefined, landing: ProfileLanding): Profile {
  const { user, units, leftOut, action, rationale, decidedBy, refused, now } = landing;
  const version: ProfileVersion = {
    version: nextNumber(profile),
    action,
    rationale,
    entries: units.map(({ facts, writtenBy }) => ({ facts: facts.map(foldedFact), writtenBy })),
    leftOut,
    decidedBy,
    at: now,
  };
  const { refused: _refused, ...record } = recordOf(user, profile);
  return {
    ...record,
    version: version.version,
    versions: [...record.versions, version],
    ...(refused ? { refused } : {}),
    updatedAt: now,
  };
}

/** Whether a version would say and fold just what the last one does. */
function isSame(
  { documents }: State,
  {
    profile,
    after,
    text,
  }: { readonly profile: Profile | undefined; readonly after: Profile; readonly text: string },
): boolean {
  const [old, next] = [profile && currentProfileVersion(profile), currentProfileVersion(after)];
  if (!old || !next) return text === '';
  const known = documents.get(profilePath(after.id)) ?? '';
  const told = ({ entries, leftOut }: ProfileVersion): string => JSON.stringify([entries, leftOut]);
  return known === text && told(old) === told(next);
}

/** A text that is empty has no file: an empty one would count as lost. */
function textChange(
  { documents }: State,
  path: string,
  { text, reason }: { readonly text: string; readonly reason: Reason },
): Change[] {
  const [before, after] = [documents.get(path) ?? null, text === '' ? null : text];
  return before === after ? [] : [{ target: targetOf('documents', path), before, after, reason }];
}

/** Facts that a bullet names leave recall; those in the profile that none names come back. */
function memoryChanges(
  state: State,
  {
    user,
    units,
    reason,
    now,
  }: {
    readonly user: string;
    readonly units: readonly FoldedUnit[];
    readonly reason: Reason;
    readonly now: string;
  },
): Change[] {
  const home = profileHome(profileIdOf(user));
  const named = new Set(units.flatMap(({ facts }) => facts.map(({ id }) => id)));
  const released = [...state.memories.values()].filter(
    ({ id, status, consolidatedInto }) =>
      status === 'consolidated' && consolidatedInto === home && !named.has(id),
  );
  const taken = [...named].flatMap((id) => {
    const memory = state.memories.get(id);
    return memory && isFactOf(memory, user) && memory.status !== 'consolidated' ? [memory] : [];
  });
  const change = (before: Memory, fields: MemoryFields): Change =>
    changeRecord('memories', { before, after: reviseMemory(before, fields, now), reason });
  return [
    ...taken.map((one) => change(one, { status: 'consolidated', consolidatedInto: home })),
    ...released.map((one) => change(one, { status: 'confirmed', consolidatedInto: undefined })),
  ];
}
