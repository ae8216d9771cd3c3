import type { Event } from '../domain/event.ts';
import { compact } from '../domain/json.ts';
import type { Step } from '../domain/run.ts';
import type { TraceItem } from '../domain/trace.ts';
import { errorSignature } from '../text/error-signature.ts';
import { isTransientFailure } from '../text/transient-failures.ts';
import { commandShape } from './command-shape.ts';
import { redacted } from './excerpt.ts';
import { skillOf } from './skill-of.ts';
import { commandLine } from './tool-input.ts';

type Call = Extract<TraceItem, { kind: 'call' }>;
type Result = Extract<TraceItem, { kind: 'result' }>;

/** The step of a call that has no result yet; the event of the same call lends what is kept of its texts. */
export function stepOf(call: Call, event: Event): Step {
  const { toolUseId, tool, input, at, row, agentId } = call;
  const line = commandLine(input);
  const read = line === undefined || event.command === undefined ? undefined : commandShape(line);
  return compact({
    toolUseId,
    tool,
    argKeys: Object.keys(input).sort(),
    shape: read === undefined || read.shape === '' ? tool : `${tool} ${read.shape}`,
    ok: 'unknown' as const,
    at,
    row,
    files: event.files,
    command: event.command,
    agentId,
    skill: skillOf(call),
    masked: read?.masked || undefined,
  });
}

/** The step with its result; a refusal or interrupt by the person is kept apart from a failure. */
export function withResult(step: Step, result: Result, event: Event): Step {
  if (result.ok !== false) return { ...step, ok: result.ok };
  const text = result.errorText === undefined ? '' : redacted(result.errorText);
  return compact({
    ...step,
    ok: false as const,
    errorText: event.errorText,
    signature: text === '' ? undefined : errorSignature(text),
    transient: isTransientFailure(text) || undefined,
    refused: result.refused || undefined,
  });
}

/** The shape without the tool's name: `npm test` of `Bash npm test`; empty when the step is no command. */
export const commandOfShape = ({ tool, shape, command }: Step): string =>
  command === undefined ? '' : shape.slice(tool.length + 1);
