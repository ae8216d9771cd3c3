import type { InjectionMoment } from '../../domain/injection.ts';
import { type Dict, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { type InjectionFormat, readHookCall } from '../injection.ts';

const events: Readonly<Record<InjectionMoment, string>> = {
  'session-start': 'session.created',
  prompt: 'chat.message',
};

function readPrompt(payload: Dict): string | undefined {
  const text = (stringAt(payload, 'prompt') ?? '').trim();
  return text === '' || isOwnAgentPrompt(text) ? undefined : text;
}

/** opencode has no hooks but plugins: hebb's own plugin writes `{session_id, cwd, source?, prompt?}` and puts what it reads into the session as it is. */
export const opencodeInjection: InjectionFormat = {
  client: 'opencode',
  readCall: (payload, moment) => readHookCall(payload, moment, { events, readPrompt }),
  printBlock: (block) => block,
};
