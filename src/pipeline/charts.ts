import { addDays, dayOf } from '../domain/time.ts';

/** How many values fall into each of some equal parts of 0..1. */
export interface Bin {
  /** Where it begins, 0..1; it ends where the next one begins. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How much happened on a day. */
export interface DayCount {
  /** `yyyy-mm-dd`, UTC. */
  readonly day: string;
  readonly count: number;
}

/** Values of 0..1 in equal bins; 1 belongs to the last one, and what lies outside of 0..1 to the nearest. */
export function histogram(values: Iterable<number>, bins = 10): Bin[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const at = Math.min(bins - 1, Math.max(0, Math.floor(value * bins)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ from: at / bins, to: (at + 1) / bins, count }));
}

/** Things that happened, by day: the last `days` days up to and with the day of `now`, oldest first; what is older or later is left out. */
export function activityByDay(
  happened: Iterable<{ readonly at: string }>,
  { now, days = 30 }: { readonly now: string; readonly days?: number },
): DayCount[] {
  const counts = new Map<string, number>();
  for (let back = days - 1; back >= 0; back--) counts.set(dayOf(addDays(now, -back)), 0);
  for (const { at } of happened) {
    const day = dayOf(at);
    const known = counts.get(day);
    if (known !== undefined) counts.set(day, known + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}

/** A decaying strength at equal steps from now to `days` later, 0..1 each: what a line of its decay is drawn from. */
export function decayLine(
  { strength, decayRate }: { readonly strength: number; readonly decayRate: number },
  { points, days = 90 }: { readonly points: number; readonly days?: number },
): number[] {
  const step = points > 1 ? days / (points - 1) : 0;
  return Array.from({ length: points }, (_, at) => strength * (1 - decayRate) ** (at * step));
}
