import { join } from 'node:path';
import { toJson } from '../../domain/json.ts';
import type { ClientEnv } from '../client.ts';
import type { ClientSetup } from '../client-setup.ts';
import type { HookCommands } from '../hook-command.ts';
import type { Handler, WantedHooks } from '../settings-file.ts';
import { bodyFor } from '../slash-commands.ts';

const folder = ({ home }: ClientEnv): string => join(home, '.cursor');

/** Seconds. */
const handler = (command: string): Handler => ({ command, timeout: 5 });

/** Cursor takes no context from a prompt's hook: memory reaches it over MCP and its rules. */
function cursorHooks({ capture, due }: HookCommands): readonly WantedHooks[] {
  const captured = handler(capture);
  return [
    { event: 'beforeSubmitPrompt', handlers: [captured] },
    { event: 'afterFileEdit', handlers: [captured] },
    { event: 'afterShellExecution', handlers: [captured] },
    { event: 'stop', handlers: [captured, handler(due)] },
  ];
}

/** Cursor: hooks in a file of their own, one Markdown file a slash command. */
export const cursorSetup: ClientSetup = {
  client: 'cursor',
  title: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  folder,
  hooks: {
    kind: 'hooks',
    user: (env) => join(folder(env), 'hooks.json'),
    project: '.cursor/hooks.json',
    shape: { isNested: false, needs: { version: 1 } },
    wanted: cursorHooks,
  },
  commands: {
    user: (env) => join(folder(env), 'commands'),
    project: '.cursor/commands',
    comment: ['<!--', ' -->'],
    files: (commands, program) =>
      commands.map((command) => ({
        name: `${command.name}.md`,
        text: bodyFor(command, program, 'what stands behind the command'),
      })),
  },
  advice: [
    'Cursor takes no context from hooks: give it memory over MCP, or with hebb export --agents-md AGENTS.md.',
  ],
  registerMcp: ({ command, args, env }) =>
    `in ~/.cursor/mcp.json, under "mcpServers": "hebb": ${JSON.stringify(
      Object.keys(env).length === 0 ? { command, args } : toJson({ command, args, env }),
    )}`,
};
