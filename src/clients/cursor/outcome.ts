import { compact, type Dict, isDict, numberAt, parseDict, stringAt } from '../../domain/json.ts';
import { textOfBlocks } from '../block-text.ts';
import { cutMiddle } from '../cut-middle.ts';
import type { Outcome } from '../outcome.ts';

/** The outcome in a result block of a transcript. Most versions write none: nothing is told then. */
export function outcomeOfBlock(block: Dict): Outcome {
  const text = textOfBlocks(block.content);
  const code = /^(?:Command (?:completed|failed) with )?exit code:? (-?\d{1,9})\b/i.exec(text)?.[1];
  if (code !== undefined) return outcomeOfExit(Number(code), text.slice(text.indexOf('\n') + 1));
  if (block.is_error === true || /^Error: /.test(text)) return failure(text);
  return { ok: block.is_error === false ? true : 'unknown' };
}

/** The outcome in what a `postToolUse` hook is given: the hook comes after success only, but a command that failed is none for Cursor. */
export function outcomeOfOutput(output: unknown): Outcome {
  const told = isDict(output) ? output : dictIn(output);
  const code = told && (numberAt(told, 'exitCode') ?? numberAt(told, 'exit_code'));
  if (told === undefined || code === undefined) return { ok: true };
  const streams = ['stdout', 'stderr', 'output'].map((key) => stringAt(told, key) ?? '');
  return outcomeOfExit(code, streams.filter(Boolean).join('\n'));
}

/** The outcome in a `postToolUseFailure` hook: a refusal or interrupt by the person is no failure of the step. */
export function outcomeOfFailure(payload: Dict): Outcome {
  const text = stringAt(payload, 'error_message') ?? stringAt(payload, 'error') ?? '';
  const isRefused = payload.is_interrupt === true || payload.failure_type === 'permission_denied';
  return isRefused ? { ok: false, refused: true, errorText: cutMiddle(text) } : failure(text);
}

const outcomeOfExit = (exitCode: number, text: string): Outcome =>
  exitCode === 0 ? { ok: true, exitCode } : compact({ ...failure(text), exitCode });

/** Texts by which Cursor says that the person did not let a step happen. */
const refusal =
  /\b(?:User (?:rejected|cancelled|skipped|denied)|rejected by the user|cancelled by the user)/i;

function failure(text: string): Outcome {
  const refused = refusal.test(text.slice(0, 300));
  return compact({ ok: false as const, errorText: cutMiddle(text.trim()), refused: refused || undefined });
}

/** Only what begins as an object is read as one: most answers are long and plain. */
const dictIn = (answer: unknown): Dict | undefined =>
  typeof answer === 'string' && answer.startsWith('{') ? parseDict(answer) : undefined;
