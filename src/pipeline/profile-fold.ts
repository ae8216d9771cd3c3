import type { Memory } from '../domain/memory.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import { profileText, similarityOf, type TextProfile } from '../text/similarity.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { linkComplete } from './group-captions.ts';
import { compareFacts, type FoldedUnit, type ProfileSight } from './profile-facts.ts';
import { arrangeUnits, bestFact, compareUnits, overLimit, unsafeRules } from './profile-order.ts';
import {
  bulletOf,
  longestBullet,
  type ProfileUnit,
  renderProfileText,
  saidIn,
  sentenceOf,
} from './profile-text.ts';

/** What the built-in writer makes a profile from. */
export interface FoldInput {
  readonly sight: ProfileSight;
  readonly policy: ProfilePolicy;
  readonly lexicon?: Lexicon;
}

/** Facts share a bullet from this similarity on, every two of them (docs/profile.md). */
const sameTopic = 0.45;

/** Times that what was left out is offered again, now that others have joined. */
const mostRounds = 10;

/** How facts and bullets are judged; every answer is kept, since the same ones come up again and again. */
interface Craft {
  /** How alike two facts are in topic, 0..1. */
  likeness(a: Memory, b: Memory): number;
  /** Whether hebb may write a bullet: it says something, is short enough, and passes the safety screen. */
  isWritable(unit: ProfileUnit): boolean;
}

/** A unit that may come into the profile; `without` is the one that stands and took nothing in. */
interface Option {
  readonly unit: FoldedUnit;
  readonly without?: FoldedUnit;
}

/**
 * The units of the next version, without a model: what stands stays word for word, facts join the bullet of their topic or
 * share a new one, and of what has no room the best supported is taken. The rest stays in recall.
 */
export function foldFacts({ sight, policy, lexicon }: FoldInput): FoldedUnit[] {
  const craft = createCraft(lexicon);
  let units = foldRound(sight, policy, craft);
  for (let round = 1; round < mostRounds; round++) {
    const next = foldRound(afterRound(sight, units), policy, craft);
    if (renderProfileText(next) === renderProfileText(units)) break;
    units = next;
  }
  return units;
}

function foldRound(sight: ProfileSight, policy: ProfilePolicy, craft: Craft): FoldedUnit[] {
  const fresh = sight.pending.filter((fact) => craft.isWritable(bulletOf([fact])));
  const groups = linkFacts(fresh, craft).flatMap((group) => splitGroup(group, craft));
  return selectUnits(joinGroups(sight, groups, craft), policy);
}

/** What the next run would see, so that it has nothing to change: these units, and every other fact pending. */
function afterRound(sight: ProfileSight, units: readonly FoldedUnit[]): ProfileSight {
  const named = new Set(units.flatMap(({ facts }) => facts));
  const known = [...sight.units.flatMap(({ facts }) => facts), ...sight.pending];
  return {
    units: units.map((unit, place) => ({ ...unit, place })),
    places: new Map(),
    pending: known.filter((fact) => !named.has(fact)).sort(compareFacts),
    leftOut: sight.leftOut,
  };
}

function createCraft(lexicon: Lexicon | undefined): Craft {
  const topicOf = once(
    (fact: Memory): TextProfile => profileText([fact.summary, ...fact.appliesTo].join(' '), lexicon),
  );
  const isSafe = once((text: string): boolean => unsafeRules({ text, isBullet: true }).length === 0);
  return {
    likeness: (a, b) => similarityOf(topicOf(a), topicOf(b)),
    isWritable: ({ text }) => {
      const { length } = saidIn({ text });
      return length > 0 && length <= longestBullet && isSafe(text);
    },
  };
}

/** Works something out once for each key. */
function once<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}

const linkFacts = (facts: readonly Memory[], { likeness }: Craft): Memory[][] =>
  linkComplete(
    facts.length,
    (a, b) => {
      const [one, other] = [facts[a], facts[b]];
      return one && other ? likeness(one, other) : 0;
    },
    sameTopic,
  ).map((group) => group.flatMap((at) => facts[at] ?? []));

/** Bullets of one topic, none too long: each fact goes into the first that has room for it. */
function splitGroup(group: readonly Memory[], { isWritable }: Craft): Memory[][] {
  const parts: Memory[][] = [];
  for (const fact of [...group].sort(compareFacts)) {
    const part = parts.find((facts) => isWritable(bulletOf([...facts, fact])));
    if (part) part.push(fact);
    else parts.push([fact]);
  }
  return parts;
}

/** Every unit that could be in the next version: what stands, with the groups that join it, and the groups that join none. */
function joinGroups(
  { units, places }: ProfileSight,
  groups: readonly (readonly Memory[])[],
  craft: Craft,
): Option[] {
  const standing: Option[] = units.map((unit) => ({ unit }));
  const fresh: Option[] = [];
  for (const unit of groups.map((facts) => newUnit(facts, places)).sort(compareUnits)) {
    const at = nearestTo(unit, standing, craft);
    const found = standing[at];
    if (found) standing[at] = { without: found.without ?? found.unit, unit: joinUnits(found.unit, unit) };
    else fresh.push({ unit });
  }
  return [...standing, ...fresh];
}

/** A bullet of facts that are in none; facts that were edited stay where they stood. */
function newUnit(facts: readonly Memory[], places: ReadonlyMap<string, number>): FoldedUnit {
  const stood = facts.flatMap(({ id }) => places.get(id) ?? []);
  const unit: FoldedUnit = { ...bulletOf(facts), facts, writtenBy: 'auto' };
  return stood.length > 0 ? { ...unit, place: Math.min(...stood) } : unit;
}

/** The bullet with what another says after what it says itself, word for word. */
const joinUnits = (unit: FoldedUnit, { facts }: FoldedUnit): FoldedUnit => ({
  ...unit,
  text: [unit.text.replace(/[.;\s]+$/, ''), ...facts.map(sentenceOf)].join('; '),
  facts: [...unit.facts, ...facts],
});

/** Place of hebb's own bullet that is most alike and has room; -1 when none is alike enough. */
function nearestTo(unit: FoldedUnit, options: readonly Option[], { likeness, isWritable }: Craft): number {
  const nearness = options.map(({ unit: other }) => {
    const isOpen = other.writtenBy === 'auto' && other.isBullet && other.facts.length > 0;
    const least = isOpen ? leastLikeness(unit, other, likeness) : 0;
    return least >= sameTopic && isWritable(joinUnits(other, unit)) ? least : 0;
  });
  const most = Math.max(0, ...nearness);
  return most > 0 ? nearness.indexOf(most) : -1;
}

const leastLikeness = (a: FoldedUnit, b: FoldedUnit, likeness: Craft['likeness']): number =>
  Math.min(...a.facts.flatMap((one) => b.facts.map((other) => likeness(one, other))));

/** Takes units in the order of their support while there is room; what stands before what is new, a person's own before all. */
function selectUnits(options: readonly Option[], policy: ProfilePolicy): FoldedUnit[] {
  const isOwn = ({ unit }: Option): boolean => unit.writtenBy === 'human';
  const taken = options.filter(isOwn).map(({ unit }) => unit);
  for (const { unit, without } of options.filter((option) => !isOwn(option)).sort(byNeed)) {
    const found = [unit, ...(without ? [without] : [])].find(
      (one) => overLimit(arrangeUnits([...taken, one]), policy) === undefined,
    );
    if (found) taken.push(found);
  }
  return arrangeUnits(taken);
}

function byNeed(a: Option, b: Option): number {
  const supportOf = ({ unit }: Option): number => bestFact(unit)?.support ?? 0;
  const isNew = ({ unit }: Option): number => (unit.place === undefined ? 1 : 0);
  return supportOf(b) - supportOf(a) || isNew(a) - isNew(b) || compareUnits(a.unit, b.unit);
}
