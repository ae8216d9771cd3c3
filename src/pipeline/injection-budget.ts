import type { InjectionLine, InjectionPart } from '../domain/injection.ts';
import { tokenThirds } from '../text/token-estimate.ts';
import { injectionText } from './injection-words.ts';

/** A part of a block: its lines, the most important first, and the share of the block that is its own. */
export interface PartInput {
  readonly part: InjectionPart;
  readonly lines: readonly InjectionLine[];
  /** 0..1. What a part does not need is given to the others, in order. */
  readonly share: number;
}

/** A part with the lines that fit. */
export interface FittedPart {
  readonly part: InjectionPart;
  readonly lines: readonly InjectionLine[];
  /** Lines that did not fit. */
  readonly left: number;
}

/** The text of a part; nothing where none of its lines fits. */
export function partText({ part, lines, left }: FittedPart): string {
  if (lines.length === 0) return '';
  return [headingOf(part), ...lines.map(({ text }) => text), ...moreLines(left)].join('\n');
}

const headingOf = (part: InjectionPart): string => injectionText(`headings.${part}`);
const moreLines = (left: number): string[] =>
  left > 0 ? [injectionText('more', { count: String(left) })] : [];

/** Costs of the first so many lines of a part, with the blank line before it, in thirds of a token. */
interface Costs {
  readonly lines: number;
  of(count: number): number;
}

function costsOf({ part, lines }: PartInput): Costs {
  const sums = [tokenThirds(`\n\n${headingOf(part)}`)];
  for (const { text } of lines) sums.push((sums.at(-1) ?? 0) + tokenThirds(`\n${text}`));
  const more = (left: number): number =>
    tokenThirds(
      moreLines(left)
        .map((line) => `\n${line}`)
        .join(''),
    );
  return {
    lines: lines.length,
    of: (count) => (count === 0 ? 0 : (sums[count] ?? 0) + more(lines.length - count)),
  };
}

/** The most lines, at least `from`, that cost at most this; one that does not fit ends the part. */
function countWithin(costs: Costs, from: number, limit: number): number {
  if (costs.of(costs.lines) <= limit) return costs.lines;
  let count = from;
  while (count + 1 < costs.lines && costs.of(count + 1) <= limit) count++;
  return count;
}

/**
 * Fits parts into a budget in tokens: first each takes what fits into its own share, then, in order, what fits into the rest. Within a
 * part the last lines are left out, so that nothing less important takes the place of something that does not fit.
 */
export function fitParts(parts: readonly PartInput[], budget: number): FittedPart[] {
  const whole = budget * 3;
  let rest = whole;
  const taken = parts.map((part) => {
    const costs = costsOf(part);
    const count = countWithin(costs, 0, Math.min(rest, whole * part.share));
    rest -= costs.of(count);
    return { part, costs, count };
  });
  return taken.map(({ part, costs, count: own }) => {
    const count = countWithin(costs, own, costs.of(own) + rest);
    rest -= costs.of(count) - costs.of(own);
    return { part: part.part, lines: part.lines.slice(0, count), left: part.lines.length - count };
  });
}
