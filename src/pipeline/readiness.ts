import type { ShadowPolicy } from '../domain/policy.ts';
import type { ShadowRecord } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import { currentVersion } from './skill-sources.ts';

/** What a trial has shown so far. */
export interface TrialCounts {
  readonly observations: number;
  /** Runs that went the skill's way without having it. */
  readonly matched: number;
  /** 0..1; null without an observation. */
  readonly matchRate: number | null;
  /** Of the matched ones those whose outcome is known, and that succeeded. */
  readonly known: number;
  readonly succeeded: number;
  /** 0..1; null while none is known. */
  readonly successRate: number | null;
}

/** Conditions of readiness, in the order in which they are told. */
export type ReadinessName = 'observations' | 'match' | 'success';

/** One condition with what was found and what it was held against. */
export interface ReadinessCheck {
  readonly name: ReadinessName;
  readonly passed: boolean;
  readonly figure: number | null;
  readonly limit: number;
  readonly text: string;
}

/** Whether a trial is advised to end: advice, which a person may or may not take. */
export interface Readiness {
  readonly ready: boolean;
  readonly counts: TrialCounts;
  readonly checks: readonly ReadinessCheck[];
  /** Why it is not ready; empty when it is. */
  readonly reasons: readonly string[];
}

/** The records of the version that a skill holds, made of runs after that version. */
export function recordsOfTrial(skill: Skill, records: readonly ShadowRecord[]): ShadowRecord[] {
  const since = currentVersion(skill)?.at ?? '';
  return records.filter(
    ({ slug, version, at }) => slug === skill.id && version === skill.version && at > since,
  );
}

/** Counts the records of one trial: always from the records, so that counting twice counts the same. */
export function countTrial(records: readonly ShadowRecord[]): TrialCounts {
  const matched = records.filter(({ match }) => match);
  const known = matched.filter(({ outcome }) => outcome !== 'unknown');
  const succeeded = known.filter(({ outcome }) => outcome === 'success').length;
  return {
    observations: records.length,
    matched: matched.length,
    matchRate: records.length === 0 ? null : matched.length / records.length,
    known: known.length,
    succeeded,
    successRate: known.length === 0 ? null : succeeded / known.length,
  };
}

/** Spec 6, Shadow: enough observations, enough of them the skill's way, enough of these with success. */
export function judgeReadiness(counts: TrialCounts, policy: ShadowPolicy): Readiness {
  const checks = [
    observationsCheck(counts, policy),
    matchCheck(counts, policy),
    successCheck(counts, policy),
  ];
  const reasons = checks.filter(({ passed }) => !passed).map(({ text }) => text);
  return { ready: reasons.length === 0, counts, checks, reasons };
}

function observationsCheck({ observations }: TrialCounts, policy: ShadowPolicy): ReadinessCheck {
  const limit = policy.minObservations;
  return {
    name: 'observations',
    passed: observations >= limit,
    figure: observations,
    limit,
    text: `${observations} runs observed, at least ${limit}`,
  };
}

function matchCheck({ matchRate, matched, observations }: TrialCounts, policy: ShadowPolicy): ReadinessCheck {
  const limit = policy.minMatch;
  const found =
    matchRate === null
      ? 'no run observed yet'
      : `${percent(matchRate)} went its way (${matched} of ${observations})`;
  const passed = matchRate !== null && matchRate >= limit;
  return { name: 'match', passed, figure: matchRate, limit, text: `${found}, at least ${percent(limit)}` };
}

function successCheck({ successRate, succeeded, known }: TrialCounts, policy: ShadowPolicy): ReadinessCheck {
  const limit = policy.minSuccess;
  const found =
    successRate === null
      ? 'no run that went its way has a known end'
      : `${percent(successRate)} of those succeeded (${succeeded} of ${known})`;
  const passed = successRate !== null && successRate >= limit;
  return {
    name: 'success',
    passed,
    figure: successRate,
    limit,
    text: `${found}, at least ${percent(limit)}`,
  };
}

/** Rounded down, so that what is short of a limit never reads like it. */
const percent = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10} %`;

/** What a trial shows, in a line: what holds it back, or every figure when nothing does. */
export function readinessText({ checks, ready }: Readiness): string {
  const told = checks.filter(({ passed, figure }) => ready || (!passed && figure !== null));
  return told.map(({ text }) => text).join('; ');
}
