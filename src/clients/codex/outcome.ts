import { booleanAt, type Dict, dictAt, isDict, numberAt, parseDict, stringAt } from '../../domain/json.ts';
import { cutMiddle } from '../cut-middle.ts';
import type { Outcome } from '../outcome.ts';

/** The outcome in the output of a call; undefined while the command still runs. Formats: `Process exited with code N` (0.60 on), `Exit code: N`, JSON with `metadata.exit_code` (before), else only words. */
export function outcomeOfOutput(output: unknown): Outcome | undefined {
  const told = isDict(output) ? output : parsedOutput(output);
  const text = outputText(told?.output ?? told?.content ?? output);
  const code = exitCodeOf(told, text);
  if (code !== undefined) return outcomeOfCode(code, text);
  if (/^(?:Chunk ID|Wall time)[^\n]*\n(?:[^\n]*\n)?Process running with session ID/.test(text))
    return undefined;
  if (isRefusal(text)) return { ok: false, refused: true, errorText: cutMiddle(text) };
  if (isFailure(text) || booleanAt(told ?? {}, 'success') === false)
    return { ok: false, errorText: cutMiddle(text) };
  return { ok: booleanAt(told ?? {}, 'success') ?? 'unknown' };
}

/** The outcome of a command with this exit status. */
export function outcomeOfCode(exitCode: number, text: string): Outcome {
  return exitCode === 0
    ? { ok: true, exitCode }
    : { ok: false, exitCode, errorText: cutMiddle(bodyOf(text)) };
}

/** The outcome of a thread item or of an old `…_end` event: exit status, else success, else status. */
export function outcomeOfEvent(event: Dict): Outcome {
  const status = stringAt(event, 'status');
  const text = textOfEvent(event);
  if (status === 'declined' || status === 'cancelled') return { ok: false, refused: true, errorText: text };
  const code = numberAt(event, 'exit_code');
  if (code !== undefined) return outcomeOfCode(code, text);
  const success = booleanAt(event, 'success') ?? mcpSuccess(event) ?? statusSuccess(status);
  if (success === undefined) return { ok: 'unknown' };
  return success ? { ok: true } : { ok: false, errorText: cutMiddle(text) };
}

const statusSuccess = (status: string | undefined): boolean | undefined =>
  status === 'completed' ? true : status === 'failed' ? false : undefined;

function mcpSuccess(event: Dict): boolean | undefined {
  const result = dictAt(event, 'result');
  if (result === undefined) return undefined;
  if (result.Err !== undefined) return false;
  const failed = booleanAt(dictAt(result, 'Ok') ?? result, 'isError');
  return failed === undefined ? undefined : !failed;
}

function textOfEvent(event: Dict): string {
  const result = dictAt(event, 'result') ?? {};
  const told = [stringAt(event, 'aggregated_output'), stringAt(event, 'stderr'), stringAt(event, 'stdout')];
  const error = stringAt(dictAt(event, 'error') ?? {}, 'message') ?? stringAt(result, 'Err');
  return told.find(Boolean) ?? error ?? outputText((dictAt(result, 'Ok') ?? result).content);
}

/** Text of an output: a string, one block or a list of blocks. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (isDict(output)) return stringAt(output, 'text') ?? '';
  return Array.isArray(output) ? output.map(outputText).join('\n') : '';
}

function parsedOutput(output: unknown): Dict | undefined {
  if (typeof output !== 'string' || !output.startsWith('{"output"')) return undefined;
  return parseDict(output);
}

function exitCodeOf(told: Dict | undefined, text: string): number | undefined {
  const inMetadata =
    numberAt(dictAt(told ?? {}, 'metadata') ?? {}, 'exit_code') ?? numberAt(told ?? {}, 'exitCode');
  if (inMetadata !== undefined) return inMetadata;
  const code = /^(?:Process exited with code|Exit code:) (-?\d{1,9})$/m.exec(headerOf(text))?.[1];
  return code === undefined ? undefined : Number(code);
}

/** The lines before the output itself; a patch sent through the shell repeats them inside. */
const headerOf = (text: string): string => text.slice(0, 300).replaceAll('\r', '');

const bodyOf = (text: string): string => {
  const body = /^Output:$/m.exec(text.slice(0, 300));
  return body ? text.slice(body.index + 'Output:'.length).trim() : text;
};

const isRefusal = (text: string): boolean =>
  /^(?:exec command |patch |exec_command )?rejected by user|^aborted by user|^aborted$|rejected by user approval/i.test(
    text.slice(0, 300),
  );

const isFailure = (text: string): boolean =>
  /^apply_patch verification failed|^failed to (?:parse|apply|execute|run)|^execution error|^exec_command failed|^(?:tool )?error:|^unsupported call|^command failed|^command timed out/i.test(
    text.slice(0, 300),
  );
