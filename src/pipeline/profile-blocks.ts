import type { Memory } from '../domain/memory.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import type { Block, Tone } from '../domain/report.ts';
import type { Profile, ProfileEntry, ProfileVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { shortId } from './memory-blocks.ts';
import { matchUnits } from './profile-edits.ts';
import {
  currentProfileVersion,
  type ProfileDue,
  profileDue,
  profileIdOf,
  profilePath,
  profileVersionPath,
  sightProfile,
} from './profile-facts.ts';
import { type ProfileUnit, readProfileText, saidIn } from './profile-text.ts';

/** A fact behind a bullet; its text is absent when it is no longer known. */
export interface ShownFact {
  readonly id: string;
  readonly summary?: string;
  readonly status?: Memory['status'];
}

/** A bullet, or a paragraph of a person's, with the facts that it folds. */
export interface ShownBullet {
  readonly text: string;
  readonly writtenBy: ProfileEntry['writtenBy'];
  readonly facts: readonly ShownFact[];
}

/** A profile as people look at it. */
export interface ShownProfile {
  readonly user: string;
  readonly path: string;
  /** 0 before the first. */
  readonly version: number;
  /** profile.md as it stands. */
  readonly text: string;
  /** Whether a person changed the text since: the next run takes it over. */
  readonly edited: boolean;
  readonly bullets: readonly ShownBullet[];
  readonly pending: readonly ShownFact[];
  readonly leftOut: readonly ShownFact[];
  readonly due: ProfileDue;
  readonly refused?: Profile['refused'];
}

/** What there is to see of a user's profile. */
export function showProfile(
  state: State,
  user: string,
  { policy, now }: { readonly policy: ProfilePolicy; readonly now: string },
): ShownProfile {
  const id = profileIdOf(user);
  const profile = state.profiles.get(id);
  const version = profile && currentProfileVersion(profile);
  const sight = sightProfile(state, user);
  const text = state.documents.get(profilePath(id)) ?? '';
  const units = readProfileText(text);
  const factOf = (factId: string): ShownFact => {
    const memory = state.memories.get(factId);
    return memory ? { id: factId, summary: memory.summary, status: memory.status } : { id: factId };
  };
  const edited =
    profile !== undefined && text !== (state.documents.get(profileVersionPath(id, profile.version)) ?? '');
  return {
    user,
    path: profilePath(id),
    version: profile?.version ?? 0,
    text,
    edited,
    bullets: edited
      ? matchUnits(units, sight.units).map((unit) => shownBullet(unit, unit, factOf))
      : units.map((unit, at) => shownBullet(unit, version?.entries[at], factOf)),
    pending: sight.pending.map((fact) => factOf(fact.id)),
    leftOut: sight.leftOut.map((fact) => factOf(fact.id)),
    due: profileDue({ sight, profile }, policy, now),
    ...(profile?.refused ? { refused: profile.refused } : {}),
  };
}

const shownBullet = (
  unit: ProfileUnit,
  entry:
    | { readonly writtenBy: 'auto' | 'human'; readonly facts: readonly { readonly id: string }[] }
    | undefined,
  factOf: (id: string) => ShownFact,
): ShownBullet => ({
  text: saidIn(unit),
  writtenBy: entry?.writtenBy ?? 'human',
  facts: (entry?.facts ?? []).map(({ id }) => factOf(id)),
});

const factLine = ({ id, summary }: ShownFact): string => `${shortId(id)}  ${summary ?? 'no longer known'}`;

const line = (text: string, tone: Tone = 'dim'): Block => ({ kind: 'line', text, tone });

/** A profile for people: each bullet with the facts behind it, then how things stand. */
export function profileBlocks(shown: ShownProfile, policy: ProfilePolicy): Block[] {
  const { version, bullets, path } = shown;
  const title: Block = {
    kind: 'title',
    text: version === 0 ? 'No profile yet' : `Profile, version ${version} (${path})`,
  };
  const items = bullets.map(
    ({ text, facts, writtenBy }): Block => ({
      kind: 'item',
      text: writtenBy === 'human' ? `${text}  (your words)` : text,
      detail: facts.map(factLine),
    }),
  );
  return [title, ...items, ...stateLines(shown, policy)];
}

function stateLines(
  { due, pending, leftOut, refused, edited }: ShownProfile,
  policy: ProfilePolicy,
): Block[] {
  const { pendingAbove, cooldownHours } = policy;
  const when =
    due.hoursSince === undefined
      ? ''
      : `, ${Math.floor(due.hoursSince)} of ${cooldownHours} hours after the last version`;
  const facts = `${pending.length} ${pending.length === 1 ? 'fact is' : 'facts are'} pending`;
  return [
    ...(edited ? [line('You edited it: the next consolidation takes that over.')] : []),
    ...(due.stale === undefined
      ? []
      : [line(`Stale, the next consolidation puts it right: ${due.stale}`, 'warn')]),
    line(
      due.open
        ? `${facts}: the next consolidation folds them.`
        : `${facts} (due from ${pendingAbove + 1} on${when}).`,
    ),
    ...(leftOut.length > 0
      ? [line(`Left out because you took them out: ${leftOut.map(({ id }) => shortId(id)).join(', ')}`)]
      : []),
    ...(refused
      ? refused.reasons.map((reason) => line(`Not used on ${dayOf(refused.at)}: ${reason}`, 'warn'))
      : []),
  ];
}

/** The versions of a profile, the newest first. */
export function historyBlocks(profile: Profile | undefined): Block[] {
  if (!profile || profile.versions.length === 0)
    return [line('No version yet: hebb consolidate writes the first.')];
  return [
    {
      kind: 'table',
      head: ['version', 'at', 'by', 'bullets', 'facts', 'why'],
      rows: [...profile.versions].reverse().map((version) => rowOf(version, profile.version)),
    },
  ];
}

const rowOf = (
  { version, at, decidedBy, entries, action, rationale }: ProfileVersion,
  current: number,
): string[] => [
  version === current ? `${version} (now)` : String(version),
  dayOf(at),
  decidedBy === 'human' ? 'you' : 'hebb',
  String(entries.length),
  String(entries.flatMap(({ facts }) => facts).length),
  `${action}: ${rationale}`,
];
