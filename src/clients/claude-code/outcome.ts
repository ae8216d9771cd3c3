import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import { textOfBlocks } from '../block-text.ts';
import { cutMiddle } from '../cut-middle.ts';
import type { Outcome } from '../outcome.ts';

/** Texts by which the client says that a person, a rule or a hook did not let a step happen. */
const refusals = [
  /^(?:Error: )?The user doesn't want to (?:proceed|take this action)/,
  /^(?:Error: )?User rejected/,
  /^(?:Error: )?\[Request interrupted by user/,
  /^(?:Error: )?Interrupted by user/,
  /^(?:Error: )?Claude requested permissions? to /,
  /^(?:Error: )?Permission to use .{1,200} (?:has been|was) denied/,
  /^(?:Error: )?(?:PreToolUse|Hook PreToolUse|PermissionRequest)\S{0,100} /,
  /^(?:Error: )?Operation stopped by hook/,
];

/** Reads the outcome off a `tool_result` block and the `toolUseResult` of its row. */
export function outcomeOf(block: Dict, row: Dict): Outcome {
  const detail = row.toolUseResult ?? row.tool_use_result;
  const text = textOfBlocks(block.content) || (typeof detail === 'string' ? detail : errorOf(detail));
  if (!hasFailed(block, detail, text)) return { ok: isUnfinished(detail) ? 'unknown' : true };
  return failureOutcome(text, isDenied(row));
}

/** The outcome of a step that failed with this text. */
export function failureOutcome(text: string, denied = false): Outcome {
  const refused = denied || refusals.some((pattern) => pattern.test(text.slice(0, 300)));
  const code = /^(?:Error: )?Exit code (\d{1,5})/.exec(text)?.[1];
  return compact({
    ok: false as const,
    errorText: cutMiddle(withoutTags(text)),
    exitCode: code === undefined ? undefined : Number(code),
    refused: refused || undefined,
  });
}

function hasFailed(block: Dict, detail: unknown, text: string): boolean {
  if (block.is_error === true) return true;
  if (typeof detail === 'string' && detail.startsWith('Error: ')) return true;
  if (isDict(detail) && detail.is_error === true) return true;
  return text.startsWith('<tool_use_error>');
}

/** Whether a tool's answer tells of no end yet: a command stopped half way or going on in the background, an edit only staged. */
export const isUnfinished = (answer: unknown): boolean =>
  isDict(answer) &&
  (answer.interrupted === true || answer.staged === true || typeof answer.backgroundTaskId === 'string');

const errorOf = (detail: unknown): string => (isDict(detail) ? (stringAt(detail, 'stderr') ?? '') : '');

function isDenied(row: Dict): boolean {
  const decision = stringAt(dictAt(row, 'permissionDecision') ?? {}, 'decision');
  return row.toolDenialKind !== undefined || (decision !== undefined && decision !== 'accept');
}

const withoutTags = (text: string): string => text.replace(/<\/?tool_use_error>/g, '').trim();
