import { type Dict, isDict } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import { lengthOf, type SourceRun } from '../domain/skill-document.ts';
import { isPrivate } from '../text/private-values.ts';
import { parseShell } from '../text/shell.ts';
import { publicNames } from './command-rules.ts';
import { commandShape } from './command-shape.ts';
import { quoteWord, shapesOf } from './skill-commands.ts';
import { commandLine } from './tool-input.ts';

/** The shortest value that counts as a literal, in code points. */
export const shortestLiteral = 8;

/** How deep values are looked for, JSON within texts included. */
const DEEPEST = 20;

/** The texts in a value, however deep, numbers too; a text that is JSON is looked into as well. */
function textsIn(value: unknown, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return [value, ...textsIn(parsedJson(value), depth + 1)];
  const inner = Array.isArray(value) ? value : isDict(value) ? Object.values(value) : [];
  return inner.flatMap((one) => textsIn(one, depth + 1));
}

function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What one tool call was given, for a `SourceRun`. */
export function literalsOf(input: Dict): Pick<SourceRun, 'commands' | 'values'> {
  const command = commandLine(input);
  return {
    commands: command === undefined ? [] : [command],
    values: textsIn(input).filter((text) => text !== command),
  };
}

/** What is kept of a run's arguments: its command lines and the files it named. */
export function sourceRunOf({ outcome, steps }: Run): SourceRun {
  return {
    succeeded: outcome === 'success',
    commands: steps.flatMap(({ command }) => command ?? []),
    values: [...new Set(steps.flatMap(({ files }) => files))],
  };
}

/** A text as literals are compared: any case, any spacing, escaped or not, whatever does not show taken out. */
export const foldLiteral = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\\[nrt]/g, ' ')
    .replaceAll('\\', '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

const isLong = (text: string): boolean => lengthOf(text.trim()) >= shortestLiteral;

/** The words of a command that are neither its shape nor the name of a flag: what it was run with. */
function argumentsOf(line: string): string[] {
  return parseShell(line).flatMap(({ words, env }) => {
    const shape = new Set(commandShape(words.map(quoteWord).join(' ')).shape.split(' '));
    const values = words.filter((word) => !shape.has(word)).map((word) => word.replace(/^--?[\w-]+=?/, ''));
    return [...values, ...env.map((pair) => pair.slice(pair.indexOf('=') + 1))].filter((text) => text !== '');
  });
}

/** The literal values of a run: what its arguments were, and command lines that are more than a shape. */
function valuesOf({ commands, values }: SourceRun): string[] {
  const lines = commands.flatMap((line) => {
    const given = argumentsOf(line);
    return given.length === 0 ? [] : [line, ...given];
  });
  return [...values, ...lines].filter(isLong);
}

/** Texts that are the shape of a command in some run: those are what a skill is made of. */
function shapeTexts(runs: readonly SourceRun[]): ReadonlySet<string> {
  const lines = runs.flatMap(({ commands }) => commands);
  const bare = lines.filter((line) => argumentsOf(line).length === 0);
  const shapes = lines.flatMap((line) => shapesOf(line));
  return new Set([...bare, ...shapes, ...shapes.flatMap((shape) => shape.split(' '))].map(foldLiteral));
}

/** Values that all successful runs share, when there are at least two of them. */
function sharedValues(runs: readonly SourceRun[]): ReadonlySet<string> {
  const sets = runs
    .filter(({ succeeded }) => succeeded)
    .map((run) => new Set(valuesOf(run).map(foldLiteral)));
  const [first = new Set<string>(), ...others] = sets;
  return new Set(
    others.length === 0 ? [] : [...first].filter((value) => others.every((set) => set.has(value))),
  );
}

/**
 * The literal values of source runs that a text holds, as they were given, longest first. Free are the shape of a command, names of
 * well-known programs, and what all successful runs share unless it names a person's folder, a host, an address or an id.
 */
export function leakedLiterals(text: string, runs: readonly SourceRun[]): string[] {
  const hay = foldLiteral(text);
  const [shapes, shared] = [shapeTexts(runs), sharedValues(runs)];
  const isFree = (value: string, folded: string): boolean =>
    shapes.has(folded) || publicNames.has(folded) || (shared.has(folded) && !isPrivate(value));
  const found = new Map<string, string>();
  for (const value of runs.flatMap(valuesOf)) {
    const folded = foldLiteral(value);
    if (folded !== '' && hay.includes(folded) && !isFree(value, folded)) found.set(folded, value);
  }
  return [...found.values()].sort((a, b) => b.length - a.length);
}
