import type { DriftPolicy } from '../domain/policy.ts';

/** What a class of runs did until its skill was activated. */
export interface Baseline {
  /** 0..1, over runs whose outcome is known. */
  readonly successRate: number;
  /** How many these were. */
  readonly executions: number;
}

/** A skill in use, held against its baseline. */
export interface DriftVerdict {
  /** Followed runs with a known outcome that were looked at: the newest, at most the window. */
  readonly judged: number;
  readonly successes: number;
  /** Share of them that succeeded; null while there is none. */
  readonly rolling: number | null;
  /** The rate that is expected: the baseline, shrunk towards one half as far as few runs stand behind it. */
  readonly expected: number;
  /** Chance of so few successes, or fewer, if the skill were as good as expected. */
  readonly tail: number;
  /** Whether both rules say that it is not. */
  readonly drifted: boolean;
}

/**
 * b = (r·m + 1) / (m + 2), m = min(runs, `baselineRuns`): Laplace's rule of succession on the baseline as if it had been seen in m runs. A
 * perfect five of five is expected to go on at 0.86, not at 1; and since m is capped, the bar never rises above 0.9.
 */
export function expectedRate({ successRate, executions }: Baseline, { baselineRuns }: DriftPolicy): number {
  const runs = Math.min(executions, baselineRuns);
  return (successRate * runs + 1) / (runs + 2);
}

/** P(X ≤ k) for X ~ Binomial(n, p), summed exactly. */
export function binomialTail(k: number, n: number, p: number): number {
  if (k >= n) return 1;
  if (k < 0) return 0;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  let term = (1 - p) ** n;
  let sum = term;
  for (let i = 1; i <= k; i++) {
    term *= ((n - i + 1) / i) * (p / (1 - p));
    sum += term;
  }
  return Math.min(1, sum);
}

/**
 * Judges a skill by the outcomes of the runs that followed it since its activation, oldest first (spec 6, Drift). It has drifted when the
 * rolling rate lies more than `margin` below what is expected, and chance alone would bring that about with less than `tail`. The margin
 * alone demotes a third of all healthy skills sooner or later (docs/workflows.md).
 */
export function judgeDrift(
  outcomes: readonly boolean[],
  baseline: Baseline,
  policy: DriftPolicy,
): DriftVerdict {
  const expected = expectedRate(baseline, policy);
  const window = outcomes.slice(-policy.window);
  const judged = window.length;
  const successes = window.filter(Boolean).length;
  if (judged === 0) return { judged, successes, rolling: null, expected, tail: 1, drifted: false };
  const rolling = successes / judged;
  const tail = binomialTail(successes, judged, expected);
  const isLow = rolling < expected - policy.margin && tail < policy.tail;
  return {
    judged,
    successes,
    rolling,
    expected,
    tail,
    drifted: outcomes.length >= policy.minFollowed && isLow,
  };
}
