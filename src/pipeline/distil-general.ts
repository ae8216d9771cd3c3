import type { DistilInput } from '../domain/distil.ts';
import type { SourceRun } from '../domain/skill-document.ts';
import { namedHomeIn } from '../text/private-values.ts';
import { screenText } from '../text/safety-screen.ts';
import { commandShape } from './command-shape.ts';
import { shapesOf } from './skill-commands.ts';
import { leakedLiterals, sourceRunOf } from './skill-literals.ts';
import { fileWords, phrase } from './skill-phrases.ts';
import type { Unit } from './skill-units.ts';

/** What units are freed of. */
export interface Generalising {
  /** The runs whose values a skill may not hold. */
  readonly runs: readonly SourceRun[];
  /** Commands and tools that are not there: they are named in words, not as something to run. */
  readonly missing: readonly string[];
}

/** Units that may stand in a skill, and why others may not. */
export interface Generalised {
  readonly units: readonly Unit[];
  readonly left: readonly string[];
}

/** Rounds in which values are replaced: one may lie in another. */
const mostRounds = 3;

/** A text of which less than this share is its own says nothing. */
const leastOwn = 0.4;

/** The runs that a skill is made from, as its literals are looked for. */
export const sourceRunsOf = ({ successes, failures }: DistilInput): SourceRun[] =>
  [...successes, ...failures].map(({ what }) => sourceRunOf(what));

/**
 * A text in which nothing is read as something else in the body of a skill: no citation but the own ones, no tag of a role, nothing that
 * does not show, no folder of a person, and no command that is not there as code.
 */
export function tamed(text: string, missing: readonly string[] = []): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\[([LER]\d{1,4}(?:\s*,\s*[LER]\d{1,4})*)\](?!\()/g, '($1)')
    .replace(
      /[<＜‹]\s{0,8}(\/?)\s{0,8}(?=(?:hebb|system|assistant|developer|text-[0-9a-f]{6,})\b)|<(\/?)(?=\|)/gi,
      '($1',
    )
    .replace(/\[(\/?INST)\]/g, '($1)')
    .replace(/\b(?:[LER]\d{1,4})\](?=\()/g, (label) => `${label.slice(0, -1)}) `)
    .trim();
  return withoutHomes(unnamed(plain, missing));
}

function withoutHomes(text: string): string {
  let rest = text;
  for (let home = namedHomeIn(rest); home !== undefined; home = namedHomeIn(rest)) {
    const next = rest.replaceAll(home, '~');
    if (next === rest) return rest;
    rest = next;
  }
  return rest;
}

/** Code spans of commands that are not there become quotes, names of such tools words. */
function unnamed(text: string, missing: readonly string[]): string {
  if (missing.length === 0) return text;
  const isMissing = (span: string): boolean => shapesOf(span).some((shape) => missing.includes(shape));
  return text
    .replace(/(?<!`)(`{1,4})(?!`)(.*?)(?<!`)\1(?!`)/g, (whole, _mark: string, span: string) =>
      isMissing(span.trim()) ? quoted(unnamed(span.trim(), missing)) : whole,
    )
    .replace(/\bmcp__\w+/g, (name) => (missing.includes(name) ? name.replaceAll('_', ' ').trim() : name));
}

/** A text in quotes, also where a span in the span has just been put into some. */
const quoted = (text: string): string => (/^“[^“”]*”$/.test(text) ? text : `“${text}”`);

/** Takes the values of single sessions out of a text; undefined when nothing is left that it says, or one cannot be taken out. */
export function withoutValues(text: string, runs: readonly SourceRun[]): string | undefined {
  let rest = text;
  let taken = 0;
  for (let round = 0; round < mostRounds; round++) {
    const literals = leakedLiterals(rest, runs);
    if (literals.length === 0) return taken > text.length * (1 - leastOwn) ? undefined : rest;
    taken += literals.reduce((sum, { length }) => sum + length, 0);
    rest = literals.reduce(replaceValue, rest);
  }
  return leakedLiterals(rest, runs).length === 0 ? rest : undefined;
}

/** Of a command its shape says what was done; a file, an address and any other value are named by their kind. */
function placeholderFor(literal: string): string {
  const { shape } = commandShape(literal);
  if (/\s/.test(literal) && shape.includes(' ')) return `\`${shape}\``;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(literal)) return phrase('address');
  if (/\s/.test(literal) || !/[/\\]|\.\w{1,5}$/.test(literal)) return phrase('value');
  return fileWords(literal);
}

function replaceValue(text: string, literal: string): string {
  const by = placeholderFor(literal);
  const pattern = literal
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  const article = by.startsWith('the ') ? '(?:\\b(?:an?|the|this|that) )?' : '';
  return text
    .replace(new RegExp(`${article}(?:\`${pattern}\`|${pattern})`, 'giu'), () => by)
    .replace(/`([^`]*?)(the (?:value|file|address) [a-z ]+|the \w+ file concerned)([^`]*)`/g, '$1$2$3')
    .replace(
      /((?:the [\w#+]+ file|the file|the value|the address) (?:concerned|at hand))(?:(?:,| and) \1)+/g,
      '$1',
    );
}

/** Units as they may stand in a skill; the same words stand once, with the evidence of all. */
export function generaliseUnits(units: readonly Unit[], { runs, missing }: Generalising): Generalised {
  const kept = new Map<string, Unit>();
  const left = { values: [] as string[], safety: [] as string[] };
  for (const unit of units) {
    const text = withoutValues(tamed(unit.text, missing), runs);
    if (text === undefined) left.values.push(...unit.labels);
    else if (screenText(text, 'skill').verdict !== 'accept') left.safety.push(...unit.labels);
    else kept.set(text, joined(kept.get(text), { ...unit, text }));
  }
  return {
    units: [...kept.values()],
    left: [
      ...(left.values.length > 0 ? [phrase('leftValues', { labels: left.values.join(', ') })] : []),
      ...(left.safety.length > 0 ? [phrase('leftSafety', { labels: left.safety.join(', ') })] : []),
    ],
  };
}

const joined = (before: Unit | undefined, unit: Unit): Unit =>
  before === undefined
    ? unit
    : {
        ...before,
        labels: [...new Set([...before.labels, ...unit.labels])],
        weight: before.weight + unit.weight,
      };
