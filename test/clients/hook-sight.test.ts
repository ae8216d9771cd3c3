import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookTrust } from '../../src/clients/codex/hook-trust.ts';
import { commandsOf } from '../../src/clients/hook-command.ts';
import { homesIn, pathsIn, seeHooks } from '../../src/clients/hook-sight.ts';
import { clientSetupOf, clientSetups } from '../../src/clients/settings.ts';
import { mergeHooks } from '../../src/clients/settings-hooks.ts';
import { makeFolder } from '../support/home.ts';

const program = { node: '/opt/no de/bin/node', script: "/opt/it's/hebb.js", home: '/home/ada/$x é' };
const spool = join(program.home, 'spool');

/** Puts hebb's hooks where a client looks, as `init` does. */
function install(client: string, userHome: string): string {
  const setup = clientSetupOf(client);
  if (!setup) throw new Error(client);
  const path = setup.hooks.user({ home: userHome, vars: {} });
  const commands = commandsOf(setup.client, spool, program);
  const text =
    setup.hooks.kind === 'plugin'
      ? setup.hooks.text(program)
      : (mergeHooks({ text: undefined, filled: {} }, setup.hooks.wanted(commands), setup.hooks.shape).text ??
        '');
  fs.mkdirSync(join(path, '..'), { recursive: true });
  fs.writeFileSync(path, text);
  return path;
}

const see = (client: string, home: string) => {
  const setup = clientSetupOf(client);
  if (!setup) throw new Error(client);
  return seeHooks(setup, { home, vars: {} });
};

describe('what stands of hebb in a client', () => {
  it.each(clientSetups.map(({ client }) => client))('is seen with its paths: %s', (client) => {
    const home = makeFolder();
    expect(see(client, home).commands).toEqual([]);
    const path = install(client, home);
    const sight = see(client, home);
    expect([sight.path, sight.problem, sight.commands.length > 0]).toEqual([path, undefined, true]);
    const paths = new Set(sight.commands.flatMap(pathsIn));
    const expected = client === 'cursor' ? [spool] : [program.script];
    for (const one of expected) expect([...paths]).toContain(one);
    expect(new Set(sight.commands.flatMap(homesIn))).toEqual(new Set([program.home]));
    expect([...paths].every((one) => one.startsWith('/opt/') || one.startsWith(program.home))).toBe(true);
  });

  it('tells what the client cannot read, and what it was told not to run', () => {
    const home = makeFolder();
    const path = install('claude-code', home);
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('{', '{"disableAllHooks": true,'));
    expect(see('claude-code', home).problem).toContain('disableAllHooks');
    fs.writeFileSync(path, '{"hooks": []}');
    expect(see('claude-code', home)).toMatchObject({
      commands: [],
      problem: expect.stringMatching(/^1:\d+: /),
    });
  });
});

describe('trust in hooks', () => {
  const command = ': hebb-capture; exit 0';
  const hooks = JSON.stringify({
    hooks: {
      PostToolUse: [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 5 }] }],
      Stop: [
        { hooks: [{ type: 'command', command: 'other' }] },
        {
          hooks: [
            { type: 'command', command: 'mine' },
            { type: 'command', command, timeout: 5 },
          ],
        },
      ],
    },
  });
  // What Codex 0.171.0 answered to `hooks/list` for these hooks, and how it writes that a person trusts one.
  const told = 'sha256:8a8d48c2c0c4b4f2a150a76f40ed79386ea7ee4647b75f5372d51e2e20706c1f';
  const stop = 'sha256:3d6a487880a7635449476e66bffed1cc643688be04179a96b02aafd5286693d5';
  const entry = (key: string, ...lines: string[]): string =>
    `[hooks.state."/c/hooks.json:${key}"]\n${lines.join('\n')}\n`;
  const trust = (config: string) => hookTrust({ path: '/c/hooks.json', hooks, config });

  it.each<[string, string, readonly string[]]>([
    ['no settings', '', ['untrusted', 'untrusted']],
    ['damaged settings', '[hooks', ['untrusted', 'untrusted']],
    [
      'both accepted, each in its place',
      `model = "x"\n${entry('post_tool_use:0:0', `trusted_hash = "${told}"`)}${entry('stop:1:1', `trusted_hash = "${stop}"`)}`,
      ['trusted', 'trusted'],
    ],
    [
      'accepted in another place',
      entry('post_tool_use:1:0', `trusted_hash = "${told}"`),
      ['untrusted', 'untrusted'],
    ],
    [
      'another one accepted, and one turned off',
      `${entry('post_tool_use:0:0', 'trusted_hash = "sha256:00"')}${entry('stop:1:1', `trusted_hash = "${stop}"`, 'enabled = false')}`,
      ['changed', 'off'],
    ],
  ])('with %s', (_, config, expected) => expect(trust(config)).toEqual(expected));
});
