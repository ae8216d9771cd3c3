import type { WorkflowPolicy } from '../domain/policy.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { dayOf, daysBetween, laterOf } from '../domain/time.ts';

/** What a class of runs must pass to become a skill, in the order in which it is told. */
export const gateNames = ['covered', 'executions', 'success-rate', 'queries', 'last-seen'] as const;

/** One of `gateNames`. */
export type GateName = (typeof gateNames)[number];

/** One condition with what was found and what it was held against. */
export interface Gate {
  readonly name: GateName;
  readonly passed: boolean;
  /** What the class has: a count, a rate 0..1, days; null where nothing is known. For `covered` how many skills cover it. */
  readonly figure: number | null;
  readonly limit: number;
  /** Both in one sentence. */
  readonly text: string;
}

/** What is judged of a run. */
export type JudgedRun = Pick<RunDigest, 'outcome' | 'query' | 'createdAt'>;

/** How a class is judged. */
export interface GateInput {
  readonly policy: WorkflowPolicy;
  readonly now: string;
  /** Slug of a skill that holds this procedure already: on trial, in use, or waiting for a person. */
  readonly coveredBy?: string;
  /** When a skill of this class was put aside: only later runs count, for every gate. */
  readonly since?: string;
}

/** What counts of a class. Executions and rate are over runs whose outcome is known, the rest over all. */
export interface ClassCounts {
  readonly runs: number;
  readonly executions: number;
  readonly successes: number;
  /** 0..1; null while no outcome is known. */
  readonly successRate: number | null;
  readonly queries: number;
  readonly lastSeenAt: string | null;
}

/** Runs of a class that count after it was put aside. */
export const runsSince = <T extends Pick<RunDigest, 'createdAt'>>(
  runs: readonly T[],
  since: string | undefined,
): readonly T[] => (since === undefined ? runs : runs.filter(({ createdAt }) => createdAt > since));

/** Counts some runs of one class. */
export function countClass(runs: readonly JudgedRun[]): ClassCounts {
  const known = runs.filter(({ outcome }) => outcome !== 'unknown');
  const successes = known.filter(({ outcome }) => outcome === 'success').length;
  return {
    runs: runs.length,
    executions: known.length,
    successes,
    successRate: known.length === 0 ? null : successes / known.length,
    queries: new Set(runs.map(({ query }) => query)).size,
    lastSeenAt: runs.reduce<string | null>((last, { createdAt }) => laterOf(createdAt, last ?? ''), null),
  };
}

/** Every gate of a class (spec 6, Promotion), passed or not. A class chosen by hand is judged the same way. */
export function judgeClass({ runs }: { readonly runs: readonly JudgedRun[] }, input: GateInput): Gate[] {
  const counts = countClass(runsSince(runs, input.since));
  const gates = [
    coveredGate(input),
    executionsGate(counts, input),
    rateGate(counts, input),
    queriesGate(counts, input),
    lastSeenGate(counts, input),
  ];
  const { since } = input;
  return since === undefined
    ? gates
    : gates.map((gate) =>
        gate.name === 'covered' || gate.passed
          ? gate
          : { ...gate, text: `${gate.text} (counted since ${dayOf(since)}, when its skill was put aside)` },
      );
}

/** Whether a class may become a skill. */
export const passesGates = (gates: readonly Gate[]): boolean => gates.every(({ passed }) => passed);

function coveredGate({ coveredBy }: GateInput): Gate {
  const text = coveredBy === undefined ? 'no skill covers it' : `${coveredBy} covers it already`;
  const figure = coveredBy === undefined ? 0 : 1;
  return { name: 'covered', passed: figure === 0, figure, limit: 0, text };
}

function executionsGate({ executions, runs }: ClassCounts, { policy }: GateInput): Gate {
  const limit = policy.minExecutions;
  const rest = runs > executions ? ` of ${runs}` : '';
  const text = `${executions}${rest} runs with a known end, at least ${limit}`;
  return { name: 'executions', passed: executions >= limit, figure: executions, limit, text };
}

function rateGate({ successRate, successes, executions }: ClassCounts, { policy }: GateInput): Gate {
  const limit = policy.minSuccessRate;
  const found =
    successRate === null
      ? 'no run with a known end'
      : `${shareText(successRate)} succeeded (${successes} of ${executions})`;
  const text = `${found}, at least ${shareText(limit)}`;
  const passed = successRate !== null && successRate >= limit;
  return { name: 'success-rate', passed, figure: successRate, limit, text };
}

function queriesGate({ queries }: ClassCounts, { policy }: GateInput): Gate {
  const limit = policy.minQueries;
  const text = `${queries} distinct ${queries === 1 ? 'prompt' : 'prompts'}, at least ${limit}`;
  return { name: 'queries', passed: queries >= limit, figure: queries, limit, text };
}

function lastSeenGate({ lastSeenAt }: ClassCounts, { policy, now }: GateInput): Gate {
  const limit = policy.maxAgeDays;
  const days = lastSeenAt === null ? null : Math.max(0, daysBetween(lastSeenAt, now));
  const found = days === null ? 'never seen' : `last seen ${daysText(days)} ago`;
  const text = `${found}, at most ${limit}`;
  return { name: 'last-seen', passed: days !== null && days <= limit, figure: days, limit, text };
}

/** Rounded down, so that what is refused never reads like what passes: `79.9 %`. */
const shareText = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10} %`;

/** Rounded up for the same reason. */
function daysText(days: number): string {
  const shown = Math.ceil(days * 10 - 1e-9) / 10;
  return `${shown} ${shown === 1 ? 'day' : 'days'}`;
}
