import { join } from 'node:path';
import type { ClientEnv } from '../client.ts';
import type { ClientSetup } from '../client-setup.ts';
import { type HookCommands, quotedIfNeeded } from '../hook-command.ts';
import type { Handler, WantedHooks } from '../settings-file.ts';
import { bodyFor, type CommandText, markdownWith, quotedText } from '../slash-commands.ts';

const folder = ({ home, vars }: ClientEnv): string => vars.CLAUDE_CONFIG_DIR || join(home, '.claude');

/** Tools whose use is evidence: what edits, what runs, and what servers do. */
const matcher = '^(Edit|MultiEdit|Write|NotebookEdit|Bash|mcp__.*)$';

/** Seconds. */
const handler = (command: string): Handler => ({ type: 'command', command, timeout: 5 });

/** What Claude Code runs at which event; the plugin's `hooks/hooks.json` says the same. */
export function claudeHooks({ capture, due, inject }: HookCommands): readonly WantedHooks[] {
  const captured = handler(capture);
  return [
    { event: 'SessionStart', handlers: [handler(inject('session-start'))] },
    { event: 'UserPromptSubmit', handlers: [captured, handler(inject('prompt'))] },
    { event: 'PostToolUse', matcher, handlers: [captured] },
    { event: 'PostToolUseFailure', matcher, handlers: [captured] },
    { event: 'PostToolBatch', handlers: [captured] },
    { event: 'Stop', handlers: [captured, handler(due)] },
    { event: 'SessionEnd', handlers: [captured, handler(due)] },
  ];
}

/** A file called `skill.md` makes its whole folder one skill, and every other command in it disappears (2.1.197): that one is a skill of its own. */
const isSkill = ({ name }: CommandText): boolean => name === 'skill';
const fileName = (command: CommandText): string =>
  isSkill(command) ? `skills/${command.name}/SKILL.md` : `commands/${command.name}.md`;

/** In a command's text `$1` would be an argument; a rule of permission holds only words that need no quotes. */
function commandText(command: CommandText, program: string): string {
  const isPlain = /^[\w@%+=:./ -]+$/.test(program);
  const allowed = isPlain ? command.allowed.replaceAll('(hebb ', () => `(${program} `) : '';
  return markdownWith(
    {
      ...(isSkill(command) ? { name: command.name } : {}),
      description: quotedText(command.description),
      'argument-hint': quotedText(command.hint),
      'allowed-tools': allowed,
    },
    bodyFor(command, program.replaceAll('$', '\\$'), '$ARGUMENTS'),
  );
}

/** Claude Code: hooks in its settings, one Markdown file a slash command. */
export const claudeCodeSetup: ClientSetup = {
  client: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  folder,
  hooks: {
    kind: 'hooks',
    user: (env) => join(folder(env), 'settings.json'),
    project: '.claude/settings.json',
    shape: { isNested: true, needs: {} },
    wanted: claudeHooks,
  },
  commands: {
    user: folder,
    project: '.claude',
    comment: ['<!--', ' -->'],
    files: (commands, program) =>
      commands.map((command) => ({ name: fileName(command), text: commandText(command, program) })),
  },
  advice: [],
  registerMcp: ({ command, args, env }) => {
    const vars = Object.entries(env).map(([key, value]) => `-e ${quotedIfNeeded(`${key}=${value}`)} `);
    return `claude mcp add hebb --scope user ${vars.join('')}-- ${[command, ...args].map(quotedIfNeeded).join(' ')}`;
  },
};
