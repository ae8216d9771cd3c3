import { isDict } from '../domain/json.ts';
import { findDirectives } from '../text/directives.ts';
import { isJunk } from '../text/junk.ts';
import { findStatedFindings } from '../text/stated-findings.ts';
import { isLearningHeading, isProgressHeading, isStatus, jsonKeyKind } from './note-rules.ts';

/** Something that a note states and that is worth more than the day. */
export interface Statement {
  readonly kind: 'rule' | 'finding' | 'learning';
  readonly summary: string;
  /** The line as written. */
  readonly quote: string;
  /** From 1; 0 where the format has no lines. */
  readonly row: number;
  readonly polarity?: 'do' | 'avoid';
  readonly scope?: 'user' | 'project';
  readonly strong?: boolean;
}

interface Line {
  readonly text: string;
  readonly row: number;
  /** It stands under a heading of learnings. */
  readonly taught: boolean;
}

const MAX_LINES = 20_000;
const MAX_LENGTH = 400;

const HEADING = /^\s{0,3}#{1,6}\s{1,4}(\S.{0,200})$/;
/** `**Learnings for future iterations:**`, alone on its line. */
const LABEL = /^\s{0,20}(?:[-*+]\s{1,3})?(?:\*\*|__)?([^*_:：]{2,80})[:：](?:\*\*|__)?\s{0,3}$/u;
const BULLET = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s{1,4}/;

const plain = (line: string): string =>
  line
    .replace(BULLET, '')
    .replace(/\*\*|__/g, '')
    .trim();

/** Whether learnings stand below a heading; undefined when the line is no heading. */
function headingIn(line: string): boolean | undefined {
  const heading = HEADING.exec(line)?.[1] ?? LABEL.exec(line)?.[1];
  if (heading === undefined) return undefined;
  return isLearningHeading(heading) && !(isProgressHeading(heading) && !/learn|lesson|gotcha/i.test(heading));
}

/** Lines of a Markdown or text note that may state something; headings, code and ruled lines are out. */
function linesOf(text: string, taughtFrom: boolean): Line[] {
  let taught = taughtFrom;
  let fenced = false;
  return text.split('\n', MAX_LINES).flatMap((line, at) => {
    if (/^\s{0,8}(?:```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : headingIn(line);
    if (heading !== undefined) taught = heading || (taughtFrom && !isProgressHeading(line));
    const skip =
      fenced ||
      heading !== undefined ||
      line.length > 2_000 ||
      /^\s{0,3}(?:[-=_*]{3,}|\||```|~~~|>)/.test(line);
    return skip ? [] : [{ text: line, row: at + 1, taught }];
  });
}

/** "Learning: …" names its own kind. */
function withoutLabel(line: string): string | undefined {
  const [, label = '', said] = /^([^:：]{2,40})[:：]\s{0,3}(\S.*)$/u.exec(line) ?? [];
  return said !== undefined && label.split(/\s+/).length <= 4 && isLearningHeading(label) ? said : undefined;
}

const isLink = (line: string): boolean => /^\[[^\]]{1,200}\]\([^)]{1,300}\)/.test(line);

/** Without the stop at its end, so that the same said in a prompt is the same. */
export const tidy = (text: string): string => text.replace(/[.!。！\s]{1,10}$/u, '').trim();

/** What one line states: a rule, a finding, or, where learnings stand, the line itself. */
export function statementsIn({ text, row, taught }: Line): Statement[] {
  const line = plain(text);
  if (line === '' || isStatus(line) || isLink(line)) return [];
  const labelled = withoutLabel(line);
  const said = labelled ?? line;
  const rules = findDirectives(said).map(({ sentence, summary, polarity, scope, force }) => ({
    kind: 'rule' as const,
    summary,
    quote: sentence,
    row,
    polarity,
    scope,
    strong: force === 'strong',
  }));
  if (rules.length > 0) return rules;
  const findings = findStatedFindings(said).map(({ summary, sentence }) => ({
    kind: 'finding' as const,
    summary,
    quote: sentence,
    row,
  }));
  if (findings.length > 0) return findings;
  const isLearning = (taught || labelled !== undefined) && !isJunk(said) && said.length <= MAX_LENGTH;
  return isLearning ? [{ kind: 'learning', summary: tidy(said), quote: line, row }] : [];
}

/** Statements of a Markdown or text note. `allTaught`: every line is a learning unless it tells progress. */
export const textStatements = (text: string, allTaught = false): Statement[] =>
  linesOf(text, allTaught).flatMap(statementsIn);

function jsonTexts(value: unknown, kind: 'learnings' | 'notes' | undefined, depth: number): Line[] {
  if (depth > 12) return [];
  if (typeof value === 'string')
    return kind === undefined
      ? []
      : value.split('\n').map((text) => ({ text, row: 0, taught: kind === 'learnings' }));
  if (Array.isArray(value)) return value.slice(0, 2_000).flatMap((item) => jsonTexts(item, kind, depth + 1));
  if (!isDict(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => jsonTexts(item, jsonKeyKind(key) ?? kind, depth + 1));
}

/** Statements of a JSON note such as a task list: only texts under keys that hold notes or learnings. Damaged JSON states nothing. */
export function jsonStatements(text: string): Statement[] {
  try {
    return jsonTexts(JSON.parse(text), undefined, 0).flatMap(statementsIn);
  } catch {
    return [];
  }
}
