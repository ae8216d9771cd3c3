import { join } from 'node:path';
import pluginText from '../../../templates/opencode/plugin.js.txt';
import type { ClientEnv } from '../client.ts';
import type { ClientSetup } from '../client-setup.ts';
import { bodyFor, markdownWith, quotedText } from '../slash-commands.ts';

const folder = ({ home, vars }: ClientEnv): string =>
  join(vars.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');

/** opencode: a plugin of hebb's own, one Markdown file a slash command. */
export const opencodeSetup: ClientSetup = {
  client: 'opencode',
  title: 'opencode',
  programs: ['opencode'],
  folder,
  hooks: {
    kind: 'plugin',
    user: (env) => join(folder(env), 'plugin/hebb.js'),
    project: '.opencode/plugin/hebb.js',
    text: ({ node, script, home }) => {
      const words: Readonly<Record<string, string>> = { NODE: node, SCRIPT: script, HOME: home };
      return pluginText.replace(/__([A-Z]+)__/g, (place, name: string) => {
        const word = words[name];
        return word === undefined ? place : JSON.stringify(word);
      });
    },
  },
  commands: {
    user: (env) => join(folder(env), 'command'),
    project: '.opencode/command',
    comment: ['<!--', ' -->'],
    files: (commands, program) =>
      commands.map((command) => ({
        name: `${command.name}.md`,
        text: markdownWith(
          { description: quotedText(command.description) },
          bodyFor(command, program, '$ARGUMENTS'),
        ),
      })),
  },
  advice: [],
  registerMcp: ({ command, args, env }) => {
    const server = { type: 'local', command: [command, ...args], enabled: true };
    const whole = Object.keys(env).length === 0 ? server : { ...server, environment: env };
    return `in opencode.json, under "mcp": "hebb": ${JSON.stringify(whole)}`;
  },
};
