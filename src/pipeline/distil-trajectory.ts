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
  readonly labels: readonly string[];
  /** Files that every run with this move edited. */
  readonly files: readonly string[];
}

/** Steps of the common way at most. */
const mostMoves = 8;

/** Labels that one step cites at most. */
export const mostLabels = 3;

const keyOf = ({ kind, what }: Move): string => `${kind} ${what}`;

/** What a step does, where it does anything: looking, tidying up and the agent's own bookkeeping are no steps of a procedure. */
export function moveOf(step: Step): Move | undefined {
  if (commandRules.editTools.has(step.tool)) {
    return { kind: 'edit', what: languagesOf(step.files)[0] ?? '', isCheck: false };
  }
  const shape = commandOfShape(step);
  if (shape === '') {
    const isForeign = step.tool.startsWith('mcp__');
    return isForeign && step.command === undefined
      ? { kind: 'tool', what: step.tool, isCheck: false }
      : undefined;
  }
  if (isLooking(shape) || isHousekeeping(commandShape(step.command ?? ''))) return undefined;
  return { kind: 'run', what: shape, isCheck: isCheck(shape) };
}

interface Placed {
  readonly move: Move;
  readonly label: string;
  /** Where in its run it lies, 0 to 1: a check where it was made last, everything else where it began. */
  readonly at: number;
  readonly files: readonly string[];
}

function placedMoves({ label, what: run }: Cited<Run>): Placed[] {
  const made = run.steps.flatMap((step, index) => {
    const move = step.ok === false || step.refused ? undefined : moveOf(step);
    return move ? [{ move, label, at: (index + 1) / run.steps.length, files: step.files }] : [];
  });
  return [...groupBy(made, ({ move }) => keyOf(move)).values()].flatMap((same): Placed[] => {
    const first = same[0];
    const last = same.at(-1);
    if (!first || !last) return [];
    return [
      { ...first, at: first.move.isCheck ? last.at : first.at, files: same.flatMap(({ files }) => files) },
    ];
  });
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

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
    .map((same) => ({ same, at: middle(same.map(({ at }) => at)) }))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ same }) => {
      const [first] = same;
      if (!first) return [];
      const files = sharedBy(same.map((one) => one.files));
      return [{ ...first.move, labels: same.map(({ label }) => label).slice(0, mostLabels), files }];
    });
}

/** Files that at least two runs have in common, all of them. */
function sharedBy(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.length === 0
    ? []
    : [...new Set(first)].filter((file) => others.every((list) => list.includes(file)));
}
