import type { ClientName } from '../domain/event.ts';
import type { InjectionCall, InjectionMoment } from '../domain/injection.ts';
import { type Dict, stringAt } from '../domain/json.ts';

/** How one client asks for a block and takes it. */
export interface InjectionFormat {
  readonly client: ClientName;
  /** What the payload of a hook asks; undefined when it is another event, or none that may be answered. */
  readCall(payload: Dict, moment: InjectionMoment): InjectionCall | undefined;
  /** Everything that goes to stdout. */
  printBlock(block: string, moment: InjectionMoment): string;
}

/** Sources of a session's start after which the client no longer has what it was given. */
const forgetting = new Set(['clear', 'compact']);

/** What clients call the two moments, and what a person typed. */
export interface HookNames {
  readonly events: Readonly<Record<InjectionMoment, string>>;
  /** The person's own words in a prompt; undefined when nothing of it is theirs. */
  readPrompt(payload: Dict): string | undefined;
}

/** Reads a payload of the usual shape: session_id, cwd, hook_event_name, source, prompt. What a sub-agent asks is not answered. */
export function readHookCall(
  payload: Dict,
  moment: InjectionMoment,
  { events, readPrompt }: HookNames,
): InjectionCall | undefined {
  const sessionId = stringAt(payload, 'session_id');
  const isOther = (stringAt(payload, 'hook_event_name') ?? events[moment]) !== events[moment];
  if (!sessionId || isOther || stringAt(payload, 'agent_id') !== undefined) return undefined;
  const prompt = moment === 'prompt' ? readPrompt(payload) : '';
  if (prompt === undefined) return undefined;
  const forgot = moment === 'session-start' && forgetting.has(stringAt(payload, 'source') ?? '');
  return { sessionId, cwd: stringAt(payload, 'cwd') ?? '', prompt, forgot };
}

/** The JSON in which three clients take context; its keys are all that the strictest of them allows. */
export const hookOutput = (block: string, event: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: block } });
