import type { InjectionMoment } from '../../domain/injection.ts';
import { type Dict, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { isSlashCommand } from '../hook-fields.ts';
import { hookOutput, type InjectionFormat, readHookCall } from '../injection.ts';

const events: Readonly<Record<InjectionMoment, string>> = {
  'session-start': 'SessionStart',
  prompt: 'BeforeAgent',
};

function readPrompt(payload: Dict): string | undefined {
  const text = (stringAt(payload, 'prompt') ?? '').trim();
  return text === '' || isSlashCommand(text) || isOwnAgentPrompt(text) ? undefined : text;
}

/** Gemini CLI: stdout is JSON or nothing. */
export const geminiInjection: InjectionFormat = {
  client: 'gemini',
  readCall: (payload, moment) => readHookCall(payload, moment, { events, readPrompt }),
  printBlock: (block, moment) => hookOutput(block, events[moment]),
};
