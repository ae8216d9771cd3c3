import type { Block } from '../domain/report.ts';
import type { Run, Step } from '../domain/run.ts';
import type { RunDigest, ShadowRecord } from '../domain/run-digest.ts';
import { quoteOf } from '../domain/skill-document.ts';
import type { ClassStats } from './run-classes.ts';
import type { ClassSight } from './sight-classes.ts';
import type { Stamp } from './stamps.ts';

/** A run in a list. */
export interface RunRow {
  readonly digest: RunDigest;
  /** Whole; undefined where its line was changed in the meantime. */
  readonly run: Run | undefined;
  readonly stamp: Stamp | undefined;
}

/** `2026-10-20 09:00` of an ISO time. */
const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

const shortId = (id: string): string => id.slice(0, 10);

const stampText = (stamp: Stamp | undefined): string =>
  stamp === undefined ? '' : `${stamp.slug} v${stamp.version}${stamp.hides ? '' : ' (a part)'}`;

const endText = ({ run, digest }: RunRow): string =>
  run === undefined || run.outcomeSource === 'none' ? digest.outcome : `${run.outcome}, ${run.outcomeSource}`;

/** Runs, one a line. */
export const runTable = (rows: readonly RunRow[]): Block => ({
  kind: 'table',
  head: ['run', 'when', 'outcome', 'steps', 'covered by', 'prompt'],
  rows: rows.map((row) => [
    shortId(row.digest.id),
    minuteOf(row.digest.createdAt),
    endText(row),
    String(row.run?.steps.length ?? ''),
    stampText(row.stamp),
    quoteOf(row.run?.query ?? row.digest.query, 80),
  ]),
});

const okText = ({ ok, refused, masked }: Step): string => {
  if (refused) return 'refused';
  if (ok === 'unknown') return 'unknown';
  const word = ok ? 'worked' : 'failed';
  return masked ? `${word} (of a pipe)` : word;
};

/** What a run did, one step a line. */
export const stepTable = (steps: readonly Step[]): Block => ({
  kind: 'table',
  head: ['', 'step', 'result', 'files'],
  rows: steps.map((step, index) => [
    String(index + 1),
    quoteOf(step.skill === undefined ? step.shape : `${step.shape} (skill ${step.skill})`, 60),
    okText(step),
    quoteOf(step.files.join(', '), 60),
  ]),
});

/** A run whole. */
export interface RunSight extends RunRow {
  readonly run: Run;
  readonly projectName: string;
  readonly shadows: readonly ShadowRecord[];
}

/** Facts about a run, one a line; what is not known is left out. */
export function runFacts({ run, digest, stamp, projectName, shadows }: RunSight): Block {
  const rows: (readonly [string, string | undefined])[] = [
    ['run', run.id],
    ['when', `${minuteOf(run.createdAt)}, session ${run.sessionId} of ${run.client}`],
    ['project', projectName],
    ['outcome', `${run.outcome} (${run.outcomeSource})${run.closed ? '' : ', nobody answered yet'}`],
    ['evaluator', evaluatorText(run)],
    ['procedure', digest.units.join(' → ') || undefined],
    ['class', digest.classHash],
    ['strict hash', run.strictHash],
    ['covered by', stampText(stamp) || undefined],
    [
      'skills in context',
      digest.skills.map(({ slug, version, how }) => `${slug} v${version}, ${how}`).join('; ') || undefined,
    ],
    ...shadows.map(({ slug, version, match, applicability }): [string, string] => [
      'trial',
      `${slug} v${version}: ${match ? 'went its way' : 'went another way'}, applies to ${Math.round(applicability * 100)} %`,
    ]),
  ];
  return {
    kind: 'table',
    head: ['', ''],
    rows: rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  };
}

function evaluatorText({ evaluation, evaluatorError }: Run): string | undefined {
  if (evaluation === undefined) return undefined;
  return evaluatorError === undefined ? `said ${evaluation}` : `failed: ${evaluatorError}`;
}

/** A class in a list. */
export interface ClassRow extends Pick<ClassSight, 'stats' | 'standing' | 'gates' | 'passes'> {
  readonly projectName: string;
  /** Why no skill could be made of it, as long as no run of it came since. */
  readonly refused: readonly string[];
}

const rateText = ({ successRate, successes, executions }: ClassStats): string =>
  successRate === null ? '' : `${Math.floor(successRate * 1000 + 1e-9) / 10} % (${successes}/${executions})`;

/** Classes, one a line; the project is told where classes of several stand in it. */
export function classTable(rows: readonly ClassRow[], tellsProject: boolean): Block {
  const head = ['class', 'kind', 'runs', 'success', 'prompts', 'last seen', 'skill'];
  return {
    kind: 'table',
    head: [...head, ...(tellsProject ? ['project'] : []), 'procedure'],
    rows: rows.map(({ stats, projectName, standing }) => [
      stats.runClass.hash.slice(0, 8),
      stats.runClass.kind === 'run' ? 'whole' : 'mined',
      String(stats.runs),
      rateText(stats),
      String(stats.queries),
      (stats.lastSeenAt ?? '').slice(0, 10),
      standing.coveredBy ?? '',
      ...(tellsProject ? [projectName] : []),
      quoteOf(stats.runClass.units.join(' → '), 120),
    ]),
  };
}

/** Each class with its gates, passed or not, each with its figure. */
export const gateItems = (rows: readonly ClassRow[]): Block[] =>
  rows.map(({ stats, gates, passes, refused }) => ({
    kind: 'item',
    text: `${stats.runClass.hash.slice(0, 8)} ${quoteOf(stats.runClass.units.join(' → '), 80)}`,
    detail: [
      ...gates.map(({ name, passed, text }) => `${passed ? 'passed' : 'not yet'}  ${name}: ${text}`),
      ...refused.map((reason) => `refused until it is run again: ${reason}`),
    ],
    tone: passes ? 'good' : 'dim',
  }));
