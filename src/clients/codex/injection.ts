import type { InjectionMoment } from '../../domain/injection.ts';
import { type Dict, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { isSlashCommand } from '../hook-fields.ts';
import { hookOutput, type InjectionFormat, readHookCall } from '../injection.ts';
import { parseCodexUserText } from './user-text.ts';

const events: Readonly<Record<InjectionMoment, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
};

function readPrompt(payload: Dict): string | undefined {
  const text = parseCodexUserText(stringAt(payload, 'prompt') ?? '');
  return text === undefined || isSlashCommand(text) || isOwnAgentPrompt(text) ? undefined : text;
}

/** Codex (0.171): the same JSON, read by a closed schema: one key more and the whole output is invalid. */
export const codexInjection: InjectionFormat = {
  client: 'codex',
  readCall: (payload, moment) => readHookCall(payload, moment, { events, readPrompt }),
  printBlock: (block, moment) => hookOutput(block, events[moment]),
};
