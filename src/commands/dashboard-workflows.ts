import type { RunDigest, WorkflowRecord } from '../domain/run-digest.ts';
import { allClasses } from '../pipeline/all-classes.ts';
import { healthOfAll, type SkillHealth } from '../pipeline/plan-drift.ts';
import { countTrial, judgeReadiness, type Readiness, recordsOfTrial } from '../pipeline/readiness.ts';
import { type ClassStats, groupClasses } from '../pipeline/run-classes.ts';
import { type Coverage, coverageOf } from '../pipeline/stamps.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { workflowsEnabled } from './workflows-enabled.ts';

/** What agents did again and again, and what runs say of skills. */
export interface WorkflowFacts {
  /** False where runs are written and nothing is made of them. */
  readonly enabled: boolean;
  readonly runs: number;
  /** The most often run first. */
  readonly classes: readonly ClassStats[];
  /** False where there are so many runs that only whole ones were compared. */
  readonly isMined: boolean;
  readonly records: readonly WorkflowRecord[];
  readonly coverage: Coverage;
  /** Of skills on trial, by slug. */
  readonly trials: ReadonlyMap<string, Readiness>;
  /** Of skills in use, by slug. */
  readonly uses: ReadonlyMap<string, SkillHealth>;
}

/** Gathers them; what is made of the runs alone is kept until there are others. */
export type WorkflowReader = () => WorkflowFacts;

/** Runs in which procedures are looked for while somebody waits: mining more takes seconds. */
const minedAtMost = 3000;

const bySize = (a: ClassStats, b: ClassStats): number =>
  b.executions - a.executions || b.runs - a.runs || (a.runClass.hash < b.runClass.hash ? -1 : 1);

function trialsIn(store: Store, records: readonly WorkflowRecord[]): Map<string, Readiness> {
  const shadows = records.flatMap((record) => (record.kind === 'shadow' ? [record] : []));
  const trials = [...store.state().skills.values()].filter(({ status }) => status === 'shadow');
  const policy = store.policy().shadow;
  return new Map(
    trials.map((skill) => [skill.id, judgeReadiness(countTrial(recordsOfTrial(skill, shadows)), policy)]),
  );
}

/** Reads the runs of a home, again and again. */
export function openWorkflows(input: CommandInput, store: Store): WorkflowReader {
  let known: { readonly key: string; readonly classes: readonly ClassStats[] } | undefined;
  const classesOf = (runs: readonly RunDigest[]): readonly ClassStats[] => {
    const key = runs.map(({ id, outcome, closed }) => `${id} ${outcome} ${closed}`).join('\n');
    if (known?.key === key) return known.classes;
    const found = runs.length > minedAtMost ? groupClasses(runs) : allClasses(runs, store.policy().workflows);
    known = { key, classes: found.sort(bySize) };
    return known.classes;
  };
  return () => {
    const { runs, records } = digestsHere(input, store);
    const skills = [...store.state().skills.values()];
    const uses = healthOfAll(skills, runs, store.policy().drift);
    return {
      enabled: workflowsEnabled(input.host, store.policy().workflows),
      runs: runs.length,
      classes: classesOf(runs),
      isMined: runs.length <= minedAtMost,
      records,
      coverage: coverageOf(skills),
      trials: trialsIn(store, records),
      uses: new Map(uses.map((use) => [use.skill.id, use])),
    };
  };
}
