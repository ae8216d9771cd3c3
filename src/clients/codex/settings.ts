import { join } from 'node:path';
import skillHead from '../../../templates/commands/codex-skill.md';
import type { ClientEnv } from '../client.ts';
import type { ClientSetup } from '../client-setup.ts';
import { type HookCommands, quotedIfNeeded } from '../hook-command.ts';
import type { Handler, WantedHooks } from '../settings-file.ts';
import { bodyFor, type CommandText } from '../slash-commands.ts';

const folder = ({ home, vars }: ClientEnv): string => vars.CODEX_HOME || join(home, '.codex');

/** Seconds. A person trusts a hook by its text: what is written here must stay the same from version to version. */
const handler = (command: string): Handler => ({ type: 'command', command, timeout: 5 });

/** Codex has no hook for failures and none that waits for a session's end: how a command ended is read from the rollout. */
function codexHooks({ capture, due, inject }: HookCommands): readonly WantedHooks[] {
  const captured = handler(capture);
  return [
    { event: 'SessionStart', handlers: [handler(inject('session-start'))] },
    { event: 'UserPromptSubmit', handlers: [captured, handler(inject('prompt'))] },
    { event: 'PostToolUse', handlers: [captured] },
    { event: 'Stop', handlers: [captured, handler(due)] },
  ];
}

const section = (command: CommandText, program: string): string =>
  `\n## ${command.name}\n\n${command.description}.\n\n${bodyFor(command, program, 'as asked')}`;

/** Codex: hooks in a file of their own, slash commands as one skill. */
export const codexSetup: ClientSetup = {
  client: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  folder,
  hooks: {
    kind: 'hooks',
    user: (env) => join(folder(env), 'hooks.json'),
    project: '.codex/hooks.json',
    shape: { isNested: true, needs: {} },
    wanted: codexHooks,
  },
  commands: {
    user: ({ home }) => join(home, '.agents/skills/hebb'),
    project: '.agents/skills/hebb',
    comment: ['<!--', ' -->'],
    files: (commands, program) => [
      { name: 'SKILL.md', text: skillHead + commands.map((command) => section(command, program)).join('') },
    ],
  },
  advice: ['Codex runs no hook that you have not accepted: type /hooks in Codex and accept those of hebb.'],
  registerMcp: ({ command, args, env }) => {
    const vars = Object.entries(env).map(([key, value]) => `--env ${quotedIfNeeded(`${key}=${value}`)} `);
    return `codex mcp add hebb ${vars.join('')}-- ${[command, ...args].map(quotedIfNeeded).join(' ')}`;
  },
};
