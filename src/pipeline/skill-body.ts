import type { SkillDocument, SkillEvidence } from '../domain/skill-document.ts';

/** The sections of the body of a skill that hebb writes, in their order. */
export const skillSections = ['When to use', 'Procedure', 'Pitfalls', 'Verification'] as const;

/** What ends "When to use" in a skill from behaviour. */
export const notWhenTitle = 'When not to apply';

/** One line of a body. */
export interface BodyLine {
  readonly text: string;
  /** 1-based, in the body. */
  readonly line: number;
  /** The word after the fence around it (`bash`; empty when there is none); absent outside of fences. */
  readonly language?: string;
}

/** The lines below a heading of the second level. */
export interface BodySection {
  readonly title: string;
  readonly line: number;
  readonly lines: readonly BodyLine[];
}

/** A step, a pitfall, or whatever else stands by itself among them. */
export interface BodyUnit {
  readonly line: number;
  readonly lines: readonly BodyLine[];
}

/** A body taken apart. */
export interface SkillBody {
  readonly lines: readonly BodyLine[];
  /** What stands before the first section. */
  readonly before: readonly BodyLine[];
  readonly sections: readonly BodySection[];
  /** Line of a fence that nothing closes. */
  readonly openFence?: number;
}

/** What every group of rules of the validator is given. */
export interface SkillCase {
  readonly document: SkillDocument;
  readonly body: SkillBody;
  readonly evidence: SkillEvidence;
}

const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** The lines of a body, with the fence that each lies in. The lines of the fences themselves are left out. */
function readLines(body: string): { lines: BodyLine[]; openFence?: number } {
  const lines: BodyLine[] = [];
  let open: { mark: string; language: string; line: number } | undefined;
  for (const [at, text] of body.split('\n').entries()) {
    const [, mark = '', word = ''] = FENCE.exec(text) ?? [];
    const closes = open !== undefined && mark.startsWith(open.mark) && word.trim() === '';
    if (closes) open = undefined;
    else if (open === undefined && mark !== '')
      open = { mark, language: word.trim().split(/\s/, 1).join('').toLowerCase(), line: at + 1 };
    else lines.push({ text, line: at + 1, ...(open === undefined ? {} : { language: open.language }) });
  }
  return { lines, ...(open === undefined ? {} : { openFence: open.line }) };
}

const isProse = ({ language }: BodyLine): boolean => language === undefined;

const titleIn = (line: BodyLine): string | undefined =>
  isProse(line) ? /^##\s+(.+?)\s*#*$/.exec(line.text)?.[1]?.replace(/[*_]|:$/g, '') : undefined;

/** Reads the body of a skill: its sections and its fences. */
export function readSkillBody(body: string): SkillBody {
  const { lines, ...rest } = readLines(body);
  const sections: { title: string; line: number; lines: BodyLine[] }[] = [];
  const before: BodyLine[] = [];
  for (const line of lines) {
    const title = titleIn(line);
    if (title !== undefined) sections.push({ title, line: line.line, lines: [] });
    else (sections.at(-1)?.lines ?? before).push(line);
  }
  return { lines, before, sections, ...rest };
}

const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+\S/;

/** How far a line is indented when it is an item of a list. */
const indentOfItem = (line: BodyLine): number | undefined =>
  isProse(line) ? ITEM.exec(line.text)?.[1]?.length : undefined;

/**
 * The units of a section: its list items with all that is indented or fenced below them, and each paragraph or heading that belongs
 * to none.
 */
export function unitsOf({ lines }: BodySection): BodyUnit[] {
  const units: { line: number; lines: BodyLine[] }[] = [];
  const outer = lines.map(indentOfItem).find((indent) => indent !== undefined) ?? 0;
  let isAfterBlank = true;
  for (const line of lines) {
    const isBlank = isProse(line) && line.text.trim() === '';
    const isItem = (indentOfItem(line) ?? Number.POSITIVE_INFINITY) <= outer + 1;
    const isApart = isProse(line) && (/^#/.test(line.text) || (isAfterBlank && /^\S/.test(line.text)));
    if (!isBlank && (isItem || isApart || units.length === 0)) units.push({ line: line.line, lines: [] });
    if (!isBlank) units.at(-1)?.lines.push(line);
    isAfterBlank = isBlank;
  }
  return units;
}

/** A line without its code spans. */
export const proseOf = (line: BodyLine): string =>
  isProse(line) ? line.text.replace(/(`{1,4})(?!`).*?(?<!`)\1(?!`)/g, ' ') : '';

/** The code spans of a line. */
export const spansOf = (line: BodyLine): string[] =>
  isProse(line)
    ? [...line.text.matchAll(/(?<!`)(`{1,4})(?!`)(.*?)(?<!`)\1(?!`)/g)].map(([, , code = '']) => code.trim())
    : [];

/** The labels that a line cites: `[L1]`, `[L1, E2]`. A link is no citation, nor is code. */
export const citationsIn = (line: BodyLine): string[] =>
  [...proseOf(line).matchAll(/\[([LER]\d{1,4}(?:\s*,\s*[LER]\d{1,4})*)\](?!\()/g)].flatMap(
    ([, labels = '']) => labels.split(',').map((label) => label.trim()),
  );
