import { hashOf, memoryId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Run, Step } from '../domain/run.ts';
import type { OpenError, Remedy } from '../domain/session.ts';
import { normalizeText } from '../text/normalize.ts';
import { keepOpen, reckonStep } from './error-fix.ts';
import { errorKeyOf } from './error-fix-candidate.ts';
import { groupBy } from './group-by.ts';
import { isWithin, type Period } from './reflect-period.ts';
import { isWorkError } from './run-outcome.ts';

/**
 * What became of an error. `came back`: seen in a later run than one in which the same step worked again. `open`: the step has not
 * worked since. `not run since`: it worked again in one run and was not run after. `held`: it worked in later runs as well.
 */
export const errorVerdicts = ['came back', 'open', 'not run since', 'held'] as const;

/** One error by its signature, on one shape of step, in one project: how often it was seen and whether its fix held. */
export interface ErrorHistory {
  readonly id: string;
  readonly project: string;
  readonly shape: string;
  /** The newest message. */
  readonly message: string;
  /** Failures in the period, and ever. */
  readonly seen: number;
  readonly seenEver: number;
  readonly sessions: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** When the step worked again for the last time after failing so; absent while it is open. */
  readonly fixedAt?: string;
  /** What was done before it worked again, as far as it was seen: `edited src/a.ts`, `ran npm install`. */
  readonly fix: readonly string[];
  /** Runs after the fix in which the step worked. */
  readonly heldRuns: number;
  /** How often it came back after a fix, and when last. */
  readonly returns: number;
  readonly returnedAt?: string;
  readonly verdict: (typeof errorVerdicts)[number];
  /** Id of the memory that this error with its fix makes, whether or not there is one. */
  readonly memoryId: string;
}

/** An error with the memory that tells its fix; null where there is none. */
export type KnownError = Omit<ErrorHistory, 'memoryId'> & { readonly memoryId: string | null };

/** A step of a run. */
interface Done {
  readonly run: Run;
  readonly step: Step;
}

/** Remedies of a fix that are told. */
const MAX_FIX = 3;

const isWorking = ({ ok, masked }: Step): boolean => ok === true && !masked;
const isFailing = (step: Step): boolean => step.signature !== undefined && isWorkError(step);
const shapeKey = ({ run, step }: Done): string => `${run.project} ${step.shape}`;

/**
 * The errors that were seen in the period and at least twice ever: those that came back first, then the open ones. All runs are read, since
 * a fix may lie before the period. That a step works again means any step of the same shape, whatever its arguments.
 */
export function findRecurringErrors(runs: readonly Run[], period: Period): ErrorHistory[] {
  const ordered = [...runs].sort(byStart);
  const done = ordered.flatMap((run) => run.steps.map((step) => ({ run, step })));
  const fixes = findFixes(ordered);
  return [...groupBy(done, shapeKey).values()]
    .flatMap((steps) => {
      const failing = steps.filter(({ step }) => isFailing(step));
      const signatures = groupBy(failing, ({ step }) => step.signature ?? '');
      return [...signatures.values()]
        .filter((own) => own.length > 1 && own.some(({ step }) => isWithin(step.at, period)))
        .flatMap((own) => historyOf(own, { steps, fixes, period }));
    })
    .sort(byUrgency);
}

const byStart = (a: Run, b: Run): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;

const byUrgency = (a: ErrorHistory, b: ErrorHistory): number =>
  errorVerdicts.indexOf(a.verdict) - errorVerdicts.indexOf(b.verdict) ||
  b.seen - a.seen ||
  (a.lastAt > b.lastAt ? -1 : a.lastAt < b.lastAt ? 1 : a.id < b.id ? -1 : 1);

/** What was done between a failure and the step that worked, by the tool use of that step and the signature. */
function findFixes(ordered: readonly Run[]): Map<string, readonly Remedy[]> {
  const fixes = new Map<string, readonly Remedy[]>();
  for (const own of groupBy(ordered, ({ sessionId }) => sessionId).values()) {
    let open: readonly OpenError[] = [];
    for (const { id, sessionId, steps } of own) {
      for (const step of steps) {
        const reckoning = reckonStep(open, { step, row: step.row, runId: id, sessionId });
        open = reckoning.open;
        for (const { error, by } of reckoning.fixed)
          if (by) fixes.set(`${by.toolUseId} ${error.step.signature ?? ''}`, error.between);
      }
      open = keepOpen(open, id);
    }
  }
  return fixes;
}

interface Surroundings {
  /** All steps of the shape in the project, in order. */
  readonly steps: readonly Done[];
  readonly fixes: ReadonlyMap<string, readonly Remedy[]>;
  readonly period: Period;
}

/** What the steps of a shape tell of one signature, one after the other. */
interface Course {
  fixed?: Done | undefined;
  readonly heldRuns: Set<string>;
  returns: number;
  returnedAt?: string;
}

function followCourse(own: readonly Done[], steps: readonly Done[]): Course {
  const failures = new Set(own);
  const course: Course = { heldRuns: new Set(), returns: 0 };
  let failed = false;
  for (const one of steps) {
    if (failures.has(one)) {
      if (course.fixed && course.fixed.run.id !== one.run.id) {
        course.returns++;
        course.returnedAt = one.step.at;
      }
      failed = true;
      course.fixed = undefined;
      course.heldRuns.clear();
    } else if (failed && isWorking(one.step)) {
      if (!course.fixed) course.fixed = one;
      else if (one.run.id !== course.fixed.run.id) course.heldRuns.add(one.run.id);
    }
  }
  return course;
}

function historyOf(own: readonly Done[], { steps, fixes, period }: Surroundings): ErrorHistory[] {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const course = followCourse(own, steps);
  const { fixed, heldRuns, returns, returnedAt } = course;
  const { project } = last.run;
  const signature = last.step.signature ?? '';
  const key = {
    entityType: 'mistake',
    scope: 'project',
    project,
    text: normalizeText(errorKeyOf(last.step)),
  };
  const history = compact({
    id: `x-${hashOf(project, last.step.shape, signature)}`,
    project,
    shape: last.step.shape,
    message: last.step.errorText ?? signature,
    seen: own.filter(({ step }) => isWithin(step.at, period)).length,
    seenEver: own.length,
    sessions: new Set(own.map(({ run }) => run.sessionId)).size,
    firstAt: first.step.at,
    lastAt: last.step.at,
    fixedAt: fixed?.step.at,
    fix: fixed ? toldRemedies(fixes.get(`${fixed.step.toolUseId} ${signature}`) ?? []) : [],
    heldRuns: heldRuns.size,
    returns,
    returnedAt,
    verdict: verdictOf(course, period),
    memoryId: memoryId(key),
  });
  return [history];
}

function verdictOf({ fixed, heldRuns, returnedAt }: Course, period: Period): ErrorHistory['verdict'] {
  if (returnedAt !== undefined && isWithin(returnedAt, period)) return 'came back';
  if (!fixed) return 'open';
  return heldRuns.size > 0 ? 'held' : 'not run since';
}

const toldRemedies = (remedies: readonly Remedy[]): string[] =>
  [...new Set(remedies.map(({ kind, what }) => `${kind} ${what}`))].slice(-MAX_FIX);
