import type { InjectionMoment } from '../../domain/injection.ts';
import { type Dict, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { isSlashCommand } from '../hook-fields.ts';
import { hookOutput, type InjectionFormat, readHookCall } from '../injection.ts';
import { automaticSources, parseUserText } from './user-text.ts';

const events: Readonly<Record<InjectionMoment, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
};

/** What the client itself submits is no prompt of the person. */
function readPrompt(payload: Dict): string | undefined {
  const text = parseUserText(stringAt(payload, 'prompt') ?? '');
  const isAutomatic = automaticSources.has(stringAt(payload, 'source') ?? '');
  return text === undefined || isAutomatic || isSlashCommand(text) || isOwnAgentPrompt(text)
    ? undefined
    : text;
}

/** Claude Code: context by `hookSpecificOutput` (2.1.332); strings over 10,000 characters would be spilled to a file. */
export const claudeInjection: InjectionFormat = {
  client: 'claude-code',
  readCall: (payload, moment) => readHookCall(payload, moment, { events, readPrompt }),
  printBlock: (block, moment) => hookOutput(block, events[moment]),
};
