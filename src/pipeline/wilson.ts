/** Bounds of a share, 0..1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of 95 %. */
const z = 1.96;

/**
 * The Wilson score interval (Wilson 1927) of `successes` out of `total` at 95 %; undefined when `total` is 0, since then nothing is
 * known. Unlike the plain share it stays honest for few trials: 2 of 2 is "at least 34 %".
 */
export function wilson(successes: number, total: number): Interval | undefined {
  if (total <= 0) return undefined;
  const centre = (successes + (z * z) / 2) / (total + z * z);
  const half = (z / (total + z * z)) * Math.sqrt((successes * (total - successes)) / total + (z * z) / 4);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Successes out of trials whose outcome is known, with the share and its interval; these are null when none is known. */
export interface Rate {
  readonly successes: number;
  readonly total: number;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The rate of some counts. */
export function rateOf(successes: number, total: number): Rate {
  const interval = wilson(successes, total);
  if (!interval) return { successes, total, share: null, low: null, high: null };
  return { successes, total, share: successes / total, ...interval };
}

const percent = (share: number): number => Math.round(share * 100);

/** A rate for people: `80 % (49–94 %)`; `unknown` when nothing is known. */
export const rateText = ({ share, low, high }: Rate): string =>
  share === null || low === null || high === null
    ? 'unknown'
    : `${percent(share)} % (${percent(low)}–${percent(high)} %)`;
