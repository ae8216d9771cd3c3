import { hashOf } from '../domain/identity.ts';
import type { Memory } from '../domain/memory.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import type { FoldedFact, Profile, ProfileEntry, ProfileVersion } from '../domain/skill.ts';
import { isOpenReview, type State, targetOf } from '../domain/state.ts';
import { dayMs, laterOf } from '../domain/time.ts';
import { bulletOf, isPurged, type ProfileUnit, readProfileText } from './profile-text.ts';

/** A unit of a profile with the facts that it folds, as they are now. */
export interface FoldedUnit extends ProfileUnit {
  readonly facts: readonly Memory[];
  readonly writtenBy: 'auto' | 'human';
  /** Where it stands in the version that holds, from 0; a new one has none yet. */
  readonly place?: number;
}

/** A profile against what its facts say now. */
export interface ProfileSight {
  /** What stands: units whose facts hold, and those that lost some written anew from the rest. */
  readonly units: readonly FoldedUnit[];
  /** Where each fact of the version stood, from 0. */
  readonly places: ReadonlyMap<string, number>;
  /** Facts that are in no unit and may come into one, the best supported first. */
  readonly pending: readonly Memory[];
  readonly leftOut: readonly FoldedFact[];
  /** Why it is stale, in words; undefined when everything holds. */
  readonly stale?: string;
}

/** Id of the profile of a user. */
export const profileIdOf = (user: string): string => hashOf(user);

/** Paths of the text that sessions and people read, and of the text of a version. */
export const profilePath = (id: string): string => `profiles/${id}/profile.md`;
export const profileVersionPath = (id: string, version: number): string =>
  `profiles/${id}/versions/${version}.md`;

/** What the facts of a profile are consolidated into. */
export const profileHome = (id: string): string => targetOf('profiles', id);

/** A fact as it is folded now. */
export const foldedFact = ({ id, summary }: Memory): FoldedFact => ({ id, said: hashOf(summary) });

/** The version that profile.md holds. */
export const currentProfileVersion = ({ versions, version }: Profile): ProfileVersion | undefined =>
  versions.find((one) => one.version === version);

/** Best supported first; of equals the surer, then the one known longer. */
export const compareFacts = (a: Memory, b: Memory): number =>
  b.support - a.support ||
  b.confidence - a.confidence ||
  (a.discoveredAt < b.discoveredAt ? -1 : a.discoveredAt > b.discoveredAt ? 1 : a.id < b.id ? -1 : 1);

/** Whether a memory may be in the profile of this user: theirs, nothing said against it, and no entity that agents write by name. */
export function isFactOf(memory: Memory, user: string): boolean {
  const { scope, status, consolidatedInto, graph } = memory;
  if (scope !== 'user' || memory.user !== user || graph) return false;
  return (
    status === 'active' ||
    status === 'confirmed' ||
    (status === 'consolidated' && consolidatedInto === profileHome(profileIdOf(user)))
  );
}

/** Why a folded fact no longer holds; undefined when it does. */
function fateOf(state: State, user: string, { id, said }: FoldedFact): string | undefined {
  const memory = state.memories.get(id);
  if (!memory) return `${id} was forgotten`;
  if (!isFactOf(memory, user))
    return memory.status === 'consolidated' || memory.status === 'active' || memory.status === 'confirmed'
      ? `${id} is no longer about this user alone`
      : `${id} is ${memory.status}`;
  return foldedFact(memory).said === said ? undefined : `${id} was edited`;
}

/** Facts that contradict another and wait for a person: neither is folded until that is decided. */
function disputedIds({ reviews }: State): Set<string> {
  const open = [...reviews.values()].filter((one) => one.kind === 'contradiction' && isOpenReview(one));
  return new Set(open.flatMap(({ a, b }) => [a, b]));
}

const isSameFact = (memory: Memory, facts: readonly FoldedFact[]): boolean => {
  const { id, said } = foldedFact(memory);
  return facts.some((one) => one.id === id && one.said === said);
};

function pendingOf(
  state: State,
  user: string,
  { named, leftOut }: { readonly named: readonly Memory[]; readonly leftOut: readonly FoldedFact[] },
): Memory[] {
  const [own, disputed] = [new Set(named.map(({ id }) => id)), disputedIds(state)];
  return [...state.memories.values()]
    .filter((memory) => isFactOf(memory, user) && !own.has(memory.id))
    .filter((memory) => !disputed.has(memory.id) && !isSameFact(memory, leftOut))
    .sort(compareFacts);
}

/** A unit as it stands now: itself, anew from what is left of its facts, or nothing. */
function standingUnit(
  state: State,
  user: string,
  {
    unit,
    entry,
    place,
  }: { readonly unit: ProfileUnit; readonly entry: ProfileEntry; readonly place: number },
): FoldedUnit[] {
  const holding = entry.facts.filter((fact) => fateOf(state, user, fact) === undefined);
  const facts = holding.flatMap(({ id }) => state.memories.get(id) ?? []);
  if (holding.length === entry.facts.length)
    return isPurged(unit) ? [] : [{ ...unit, facts, writtenBy: entry.writtenBy, place }];
  return facts.length > 0 ? [{ ...bulletOf(facts), facts, writtenBy: 'auto', place }] : [];
}

/** The units of a version as they stand now. A text that does not go with its record is no ground to stand on. */
export function standingUnits(state: State, profile: Profile, version: ProfileVersion): FoldedUnit[] {
  const units = readProfileText(state.documents.get(profileVersionPath(profile.id, version.version)) ?? '');
  if (units.length !== version.entries.length) return [];
  return units.flatMap((unit, at) => {
    const entry = version.entries[at];
    return entry ? standingUnit(state, profile.user, { unit, entry, place: at }) : [];
  });
}

/** Facts that lie in the profile and that no entry names: an undo or another home left them. */
function strayFacts(state: State, user: string, entries: readonly ProfileEntry[]): string[] {
  const named = new Set(entries.flatMap(({ facts }) => facts.map(({ id }) => id)));
  return [...state.memories.values()]
    .filter((memory) => memory.status === 'consolidated' && isFactOf(memory, user) && !named.has(memory.id))
    .map(({ id }) => `${id} lies in it unnamed`);
}

/**
 * Looks at a profile as its facts stand now: stale at once when one was forgotten, rejected, superseded or edited, and no
 * longer when that is undone. Nothing is written for it.
 */
export function sightProfile(state: State, user: string): ProfileSight {
  const profile = state.profiles.get(profileIdOf(user));
  const version = profile && currentProfileVersion(profile);
  const entries = version?.entries ?? [];
  const units = profile && version ? standingUnits(state, profile, version) : [];
  const leftOut = version?.leftOut ?? [];
  const fates = entries.flatMap(({ facts }) => facts.flatMap((fact) => fateOf(state, user, fact) ?? []));
  const lost = units.length === 0 && fates.length === 0 && entries.length > 0 ? ['its text is gone'] : [];
  const why = [...fates, ...strayFacts(state, user, entries), ...lost];
  return {
    units,
    leftOut,
    places: new Map(entries.flatMap(({ facts }, at) => facts.map(({ id }) => [id, at] as const))),
    pending: pendingOf(state, user, { named: units.flatMap(({ facts }) => facts), leftOut }),
    ...(why.length > 0 ? { stale: why.join('; ') } : {}),
  };
}

/** Whether a run would write a user's profile, and if not, why not. */
export interface ProfileDue {
  readonly open: boolean;
  readonly pending: number;
  /** Since hebb last wrote a version by itself; undefined when it never did. */
  readonly hoursSince?: number;
  readonly stale?: string;
}

/** When hebb last wrote a version by itself; failed attempts wrote none. */
function lastWrittenAt({ versions }: Pick<Profile, 'versions'>): string | undefined {
  const times = versions.filter(({ decidedBy }) => decidedBy === 'auto').map(({ at }) => at);
  return times.length > 0 ? times.reduce(laterOf) : undefined;
}

/** Spec 5: due when more than `pendingAbove` facts are pending and `cooldownHours` passed; a stale profile passes both. */
export function profileDue(
  { sight, profile }: { readonly sight: ProfileSight; readonly profile: Profile | undefined },
  policy: ProfilePolicy,
  now: string,
): ProfileDue {
  const last = lastWrittenAt(profile ?? { versions: [] });
  const hoursSince = last === undefined ? undefined : (Date.parse(now) - Date.parse(last)) / (dayMs / 24);
  const isRested = hoursSince === undefined || hoursSince >= policy.cooldownHours;
  const pending = sight.pending.length;
  return {
    open: sight.stale !== undefined || (pending > policy.pendingAbove && isRested),
    pending,
    ...(hoursSince === undefined ? {} : { hoursSince }),
    ...(sight.stale === undefined ? {} : { stale: sight.stale }),
  };
}

/** Everybody who has a profile or facts that may come into one. */
export function profileUsers({ memories, profiles }: State): string[] {
  const owners = [...memories.values()].filter(({ scope }) => scope === 'user').map(({ user }) => user);
  const known = [...owners, ...[...profiles.values()].map(({ user }) => user)];
  return [...new Set(known)].filter((user) => user !== undefined).sort();
}
