import type { SkillDocument } from '../domain/skill-document.ts';
import { type BodySection, citationsIn, readSkillBody, skillSections, unitsOf } from './skill-body.ts';

/** The text that stands, and the last one that hebb wrote itself. */
export interface Edited {
  readonly prior: SkillDocument;
  readonly written: SkillDocument;
}

/** How what a person wrote is cited in the new text. */
export interface Citing {
  /** Stands for their version, where nothing else is cited. */
  readonly label: string;
  /** The label that now stands for what a label of the text before stood for; undefined when that is no source any more. */
  again(label: string): string | undefined;
}

/** From this share of common words on two units are one that was reworded. */
const sameUnit = 0.75;

/** Sections in which each unit cites its evidence. */
const citedSections: readonly string[] = skillSections.slice(1, 3);

/** A step, pitfall, line or paragraph. */
interface Told {
  /** What it says: without mark, citations and spacing. */
  readonly said: string;
  /** As it stands, without number or bullet; fences and what is indented included. */
  readonly text: string;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
}

const CITATION = /\s*\[(?:[LER]\d{1,4})(?:\s*,\s*[LER]\d{1,4})*\](?!\()/g;
const MARK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

function toldIn(lines: readonly string[], section: BodySection, end: number): Told[] {
  const units = unitsOf(section);
  return units.map(({ line }, at) => {
    const raw = lines
      .slice(line - 1, (units[at + 1]?.line ?? end) - 1)
      .join('\n')
      .trimEnd();
    const text = raw.replace(MARK, '');
    const said = text.replace(CITATION, '').replace(/\s+/g, ' ').trim();
    return { said, text, isItem: MARK.test(raw) };
  });
}

/** The units of each section by its title. A fence at the start of a unit belongs to the one before. */
function readTold(body: string): ReadonlyMap<string, readonly Told[]> {
  const lines = body.split('\n');
  const { sections } = readSkillBody(body);
  return new Map(
    sections.map((section, at) => {
      const end = sections[at + 1]?.line ?? lines.length + 1;
      return [section.title, toldIn(lines, section, end)];
    }),
  );
}

/** The first section that a person added and that no skill by hebb may have. */
export function strangerSection({ prior, written }: Edited): string | undefined {
  const known: readonly string[] = skillSections;
  const own = readTold(written.body);
  return [...readTold(prior.body).keys()].find((title) => !known.includes(title) && !own.has(title));
}

/**
 * A new body with what a person changed in the one before: what they added stays where they put it, what they took out
 * stays out, what they reworded stays reworded, also where hebb would say it in other words by now.
 */
export function keepEdits(body: string, { prior, written, ...citing }: Edited & Citing): string {
  const [next, standing, own] = [body, prior.body, written.body].map(readTold);
  const title = /^# .*$/m.exec(prior.body.split(/^## /m)[0] ?? '')?.[0];
  const sections = [...(next ?? [])].map(([name, fresh]) => {
    const [before, mine] = [standing?.get(name) ?? [], own?.get(name) ?? []];
    const kept = mergeUnits(fresh, { before, mine });
    const units = kept.map((unit) => (unit.isTheirs ? theirText(unit, name, citing) : unit.text));
    return [`## ${name}`, '', writeUnits(kept, units, isNumbered(body, name))].join('\n');
  });
  return [...(title === undefined ? [] : [title]), ...sections].join('\n\n');
}

const isNumbered = (body: string, name: string): boolean =>
  name === skillSections[1] || new RegExp(`^## ${name}\\n+1\\. `, 'm').test(body);

/** A unit of the new text, and whether a person wrote it. */
interface Kept extends Told {
  readonly isTheirs: boolean;
}

function writeUnits(units: readonly Kept[], texts: readonly string[], isNumberedList: boolean): string {
  let number = 0;
  const written = units.map(({ isItem }, at) => {
    if (!isItem) return `${at > 0 ? '\n' : ''}${texts[at]}${units[at + 1]?.isItem ? '\n' : ''}`;
    number += 1;
    return `${isNumberedList ? `${number}.` : '-'} ${texts[at]}`;
  });
  return written.join('\n');
}

/** What a person wrote, with labels that mean the same in the new text. */
function theirText({ text }: Told, section: string, { label, again }: Citing): string {
  const [first = '', ...rest] = text.split('\n');
  const cited = citationsIn({ text: text.replaceAll('\n', ' '), line: 1 }).flatMap((one) => again(one) ?? []);
  const bare = [first.replace(CITATION, '').trimEnd(), ...rest.map((line) => line.replace(CITATION, ''))];
  const labels = cited.length > 0 ? [...new Set(cited)] : citedSections.includes(section) ? [label] : [];
  if (labels.length === 0) return bare.join('\n');
  return [`${bare[0]} [${labels.join(', ')}]`, ...bare.slice(1)].join('\n');
}

const wordsIn = (said: string): string[] => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Share of words that two texts have in common, 0 to 1. */
function likeness(a: string, b: string): number {
  const [left, right] = [new Set(wordsIn(a)), new Set(wordsIn(b))];
  if (left.size + right.size === 0) return a === b ? 1 : 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return (2 * shared) / (left.size + right.size);
}

const isSame = (a: Told, b: Told): boolean => a.said === b.said || likeness(a.said, b.said) >= sameUnit;

function mergeUnits(
  fresh: readonly Told[],
  { before, mine }: { readonly before: readonly Told[]; readonly mine: readonly Told[] },
): Kept[] {
  const has = (list: readonly Told[], { said }: Told): boolean => list.some((one) => one.said === said);
  const removed = mine.filter((one) => !has(before, one));
  const isRemoved = (unit: Told): boolean =>
    removed.some((one) => one.said === unit.said) ||
    (!has(mine, unit) && removed.some((one) => isSame(one, unit)));
  const units = fresh.filter((unit) => !isRemoved(unit)).map((unit): Kept => ({ ...unit, isTheirs: false }));
  for (const [at, one] of before.entries()) {
    if (has(mine, one) || has(units, one)) continue;
    const previous = before.slice(0, at).findLast((other) => has(units, other));
    const place = previous ? units.findIndex(({ said }) => said === previous.said) + 1 : 0;
    units.splice(place, 0, { ...one, isTheirs: true });
  }
  return units;
}
