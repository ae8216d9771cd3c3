import { join } from 'node:path';
import type { ClientEnv } from '../client.ts';
import type { ClientSetup } from '../client-setup.ts';
import { type HookCommands, quotedIfNeeded } from '../hook-command.ts';
import type { Handler, WantedHooks } from '../settings-file.ts';
import { bodyFor, type CommandText, quotedText } from '../slash-commands.ts';

const folder = ({ home, vars }: ClientEnv): string => join(vars.GEMINI_CLI_HOME || home, '.gemini');

/** Tools whose use is evidence: what edits, what runs, and what servers do. */
const matcher = '^(write_file|replace|run_shell_command|mcp_.*)$';

/** Milliseconds; by its name a person can turn a hook off. */
const handler = (name: string, command: string): Handler => ({
  name: `hebb-${name}`,
  type: 'command',
  command,
  timeout: 5000,
});

function geminiHooks({ capture, due, inject }: HookCommands): readonly WantedHooks[] {
  const captured = handler('capture', capture);
  return [
    { event: 'SessionStart', handlers: [handler('inject', inject('session-start'))] },
    { event: 'BeforeAgent', handlers: [captured, handler('inject', inject('prompt'))] },
    { event: 'AfterTool', matcher, handlers: [captured] },
    { event: 'SessionEnd', handlers: [captured, handler('due', due)] },
  ];
}

/** A text over several lines as TOML reads it. */
function tomlText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"""\n${escaped}"""`;
}

const commandText = (command: CommandText, program: string): string =>
  `description = ${quotedText(command.description)}\nprompt = ${tomlText(bodyFor(command, program, '{{args}}'))}\n`;

/** Gemini CLI: hooks in its settings, one TOML file a slash command. */
export const geminiSetup: ClientSetup = {
  client: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  folder,
  hooks: {
    kind: 'hooks',
    user: (env) => join(folder(env), 'settings.json'),
    project: '.gemini/settings.json',
    shape: { isNested: true, needs: {} },
    wanted: geminiHooks,
  },
  commands: {
    user: (env) => join(folder(env), 'commands'),
    project: '.gemini/commands',
    comment: ['#', ''],
    files: (commands, program) =>
      commands.map((command) => ({ name: `${command.name}.toml`, text: commandText(command, program) })),
  },
  advice: [],
  registerMcp: ({ command, args, env }) => {
    const vars = Object.entries(env).map(([key, value]) => ` -e ${quotedIfNeeded(`${key}=${value}`)}`);
    return `gemini mcp add --scope user hebb ${[command, ...args].map(quotedIfNeeded).join(' ')}${vars.join('')}`;
  },
};
