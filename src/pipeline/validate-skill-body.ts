import { lengthOf, quoteOf, type SkillProblem, skillLimits } from '../domain/skill-document.ts';
import {
  type BodySection,
  type BodyUnit,
  citationsIn,
  notWhenTitle,
  type SkillBody,
  type SkillCase,
  skillSections,
  unitsOf,
} from './skill-body.ts';

const at = (rule: string, line: number, text: string): SkillProblem => ({ rule, line, text });

/** The length of the body. */
export function checkLength(body: string): SkillProblem[] {
  const length = lengthOf(body);
  if (length <= skillLimits.body) return [];
  return [
    at('body.too-long', 0, `the body has ${length} characters, at most ${skillLimits.body} are allowed`),
  ];
}

/** What the body of a skill by hebb must be. */
export function validateBody({ document, body, evidence }: SkillCase): SkillProblem[] {
  if (document.body === '') return [];
  return [
    ...checkLength(document.body),
    ...checkSections(body),
    ...(evidence.fromBehaviour ? checkNotWhen(body) : []),
    ...checkCitations(body, evidence.citations),
    ...checkSmuggled(body),
  ];
}

const isEmpty = ({ lines }: BodySection): boolean => lines.every(({ text }) => text.trim() === '');

function checkSections({ before, sections }: SkillBody): SkillProblem[] {
  const titles: readonly string[] = skillSections;
  const known = sections.filter(({ title }) => titles.includes(title));
  const order = known.map(({ title }) => titles.indexOf(title));
  const late = known[order.findIndex((place, index) => place < (order[index - 1] ?? 0))];
  const stray = before.find(
    ({ text, language }) => text.trim() !== '' && (language !== undefined || !/^#\s/.test(text)),
  );
  return [
    ...(stray
      ? [at('section.before', stray.line, `text stands before the first section: "${quoteOf(stray.text)}"`)]
      : []),
    ...titles
      .filter((title) => !known.some((one) => one.title === title))
      .map((title) => at('section.missing', 0, `the section "## ${title}" is missing`)),
    ...sections
      .filter(({ title }) => !titles.includes(title))
      .map(({ title, line }) =>
        at('section.unknown', line, `"## ${quoteOf(title)}" is none of the sections ${titles.join(', ')}`),
      ),
    ...known
      .filter((one, index) => known.findIndex(({ title }) => title === one.title) < index)
      .map(({ title, line }) => at('section.repeated', line, `the section "## ${title}" stands there twice`)),
    ...(late
      ? [at('section.order', late.line, `"## ${late.title}" is out of order: ${titles.join(', ')}`)]
      : []),
    ...known
      .filter(isEmpty)
      .map(({ title, line }) => at('section.empty', line, `the section "## ${title}" is empty`)),
  ];
}

const NOT_WHEN = new RegExp(`^(?:#{3,6}\\s+|[-*]\\s+)?\\**${notWhenTitle}\\b[*:]*\\s*(.*)$`, 'i');

/** "When not to apply" is the last thing that "When to use" says, and says something. */
function checkNotWhen({ sections }: SkillBody): SkillProblem[] {
  const section = sections.find(({ title }) => title === skillSections[0]);
  const lines = section?.lines ?? [];
  const from = lines.findIndex(({ text, language }) => language === undefined && NOT_WHEN.test(text));
  const missing = `"${skillSections[0]}" does not end with "${notWhenTitle}"`;
  if (from < 0) return [at('section.no-not-when', section?.line ?? 0, missing)];
  const after = lines.slice(from + 1).filter(({ text }) => text.trim() !== '');
  const own = NOT_WHEN.exec(lines[from]?.text ?? '')?.[1] ?? '';
  const heading = after.find(({ text, language }) => language === undefined && /^#/.test(text));
  if (heading) return [at('section.not-when-last', heading.line, missing)];
  return own === '' && after.length === 0
    ? [at('section.not-when-empty', lines[from]?.line ?? 0, `"${notWhenTitle}" says nothing`)]
    : [];
}

/** Sections whose every unit cites its evidence, and what such a unit is called. */
const CITED: readonly { title: string; unit: string }[] = [
  { title: skillSections[1], unit: 'step' },
  { title: skillSections[2], unit: 'pitfall' },
];

function checkCitations(
  { lines, sections }: SkillBody,
  known: Readonly<Record<string, string>>,
): SkillProblem[] {
  const unknown = lines.flatMap((line) =>
    citationsIn(line)
      .filter((label) => !Object.hasOwn(known, label))
      .map((label) => at('citation.unknown', line.line, `[${label}] stands for no evidence`)),
  );
  const uncited = CITED.flatMap(({ title, unit }) =>
    sections
      .filter((section) => section.title === title)
      .flatMap(unitsOf)
      .filter(({ lines: own }) => own.every((line) => citationsIn(line).length === 0))
      .map((one) =>
        at(`${unit}.uncited`, one.line, `a ${unit} cites no evidence: "${quoteOf(textOf(one))}"`),
      ),
  );
  return [...unknown, ...uncited];
}

const textOf = ({ lines }: BodyUnit): string => lines[0]?.text ?? '';

const GRANT_LINE =
  /^\s*(?:allowed-tools|hooks|permissions|permissionMode|mcpServers|disable-model-invocation)\s*:/i;
/** Tags that a reader of recalled text could take for hebb's, or for a role's. */
const ROLE_TAG =
  /[<＜‹]\s{0,8}\/?\s{0,8}(?:hebb|system|assistant|developer|text-[0-9a-f]{6,})\b|\[\/?INST\]|<\|/i;

/** What would be read as something other than the body of a skill. */
function checkSmuggled({ lines, openFence }: SkillBody): SkillProblem[] {
  const prose = lines.filter(({ language }) => language === undefined);
  return [
    ...prose
      .filter(({ text }) => /^\s{0,3}---\s*$/.test(text))
      .map(({ line }) =>
        at('body.front-matter', line, 'a --- line in the body could be read as front matter'),
      ),
    ...prose
      .filter(({ text }) => GRANT_LINE.test(text))
      .map(({ line, text }) =>
        at('body.grants', line, `a line that reads like a key that grants rights: "${quoteOf(text)}"`),
      ),
    ...lines
      .filter(({ text }) => ROLE_TAG.test(text))
      .map(({ line, text }) =>
        at('body.role-tag', line, `a tag that speaks for hebb or for a role: "${quoteOf(text)}"`),
      ),
    ...(openFence === undefined ? [] : [at('body.open-fence', openFence, 'a code fence is not closed')]),
  ];
}
