import type { SkillDocument } from '../domain/skill-document.ts';
import { type BodySection, type BodyUnit, citationsIn, readSkillBody, unitsOf } from './skill-body.ts';

/** The text that stands, and the last one that hebb wrote itself. */
export interface Edited {
  readonly prior: SkillDocument;
  readonly written: SkillDocument;
}

/** A unit without its number, bullet and citations: what it says. */
const saidIn = ({ lines }: BodyUnit): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '')
    .replace(/\s*\[[LER]\d[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

interface Told {
  readonly said: string;
  /** As it stands, without number or bullet. */
  readonly text: string;
  readonly isCited: boolean;
}

function toldIn(section: BodySection | undefined): Told[] {
  return (section ? unitsOf(section) : []).map((unit) => ({
    said: saidIn(unit),
    text: unit.lines
      .map(({ text }) => text)
      .join('\n')
      .replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, ''),
    isCited: unit.lines.some((line) => citationsIn(line).length > 0),
  }));
}

/**
 * A new body with what a person changed in the one before: what they added stays where they put it, what they took out
 * stays out, what they reworded stays reworded. `label` cites their version where they cite nothing.
 */
export function keepEdits(body: string, { prior, written }: Edited, label = 'L0'): string {
  const [next, standing, own] = [body, prior.body, written.body].map((text) => readSkillBody(text).sections);
  const sectionOf = (sections: readonly BodySection[] | undefined, title: string) =>
    toldIn(sections?.find((one) => one.title === title));
  return (next ?? [])
    .map((section) => {
      const fresh = toldIn(section);
      const [before, mine] = [sectionOf(standing, section.title), sectionOf(own, section.title)];
      const kept = mergeUnits(fresh, { before, mine, label });
      const isNumbered = unitsOf(section).some(({ lines }) => /^\s*\d/.test(lines[0]?.text ?? ''));
      const lines = kept.map((text, at) => `${isNumbered ? `${at + 1}.` : '-'} ${text}`);
      return [`## ${section.title}`, '', ...lines].join('\n');
    })
    .join('\n\n');
}

function mergeUnits(
  fresh: readonly Told[],
  {
    before,
    mine,
    label,
  }: { readonly before: readonly Told[]; readonly mine: readonly Told[]; readonly label: string },
): string[] {
  const has = (list: readonly Told[], said: string): boolean => list.some((one) => one.said === said);
  const removed = mine.filter(({ said }) => !has(before, said));
  const units = fresh.filter(({ said }) => !has(removed, said)).map(({ said, text }) => ({ said, text }));
  for (const [at, one] of before.entries()) {
    if (has(mine, one.said) || units.some(({ said }) => said === one.said)) continue;
    const previous = before.slice(0, at).findLast(({ said }) => units.some((unit) => unit.said === said));
    const place = previous ? units.findIndex(({ said }) => said === previous.said) + 1 : 0;
    units.splice(place, 0, { said: one.said, text: one.isCited ? one.text : `${one.text} [${label}]` });
  }
  return units.map(({ text }) => text);
}
