import type { Candidate } from '../domain/candidate.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Occasion, type Teaching } from './candidate-of.ts';
import { excerptLine } from './excerpt.ts';
import { codeLanguageOf } from './git-languages.ts';

/** What the person changed in an edit of the agent. */
export interface Correction {
  readonly file: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Longest piece of code that a summary quotes, in characters, and lines that it is taken from. */
const MAX_CODE = 110;
const MAX_LINES = 3;

const squeeze = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MAX_LINES)
    .join(' ');

const quote = (code: string): string => (code.includes('`') ? `"${code}"` : `\`${code}\``);
const shown = (lines: readonly string[]): string => quote(excerptLine(squeeze(lines), MAX_CODE));

function summarise({ file, removed, added }: Correction): Pick<Teaching, 'summary' | 'polarity'> {
  if (squeeze(added) === '')
    return { summary: `Leave out ${shown(removed)}: taken out by the user in ${file}`, polarity: 'avoid' };
  if (squeeze(removed) === '')
    return { summary: `Add ${shown(added)}: put in by the user in ${file}`, polarity: 'do' };
  return {
    summary: `Write ${shown(added)}, not ${shown(removed)}: changed by the user in ${file}`,
    polarity: 'do',
  };
}

/** The candidate of an edit that the person corrected; none when only white space differs. */
export function correctedEdit(correction: Correction, occasion: Omit<Occasion, 'quote'>): Candidate[] {
  const { file, removed, added } = correction;
  if (squeeze(removed) === squeeze(added)) return [];
  const language = codeLanguageOf(file);
  const appliesTo = [
    ...new Set([
      ...(language ? [language] : []),
      ...namedContexts(squeeze(added)).filter((name) => !name.includes('/')),
      file,
    ]),
  ];
  const teaching: Teaching = {
    entityType: 'pattern',
    scope: 'project',
    ...summarise(correction),
    observations: [],
    appliesTo,
    severity: 'medium',
    source: 'explicit_user_feedback',
    confidence: 0.8,
  };
  const change = [
    ...removed.map((line) => `- ${line.trim()}`),
    ...added.map((line) => `+ ${line.trim()}`),
  ].join(' ');
  return [candidateOf(teaching, { ...occasion, quote: change })];
}
