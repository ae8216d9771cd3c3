import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { FoldedFact, Profile } from '../domain/skill.ts';
import { type State, targetOf } from '../domain/state.ts';
import { similarity } from '../text/similarity.ts';
import { landProfile } from './plan-profile.ts';
import {
  currentProfileVersion,
  type FoldedUnit,
  foldedFact,
  profilePath,
  profileVersionPath,
  standingUnits,
} from './profile-facts.ts';
import { type ProfileUnit, readProfileText, saidIn } from './profile-text.ts';
import { changeRecord } from './record-changes.ts';

/** Why a text of a person may not reach an agent; empty when it may. */
export type UnitCheck = (unit: ProfileUnit) => readonly string[];

/** A reworded bullet is taken for the one that it is at least this similar to. */
const reworded = 0.35;

/** Texts that people edited become versions; what they wrote stays theirs, and what they took out is not folded again. */
export function planProfileEdits(state: State, check: UnitCheck, now: string): Plan {
  const changes = [...state.profiles.values()].flatMap((profile): Change[] => {
    const text = state.documents.get(profilePath(profile.id));
    const known = state.documents.get(profileVersionPath(profile.id, profile.version));
    if (text === undefined || text === known || !currentProfileVersion(profile)) return [];
    const reasons = readProfileText(text).flatMap(check);
    return reasons.length > 0
      ? takeBack(state, { profile, text, reasons, now })
      : adopt(state, { profile, text, now });
  });
  return { command: 'profile edits', changes };
}

interface Edit {
  readonly profile: Profile;
  readonly text: string;
  readonly now: string;
}

function adopt(state: State, { profile, text, now }: Edit): Change[] {
  const version = currentProfileVersion(profile);
  const standing = version ? standingUnits(state, profile, version) : [];
  const units = matchUnits(readProfileText(text), standing);
  const named = new Set(units.flatMap(({ facts }) => facts.map(({ id }) => id)));
  const dropped = standing.flatMap(({ facts }) => facts).filter(({ id }) => !named.has(id));
  return landProfile(state, {
    user: profile.user,
    units,
    text,
    leftOut: withoutRepeats([...(version?.leftOut ?? []), ...dropped.map(foldedFact)]),
    action: 'edit',
    rationale: 'edited by hand',
    decidedBy: 'human',
    now,
  });
}

/** The last of each fact. */
export const withoutRepeats = (facts: readonly FoldedFact[]): FoldedFact[] => [
  ...new Map(facts.map((fact) => [fact.id, fact])).values(),
];

/** The units of an edited text: those that say what they said keep their facts, a reworded one takes over those of the bullet it replaces. */
export function matchUnits(units: readonly ProfileUnit[], standing: readonly FoldedUnit[]): FoldedUnit[] {
  const rest = new Map(standing.map((unit, at) => [at, unit]));
  const take = (found: (unit: FoldedUnit) => boolean): FoldedUnit | undefined => {
    const [at, unit] = [...rest].find(([, one]) => found(one)) ?? [];
    if (at !== undefined) rest.delete(at);
    return unit;
  };
  const same = units.map((unit) => take((one) => saidIn(one) === saidIn(unit)));
  return units.map((unit, at) => {
    const known = same[at];
    if (known) return { ...unit, facts: known.facts, writtenBy: known.writtenBy };
    const nearest = nearestOf(unit, [...rest.values()]);
    const replaced = take((one) => one === nearest);
    return { ...unit, facts: replaced?.facts ?? [], writtenBy: 'human' };
  });
}

function nearestOf(unit: ProfileUnit, standing: readonly FoldedUnit[]): FoldedUnit | undefined {
  const scored = standing.map((one) => ({ one, score: similarity(saidIn(unit), saidIn(one)) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best && best.score >= reworded ? best.one : undefined;
}

/** A text that may not reach an agent: the one before is back, and the journal keeps what was written. */
function takeBack(
  state: State,
  { profile, text, reasons, now }: Edit & { readonly reasons: readonly string[] },
): Change[] {
  const path = profilePath(profile.id);
  const known = state.documents.get(profileVersionPath(profile.id, profile.version)) ?? null;
  const why = `profile.md was edited, and the safety screen holds the text: ${[...new Set(reasons)].join(', ')}`;
  const reason: Reason = {
    rule: 'profile.edit-refused',
    text: `${why}.`,
    evidence: [profile.id],
    numbers: {},
  };
  const refused = { at: now, reasons: [why], offered: '' };
  const after: Profile = { ...profile, rev: profile.rev + 1, refused, updatedAt: now };
  return [
    changeRecord('profiles', { before: profile, after, reason }),
    { target: targetOf('documents', path), before: text, after: known, reason },
  ];
}
