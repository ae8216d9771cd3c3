import type { Memory } from '../domain/memory.ts';
import { purgedMark } from '../domain/purge.ts';

/** A bullet of a profile, or a paragraph or heading that a person put beside the bullets. */
export interface ProfileUnit {
  /** As it stands in the file, marker and all. */
  readonly text: string;
  readonly isBullet: boolean;
}

/** Longest bullet that hebb writes itself, in UTF-16 units, without its marker. A longer fact stays a memory of its own. */
export const longestBullet = 300;

const marker = /^ ?(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const heading = /^ {0,3}#{1,6} /;

/** The units of a text, in order: a line that goes on without a blank line belongs to the one before it. */
export function readProfileText(text: string): ProfileUnit[] {
  const units: { text: string; isBullet: boolean; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = units.at(-1);
    const isBullet = marker.test(line);
    if (line.trim() === '') {
      if (last) last.isOpen = false;
    } else if (last?.isOpen && !isBullet && !heading.test(line)) last.text += `\n${line}`;
    else units.push({ text: line, isBullet, isOpen: !heading.test(line) });
  }
  return units.map(({ text: own, isBullet }) => ({ text: own, isBullet }));
}

/** The text of units: bullets one a line, everything else set off by blank lines. Nothing for no units. */
export function renderProfileText(units: readonly ProfileUnit[]): string {
  const lines = units.map(({ text, isBullet }, at) => {
    const before = units[at - 1];
    return before && !(before.isBullet && isBullet) ? `\n${text}` : text;
  });
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** What a unit says, without its marker, on one line. */
export const saidIn = ({ text }: Pick<ProfileUnit, 'text'>): string =>
  text.replace(marker, '').replace(/\s+/g, ' ').trim();

/** Whether a purge left nothing of a unit. */
export const isPurged = (unit: ProfileUnit): boolean =>
  unit.text.includes(purgedMark) && !/[\p{L}\p{N}]/u.test(saidIn(unit).replaceAll(purgedMark, ''));

/** What a fact says, as one sentence of a bullet. */
export const sentenceOf = ({ summary }: Pick<Memory, 'summary'>): string =>
  saidIn({ text: summary.trim() }).replace(/[.;。]+$/u, '');

/** A bullet that says these facts, one sentence each. */
export const bulletOf = (facts: readonly Pick<Memory, 'summary'>[]): ProfileUnit => ({
  text: `- ${facts.map(sentenceOf).join('; ')}`,
  isBullet: true,
});
