import { eventId } from '../domain/event.ts';
import { compact } from '../domain/json.ts';
import type { Step } from '../domain/run.ts';
import type { OpenError, Remedy } from '../domain/session.ts';
import { commandRules } from './command-rules.ts';
import { commandShape, isCheck, isHousekeeping, isLooking, isMending } from './command-shape.ts';
import { isWorkError } from './run-outcome.ts';

/** A step with its result, and where it stands. */
export interface DoneStep {
  readonly step: Step;
  /** Row of the result. */
  readonly row: number;
  readonly runId?: string | undefined;
  readonly sessionId: string;
}

/** An error with what ended it: the step that worked, or nothing yet when the fix is not proven. */
export interface Fixed {
  readonly error: OpenError;
  readonly by?: Step;
}

/** What is still open after a step, and what it settled. */
export interface Reckoning {
  readonly open: readonly OpenError[];
  readonly fixed: readonly Fixed[];
}

/** Errors that wait at the same time, and remedies of one: the oldest go first. */
const MAX_OPEN = 20;
const MAX_BETWEEN = 30;

/** Id of the event of a step. */
export const eventOfStep = (sessionId: string, { toolUseId, at }: Step): string =>
  eventId({ sessionId, kind: 'tool', at, toolUseId });

const sameShape = (a: Step, b: Step): boolean => a.shape === b.shape && a.agentId === b.agentId;

/** A later try: called after the failure was known. Rows of different agents lie in different files and do not compare. */
const isAfter = (step: Step, error: OpenError): boolean =>
  step.agentId !== error.step.agentId || step.row > error.row;

/** Takes a finished step into account: a new error, one more time the same, a remedy, or the step that works at last. */
export function reckonStep(open: readonly OpenError[], done: DoneStep): Reckoning {
  const { step } = done;
  if (step.ok === false && isWorkError(step))
    return step.signature ? reckonFailure(open, done) : { open, fixed: [] };
  if (step.ok !== true) return { open, fixed: [] };
  const isFixed = (error: OpenError): boolean =>
    !step.masked && sameShape(error.step, step) && isAfter(step, error);
  const rest = open.filter((error) => !isFixed(error));
  const fixed = open.filter(isFixed).map((error) => ({ error, by: step }));
  return { open: rest.map((error) => withRemedies(error, done)), fixed };
}

function reckonFailure(open: readonly OpenError[], { step, row, runId, sessionId }: DoneStep): Reckoning {
  const id = eventOfStep(sessionId, step);
  const known = open.find((error) => sameShape(error.step, step) && error.step.signature === step.signature);
  const fixed: Fixed[] = [];
  const others = open
    .filter((error) => error !== known)
    .map((error) => {
      if (error.gone || !sameShape(error.step, step) || !isAfter(step, error) || error.between.length === 0)
        return error;
      const gone: OpenError = { ...error, gone: true };
      fixed.push({ error: gone });
      return gone;
    });
  const again: OpenError = compact({
    runId,
    step,
    row,
    failures: [...(known?.failures ?? []), id],
    between: [],
  });
  return { open: [...others, again].slice(-MAX_OPEN), fixed };
}

function withRemedies(error: OpenError, { step, sessionId }: DoneStep): OpenError {
  const found = error.gone || !isAfter(step, error) ? [] : remediesOf(step, sessionId);
  return found.length === 0 ? error : { ...error, between: [...error.between, ...found].slice(-MAX_BETWEEN) };
}

/** What a step that worked may have mended: the files it edited, or its command unless that only looks or checks. */
function remediesOf(step: Step, sessionId: string): Remedy[] {
  const id = eventOfStep(sessionId, step);
  if (commandRules.editTools.has(step.tool.toLowerCase()))
    return step.files.map((what) => ({ kind: 'edited', what, eventId: id }));
  if (step.command === undefined || !isRemedy(step.command)) return [];
  return [{ kind: 'ran', what: step.command, eventId: id }];
}

/** A command may mend unless it looks, tidies up, or checks without mending as it goes (`eslint --fix`). */
function isRemedy(command: string): boolean {
  const read = commandShape(command);
  if (read.shape === '' || isLooking(read.shape) || isHousekeeping(read)) return false;
  return !isCheck(read.shape) || isMending(read);
}

/** What still waits when a run ends: an error that the run after it did not fix is no longer waited for. */
export const keepOpen = (open: readonly OpenError[], runId: string): OpenError[] =>
  open.filter((error) => error.runId === runId);

/** The errors of a run that ends whose fix was tried and fits what the message names, though the step was not run again. */
export function unprovenFixes(open: readonly OpenError[], runId: string): Fixed[] {
  return open
    .filter(
      (error) =>
        error.runId === runId && !error.gone && error.between.some((remedy) => isNamed(remedy, error.step)),
    )
    .map((error) => ({ error }));
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether the message of the error speaks of the remedy: the file, the command, or a package that it adds. */
export function isNamed({ kind, what }: Remedy, { errorText = '' }: Step): boolean {
  const text = errorText.toLowerCase();
  if (kind === 'edited') return text.includes(baseName(what).toLowerCase());
  const { shape, rest } = commandShape(what);
  return (
    text.includes(shape.toLowerCase()) ||
    rest.some((word) => /^[@\w][\w./@-]{2,}$/.test(word) && text.includes(word.toLowerCase()))
  );
}
