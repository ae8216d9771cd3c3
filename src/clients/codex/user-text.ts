import { injectedTag } from '../../domain/own-agent.ts';
import { withoutTag } from '../without-tag.ts';

/** Openings of messages that Codex wrote in the user's name: surroundings, instruction files, skills, answers of sub-agents. */
const injectedOpenings = [
  '<environment_context>',
  '<user_instructions>',
  '<skills_instructions>',
  '<apps_instructions>',
  '<plugins_instructions>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<user_action>',
  '<user_shell_command>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<skill>',
  '<system-reminder>',
  '<INSTRUCTIONS>',
  '# AGENTS.md',
  '# Context from my IDE setup:',
  'Another language model started to solve this problem',
  'You were originally given instructions from a user over one or more turns',
];

/** Where an editor puts what the person typed, after its own context. */
const requestHeading = '## My request for Codex:';

/** What the person typed in a user message, or undefined when nothing of it is theirs. */
export function parseCodexUserText(text: string): string | undefined {
  const request = text.indexOf(requestHeading);
  const told = request < 0 ? text : text.slice(request + requestHeading.length);
  const typed = withoutTag(told, injectedTag).trim();
  if (typed === '') return undefined;
  return injectedOpenings.some((opening) => typed.startsWith(opening)) ? undefined : typed;
}
