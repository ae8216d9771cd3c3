import type { Candidate } from '../domain/candidate.ts';
import { eventId } from '../domain/event.ts';
import { compact } from '../domain/json.ts';
import type { Step } from '../domain/run.ts';
import type { OpenError, Remedy } from '../domain/session.ts';
import { errorExcerpt } from '../text/error-signature.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Occasion, type Teaching } from './candidate-of.ts';
import { commandRules } from './command-rules.ts';
import { commandShape, isCheck, isLooking } from './command-shape.ts';
import { cut, excerptLine } from './excerpt.ts';
import { languagesOf } from './git-languages.ts';
import { isWorkError } from './run-outcome.ts';
import { commandOfShape } from './step-of.ts';

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
/** Remedies that a summary names, and the longest command and message in it, in characters. */
const MAX_NAMED = 3;
const MAX_COMMAND = 80;
const MAX_MESSAGE = 140;

const eventOfStep = (sessionId: string, { toolUseId, at }: Step): string =>
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
    runId: known?.runId ?? runId,
    step: known?.step ?? step,
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
  const shape = commandOfShape(step);
  if (step.command === undefined || shape === '' || isLooking(shape) || isCheck(shape)) return [];
  return [{ kind: 'ran', what: step.command, eventId: id }];
}

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
function isNamed({ kind, what }: Remedy, { errorText = '' }: Step): boolean {
  const text = errorText.toLowerCase();
  if (kind === 'edited') return text.includes(baseName(what).toLowerCase());
  const { shape, rest } = commandShape(what);
  return (
    text.includes(shape.toLowerCase()) ||
    rest.some((word) => /^[@\w][\w./@-]{2,}$/.test(word) && text.includes(word.toLowerCase()))
  );
}

const commandLineOf = (command: string): string =>
  cut(
    command
      .replace(/^(?:\s{0,8}cd [^\s;&|]{1,300}\s{0,8}(?:&&|;))+\s{0,8}/, '')
      .split('\n', 1)
      .join(''),
    MAX_COMMAND,
  );

const code = (text: string): string => (text.includes('`') ? `"${text}"` : `\`${text}\``);

/** The remedies worth naming: those that the message speaks of, else the last ones. */
function tellingRemedies({ step, between }: OpenError): Remedy[] {
  const latest = [...new Map(between.map((remedy) => [`${remedy.kind} ${remedy.what}`, remedy])).values()];
  const named = latest.filter((remedy) => isNamed(remedy, step));
  return (named.length > 0 ? named : latest).slice(-MAX_NAMED);
}

function describeRemedies(remedies: readonly Remedy[]): string {
  const edited = remedies.filter(({ kind }) => kind === 'edited').map(({ what }) => what);
  const ran = remedies.filter(({ kind }) => kind === 'ran').map(({ what }) => code(commandLineOf(what)));
  return [
    edited.length > 0 ? `editing ${edited.join(', ')}` : '',
    ran.length > 0 ? `running ${ran.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' and ');
}

/** What fixed it, in words; undefined when nothing tells: the same check passed with nothing changed, so it was chance. */
function describeFix({ error, by }: Fixed): string | undefined {
  const remedies = tellingRemedies(error);
  if (remedies.length > 0) return describeRemedies(remedies);
  const other =
    by?.command !== undefined && by.command !== error.step.command && !isCheck(commandOfShape(by));
  return other ? `running ${code(commandLineOf(by.command ?? ''))} instead` : undefined;
}

/** The one line of a failure that tells, without quotes around it; empty when it says no more than an exit code. */
function tellingMessage({ errorText = '' }: Step): string {
  const message = excerptLine(errorExcerpt(errorText, MAX_MESSAGE), MAX_MESSAGE);
  return /\p{L}{2}.*?[\s:._/-].*?\p{L}{2}/u.test(message.replace(/exit (?:code|status) \d+/gi, ''))
    ? message
    : '';
}

/**
 * The candidate of an error and its fix. Its id is made of signature and shape, so that the same error in other sessions is one
 * candidate, whatever fixed it there. None when the message tells nothing or nothing was changed.
 */
export function errorFixCandidate(
  fixed: Fixed,
  where: Pick<Occasion, 'place' | 'sessionId' | 'file'>,
): Candidate[] {
  const { error, by } = fixed;
  const { step } = error;
  const fix = describeFix(fixed);
  const message = tellingMessage(step);
  if (fix === undefined || message === '') return [];
  const shape = commandOfShape(step) || step.tool;
  const failure = `${code(shape)} failed with "${message}"`;
  const remedies = tellingRemedies(error);
  const teaching: Teaching = {
    entityType: 'mistake',
    scope: 'project',
    summary: by ? `${failure}; fixed by ${fix}` : `${failure}; tried ${fix}, not proven`,
    key: `${step.signature ?? ''} ${shape}`,
    observations: [by ? `Fixed by ${fix}` : `Tried ${fix}`],
    appliesTo: contextsOfFix(shape, message, remedies),
    severity: by ? 'high' : 'medium',
    source: 'mistake',
    confidence: by ? 0.8 : 0.5,
  };
  const eventIds = [
    ...new Set([
      ...error.failures,
      ...remedies.map((remedy) => remedy.eventId),
      ...(by ? [eventOfStep(where.sessionId, by)] : []),
    ]),
  ];
  return [
    candidateOf(teaching, {
      ...where,
      runId: error.runId,
      at: step.at,
      row: step.row,
      eventIds,
      quote: message,
    }),
  ];
}

function contextsOfFix(shape: string, message: string, remedies: readonly Remedy[]): string[] {
  const files = remedies.filter(({ kind }) => kind === 'edited').map(({ what }) => what);
  const languages = languagesOf(files);
  const program = shape.split(' ', 1);
  return [
    ...new Set([
      ...program,
      ...languages,
      ...namedContexts(message).filter((name) => !/[/\\]|\.\w+$/.test(name)),
      ...files,
    ]),
  ];
}
