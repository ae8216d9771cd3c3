import { compact, type Dict, dictAt, dictsAt, isDict, stringAt } from '../../domain/json.ts';
import { cutMiddle } from '../cut-middle.ts';
import type { Outcome } from '../outcome.ts';
import { toolName } from '../tool-names.ts';
import { withoutTag } from '../without-tag.ts';
import { textOfParts } from './user-text.ts';

/** The outcome of a recorded tool call; undefined while it has none. A cancelled call was refused or stopped by the person. */
export function outcomeOfCall(call: Dict): Outcome | undefined {
  const status = stringAt(call, 'status');
  const text = answerText(call);
  if (status === 'success') return outcomeOfText(stringAt(call, 'name') ?? '', text);
  if (status === 'error') return { ok: false, errorText: cutMiddle(text) };
  return status === 'cancelled' ? { ok: false, refused: true, errorText: cutMiddle(text) } : undefined;
}

/** The outcome in what a hook is given: `llmContent`, and `error` where the tool itself failed. */
export function outcomeOfResponse(called: string, response: Dict): Outcome {
  const text = textOfParts(response.llmContent);
  if (!isDict(response.error)) return outcomeOfText(called, text);
  const message = stringAt(response.error, 'message') ?? text;
  return { ok: false, errorText: cutMiddle(message || text) };
}

/** Lines that may stand after a command's output, in their order; 2025 wrote them all, with `(none)`. */
const trailer =
  /(?:^|\n)(?:Error: (?!\(none\))[^\n]*\n)?Exit Code: (-?\d{1,9})(?:\nSignal: [^\n]*)?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*$/;

const killed =
  /(?:^|\n)Signal: (?!\(none\))[^\n]+(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*$/;

/**
 * The outcome of an answer that is no error for the client. A command that failed is none: only the lines after its
 * output tell, and where no exit status is told the command ended with 0.
 */
export function outcomeOfText(called: string, answer: string): Outcome {
  if (toolName(called) !== 'Bash') return { ok: true };
  const text = unfenced(withoutTag(answer, 'hook_context').trim());
  if (/^Command was cancelled by user/.test(text))
    return { ok: false, refused: true, errorText: cutMiddle(text) };
  if (/^Command was automatically cancelled/.test(text)) return { ok: false, errorText: cutMiddle(text) };
  if (/^Command moved to background/.test(text)) return { ok: 'unknown' };
  const found = trailer.exec(text.slice(-2000))?.[1];
  if (found === undefined) return killed.test(text.slice(-2000)) ? failed(text, undefined) : { ok: true };
  const exitCode = Number(found);
  return exitCode === 0 ? { ok: true, exitCode } : failed(text, exitCode);
}

/** Since 0.60 what a command printed, and how it ended, stands between tags. */
const unfenced = (text: string): string =>
  /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(text)?.[1] ?? text;

const failed = (text: string, exitCode: number | undefined): Outcome =>
  compact({ ok: false as const, errorText: cutMiddle(outputOf(text)), exitCode });

/** What a command printed, without the words around it. */
function outputOf(text: string): string {
  const begin = /^(?:Command: [\s\S]*?\n)?(?:Directory: [^\n]*\n)?(?:Output|Stdout): /.exec(text);
  return text
    .slice(begin ? begin[0].length : 0)
    .replace(/\nProcess Group PGID: [^\n]*$/, '')
    .replace(/\nBackground PIDs: [^\n]*$/, '')
    .replace(/\nSignal: \(none\)$/, '')
    .trim();
}

/** Text of a call's answer: what the functions responded, an error before an output. */
function answerText(call: Dict): string {
  const responses = dictsAt(call, 'result').map(
    (part) => dictAt(dictAt(part, 'functionResponse') ?? {}, 'response') ?? {},
  );
  const told = responses.map((response) => stringAt(response, 'error') ?? stringAt(response, 'output') ?? '');
  const text = told.filter(Boolean).join('\n');
  return text || textOfParts(call.resultDisplay);
}
