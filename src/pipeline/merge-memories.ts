import type { Severity } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import { earlierOf } from '../domain/time.ts';
import { normalizeText } from '../text/normalize.ts';
import { distinct, occasionsOf } from './evidence.ts';
import { slugOf } from './find-memories.ts';
import { isUserStated } from './memory-of.ts';
import type { MemoryFields } from './record-changes.ts';
import { strengthAt } from './strength.ts';

/** What a person has touched by hand or decided. */
const isHumanReviewed = ({ gate }: Memory): boolean => gate.reviewedBy === 'human';

/** Which part a merge keeps, with its id, name and text: human-reviewed before user-stated before the more descriptive name. */
export const chooseSurvivor = (parts: readonly Memory[]): Memory | undefined =>
  [...parts].sort(bySurvival)[0];

const bySurvival = (a: Memory, b: Memory): number =>
  Number(isHumanReviewed(b)) - Number(isHumanReviewed(a)) ||
  Number(isUserStated(b)) - Number(isUserStated(a)) ||
  wordsOf(b.name) - wordsOf(a.name) ||
  b.name.length - a.name.length ||
  byDiscovery(a, b);

const wordsOf = (name: string): number => new Set(slugOf(name).match(/[\p{L}\p{M}\p{N}]+/gu)).size;

/** Earliest discovery first, then id. */
export const byDiscovery = (a: Memory, b: Memory): number =>
  compare(a.discoveredAt, b.discoveredAt) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * What the survivor takes from all parts, itself included: everything united in order of discovery, the strongest
 * part's strength, and a `Merged from` note for each part that goes. Its own name and summary stay.
 */
export function mergedFields(survivor: Memory, parts: readonly Memory[], now: string): MemoryFields {
  const ordered = [...parts].sort(byDiscovery);
  const retired = ordered.filter(({ id }) => id !== survivor.id);
  const provenance = distinctRecords(ordered.flatMap((part) => part.provenance));
  const { base, decayRate, anchoredAt } = strongest(ordered, survivor, now);
  const promotedAt = earliestOf(ordered.flatMap((part) => part.promotedAt ?? []));
  return {
    observations: mergedObservations(survivor, ordered),
    appliesTo: distinct(ordered.flatMap(({ appliesTo }) => appliesTo)),
    citations: distinct(ordered.flatMap(({ citations }) => citations)),
    aliases: distinct([
      ...ordered.flatMap(({ aliases }) => aliases),
      ...retired.flatMap(({ id, name }) => [id, name]),
    ]).filter((alias) => alias !== survivor.id && alias !== survivor.name),
    provenance,
    support: Math.max(occasionsOf(provenance).length, ...ordered.map(({ support }) => support)),
    confidence: Math.max(...ordered.map(({ confidence }) => confidence)),
    severity: highest(ordered),
    source: ordered.find(isUserStated)?.source ?? survivor.source,
    status: ordered.some(({ status }) => status === 'confirmed') ? 'confirmed' : survivor.status,
    pinned: ordered.some(({ pinned }) => pinned),
    critical: ordered.some(({ critical }) => critical),
    base,
    decayRate,
    anchoredAt,
    folded: foldedOf(ordered),
    discoveredAt: ordered[0]?.discoveredAt ?? survivor.discoveredAt,
    admittedAt: ordered.map(({ admittedAt }) => admittedAt).reduce(earlierOf),
    branch: ordered.every(({ branch }) => branch === survivor.branch) ? survivor.branch : undefined,
    promotedAt,
    promotedTo: survivor.promotedTo ?? ordered.find(({ promotedTo }) => promotedTo)?.promotedTo,
  };
}

function mergedObservations(survivor: Memory, ordered: readonly Memory[]): string[] {
  const retired = ordered.filter(({ id }) => id !== survivor.id);
  const said = normalizeText(survivor.summary);
  const summaries = retired
    .map(({ summary }) => summary)
    .filter((summary) => normalizeText(summary) !== said);
  const notes = retired.map(({ name, id }) => `Merged from ${name} (${id})`);
  return distinct([...ordered.flatMap(({ observations }) => observations), ...summaries, ...notes]);
}

function strongest(ordered: readonly Memory[], survivor: Memory, now: string): Memory {
  return ordered.reduce((best, part) => {
    const gain = strengthAt(part, now) - strengthAt(best, now);
    return gain > 0 || (gain === 0 && part.decayRate < best.decayRate) ? part : best;
  }, survivor);
}

const foldedOf = (parts: readonly Memory[]): Memory['folded'] | undefined =>
  parts.some(({ folded }) => folded)
    ? {
        helpful: parts.reduce((sum, { folded }) => sum + (folded?.helpful ?? 0), 0),
        notHelpful: parts.reduce((sum, { folded }) => sum + (folded?.notHelpful ?? 0), 0),
      }
    : undefined;

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

const highest = (parts: readonly Memory[]): Severity =>
  severities.find((severity) => parts.some((part) => part.severity === severity)) ?? 'low';

const earliestOf = (times: readonly string[]): string | undefined => [...times].sort()[0];

function distinctRecords<T>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}
