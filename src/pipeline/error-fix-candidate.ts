import type { Candidate } from '../domain/candidate.ts';
import type { Step } from '../domain/run.ts';
import type { OpenError, Remedy } from '../domain/session.ts';
import { cut } from '../text/cut.ts';
import { errorExcerpt } from '../text/error-signature.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Occasion } from './candidate-of.ts';
import { commandShape, isBypassing, isCheck, isMending } from './command-shape.ts';
import { eventOfStep, type Fixed, isNamed } from './error-fix.ts';
import { excerptLine } from './excerpt.ts';
import { languagesOf } from './git-languages.ts';
import { commandOfShape } from './step-of.ts';

/** Remedies that a summary names, and the longest command and message in it, in characters. */
const MAX_NAMED = 3;
/** When more than this was done and the message names none of it, what fixed it is a guess. */
const MAX_UNNAMED = 6;
const MAX_COMMAND = 80;
const MAX_MESSAGE = 140;

const commandLineOf = (command: string): string =>
  cut(
    command
      .replace(/^(?:\s{0,8}cd [^\s;&|]{1,300}\s{0,8}(?:&&|;))+\s{0,8}/, '')
      .split('\n', 1)
      .join(''),
    MAX_COMMAND,
  );

const code = (text: string): string => (text.includes('`') ? `"${text}"` : `\`${text}\``);

/** What may have fixed an error. */
interface Telling {
  /** Those that the message speaks of, else edits and commands that mend, else whatever was done last. */
  readonly remedies: readonly Remedy[];
  /** False when they are some of many. */
  readonly clear: boolean;
}

function tellingRemedies({ step, between }: OpenError): Telling {
  const latest = [...new Map(between.map((remedy) => [`${remedy.kind} ${remedy.what}`, remedy])).values()];
  const named = latest.filter((remedy) => isNamed(remedy, step));
  const mending = latest.filter(({ kind, what }) => kind === 'edited' || isMending(commandShape(what)));
  const telling = [named, mending, latest].find((some) => some.length > 0) ?? [];
  return { remedies: telling.slice(-MAX_NAMED), clear: named.length > 0 || telling.length <= MAX_UNNAMED };
}

function describeRemedies(remedies: readonly Remedy[]): string {
  const edited = remedies.filter(({ kind }) => kind === 'edited').map(({ what }) => what);
  const ran = remedies.filter(({ kind }) => kind === 'ran').map(({ what }) => code(commandLineOf(what)));
  const parts = [
    edited.length > 0 ? `editing ${edited.join(', ')}` : '',
    ran.length > 0 ? `running ${ran.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join(' and ');
}

/**
 * What fixed it, in words. Undefined when nothing tells: the same command passed with nothing changed, so it was chance; a check passed on
 * other arguments, so it checked something else; or the check was stepped around.
 */
function describeFix({ error, by }: Fixed, remedies: readonly Remedy[]): string | undefined {
  const { command } = error.step;
  const read = commandShape(by?.command ?? '');
  if (isBypassing(read) && !isBypassing(commandShape(command ?? ''))) return undefined;
  if (remedies.length > 0) return describeRemedies(remedies);
  const other =
    by?.command !== undefined && by.command !== command && (!isCheck(read.shape) || isMending(read));
  return other ? `running ${code(commandLineOf(by.command ?? ''))} instead` : undefined;
}

/** `src/a.ts(3,4): ` before a message: the place differs from one time to the next, and the fix names the file. */
const LOCATION = /^\S{1,200}\.\w{1,6}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?:?(?: -)? /;

/** The one line of a failure that tells, without its place in a file; empty when it says no more than an exit code. */
function tellingMessage({ errorText = '' }: Step): string {
  const plain = errorExcerpt(errorText, MAX_MESSAGE * 2)
    .replace(/(?:\\n)+(?=[\s[A-Z]|$)/g, ' ')
    .replace(LOCATION, '');
  const words = plain.replace(/exit (?:code|status) \d+/gi, '').match(/\p{L}{2,}/gu) ?? [];
  return words.length < 2 ? '' : excerptLine(plain, MAX_MESSAGE);
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
  const { step, runId } = error;
  const { remedies, clear } = tellingRemedies(error);
  const fix = describeFix(fixed, remedies);
  const message = tellingMessage(step);
  if (fix === undefined || message === '') return [];
  const eventIds = [
    ...error.failures,
    ...remedies.map(({ eventId }) => eventId),
    ...(by ? [eventOfStep(where.sessionId, by)] : []),
  ];
  const occasion = {
    ...where,
    runId,
    at: step.at,
    row: step.row,
    eventIds: [...new Set(eventIds)],
    quote: message,
  };
  return [
    candidateOf(
      {
        ...wording(step, message, { fix, proven: by !== undefined, clear }),
        appliesTo: contextsOfFix(step, message, remedies),
      },
      occasion,
    ),
  ];
}

const nameOf = (step: Step): string => commandOfShape(step) || step.tool;

/** What the id of an error and its fix is made of: the same error in other sessions has the same. */
export const errorKeyOf = (step: Step): string => `${step.signature ?? ''} ${nameOf(step)}`;

function wording(
  step: Step,
  message: string,
  { fix, proven, clear }: { fix: string; proven: boolean; clear: boolean },
) {
  const failure = `${code(nameOf(step))} failed with "${message}"`;
  const how = clear ? `fixed by ${fix}` : `worked again after ${fix}`;
  return {
    entityType: 'mistake',
    scope: 'project' as const,
    summary: proven ? `${failure}; ${how}` : `${failure}; tried ${fix}, not proven`,
    key: errorKeyOf(step),
    observations: [proven ? `${how.charAt(0).toUpperCase()}${how.slice(1)}` : `Tried ${fix}`],
    severity: proven && clear ? ('high' as const) : ('medium' as const),
    source: 'mistake',
    confidence: proven && clear ? 0.8 : 0.5,
  };
}

function contextsOfFix(step: Step, message: string, remedies: readonly Remedy[]): string[] {
  const files = remedies.filter(({ kind }) => kind === 'edited').map(({ what }) => what);
  const named = namedContexts(message).filter((name) => !/[/\\]|\.\w+$/.test(name));
  return [...new Set([...nameOf(step).split(' ', 1), ...languagesOf(files), ...named, ...files])];
}
