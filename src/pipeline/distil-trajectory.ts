import type { Cited } from '../domain/distil.ts';
import type { Run, Step } from '../domain/run.ts';
import { commandRules } from './command-rules.ts';
import { commandShape, isCheck, isHousekeeping, isLooking } from './command-shape.ts';
import { languagesOf } from './git-languages.ts';
import { groupBy } from './group-by.ts';
import { commandOfShape } from './step-of.ts';

/** Something that runs of one kind do. */
export interface Move {
  readonly kind: 'run' | 'edit' | 'tool';
  /** The shape of a command, the language of the files, or the tool; empty for files of no language. */
  readonly what: string;
  /** Whether the command tells if the work holds. */
  readonly isCheck: boolean;
}

/** A move of the common way, with the runs that made it. */
export interface CommonMove extends Move {
  /** The command as most runs ended up calling it: its shape with flags that take no value, `mix credo --strict`. */
  readonly command: string;
  readonly labels: readonly string[];
  /** How many runs made it. */
  readonly count: number;
  /** Where in its runs it lies, 0 to 1. */
  readonly at: number;
  /** Files that every run with this move edited, when there are two of them at least. */
  readonly files: readonly string[];
  /** Topmost folders in which at least half of the runs with this move edited, the commonest first. */
  readonly folders: readonly string[];
}

/** Steps of the common way at most. */
const mostMoves = 8;

/** Labels that one step cites at most. */
export const mostLabels = 3;

/** Folders that one step names at most. */
export const mostFolders = 3;

const keyOf = ({ kind, what }: Move): string => `${kind} ${what}`;

/** A program by itself tells nothing when it is a shell or an interpreter, nor does what is no name of a program. */
export const isTelling = (shape: string): boolean =>
  /^[\w.@/-]+(?: [\w.:@/-]+)*$/.test(shape) &&
  (shape.includes(' ') || !(commandRules.interpreters.has(shape) || commandRules.shells.has(shape)));

/** What a step does, where it does anything: looking, tidying up and the agent's own bookkeeping are no steps of a procedure. */
export function moveOf(step: Step): Move | undefined {
  if (commandRules.editTools.has(step.tool.toLowerCase()))
    return { kind: 'edit', what: languagesOf(step.files)[0] ?? '', isCheck: false };
  const shape = commandOfShape(step);
  if (shape === '') {
    const isForeign = step.tool.startsWith('mcp__') && step.command === undefined;
    return isForeign ? { kind: 'tool', what: step.tool, isCheck: false } : undefined;
  }
  const isIdle = !isTelling(shape) || isLooking(shape) || isHousekeeping(commandShape(step.command ?? ''));
  return isIdle ? undefined : { kind: 'run', what: shape, isCheck: isCheck(shape) };
}

/** The command with its flags, where none of these takes a value; else undefined. */
function flaggedOf({ command = '' }: Step): string | undefined {
  const { shape, rest } = commandShape(command);
  const isBare = rest.every((word) => /^--?[a-z][a-z-]*$/i.test(word));
  return isBare && !rest.some((word) => commandRules.bypassing.has(word))
    ? [shape, ...rest].join(' ')
    : undefined;
}

interface Placed {
  readonly move: Move;
  readonly label: string;
  /** Absent where it was only called with values of that session. */
  readonly command: string | undefined;
  readonly at: number;
  readonly files: readonly string[];
}

/** The moves of one run, each once: a check where it was made last, everything else where it began. */
function placedMoves({ label, what: run }: Cited<Run>): Placed[] {
  const made = run.steps.flatMap((step, index) => {
    const move = step.ok === false || step.refused ? undefined : moveOf(step);
    return move ? [{ move, step, at: (index + 1) / run.steps.length }] : [];
  });
  return [...groupBy(made, ({ move }) => keyOf(move)).values()].flatMap((same): Placed[] => {
    const [first] = same;
    const last = same.at(-1);
    if (!first || !last) return [];
    const command = same.map(({ step }) => flaggedOf(step)).findLast((one) => one !== undefined);
    return [
      {
        move: first.move,
        label,
        command: first.move.kind === 'run' ? command : first.move.what,
        at: first.move.isCheck ? last.at : first.at,
        files: same.flatMap(({ step }) => step.files),
      },
    ];
  });
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** Of some values the commonest; of equally common ones the first. */
const commonest = (values: readonly string[]): string =>
  [...groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';

/**
 * The way that most successful runs went: moves that at least half of them made, in the order of where these lie in their
 * runs. Failed steps are left out, repeats and loops are one move.
 */
export function commonMoves(successes: readonly Cited<Run>[]): CommonMove[] {
  const placed = successes.flatMap(placedMoves);
  const needed = Math.ceil(successes.length / 2);
  return [...groupBy(placed, ({ move }) => keyOf(move)).values()]
    .filter((same) => same.length >= needed)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostMoves)
    .flatMap((same): CommonMove[] => {
      const [first] = same;
      const commands = same.flatMap(({ command }) => command ?? []);
      const isTold = commands.length > 0 || same.length > 1 || first?.move.isCheck;
      if (!first || !isTold) return [];
      return [
        {
          ...first.move,
          command: commonest(commands) || first.move.what,
          labels: same.map(({ label }) => label).slice(0, mostLabels),
          count: same.length,
          at: middle(same.map(({ at }) => at)),
          files: sharedBy(same.map(({ files }) => files)),
          folders: commonFolders(same.map(({ files }) => files)),
        },
      ];
    })
    .sort((a, b) => a.at - b.at);
}

/** Files that at least two runs have in common, all of them. */
function sharedBy(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.length === 0
    ? []
    : [...new Set(first)].filter((file) => others.every((list) => list.includes(file)));
}

/** Where the files of most runs lie; nothing for files outside of the project. */
function commonFolders(lists: readonly (readonly string[])[]): string[] {
  const tops = lists.flatMap((files) => [
    ...new Set(files.flatMap((file) => /^([\w.@-]+)\/./.exec(file)?.[1] ?? [])),
  ]);
  const times = (folder: string): number =>
    lists.flat().filter((file) => file.startsWith(`${folder}/`)).length;
  return [...groupBy(tops, (folder) => folder)]
    .filter(([folder, own]) => !/^\.+$/.test(folder) && own.length * 2 >= lists.length)
    .sort(([a, x], [b, y]) => y.length - x.length || times(b) - times(a) || (a < b ? -1 : 1))
    .slice(0, mostFolders)
    .map(([folder]) => `${folder}/`);
}
