import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookCommand, hookMarker } from '../../src/clients/hook-command.ts';
import { writeEvents } from './hook-writers.ts';
import { temporaryFolder } from './temporary-folder.ts';

const shells = ['sh', 'bash', 'zsh', 'ksh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

interface Call {
  readonly spool: string;
  readonly input?: string;
  readonly shell?: string;
  readonly env?: Record<string, string>;
  /** Put before the command, for limits. */
  readonly before?: string;
}

function callHook({ spool, input = '{}', shell = 'sh', env = {}, before = '' }: Call) {
  const command = before + hookCommand('claude-code', spool);
  const { status, stdout, stderr } = spawnSync(shell, ['-c', command], {
    input,
    encoding: 'utf8',
    // Without SHLVL bash would take Node's socket for a remote shell and read the user's start file.
    env: { PATH: process.env.PATH ?? '', SHLVL: '1', ...env },
  });
  return { status, stdout, stderr };
}

const silent = { status: 0, stdout: '', stderr: '' };

it.each(shells)('puts a payload into a file of its own, for the owner only (%s)', (shell) => {
  const spool = temporaryFolder();
  const input = `{"a":"${'é'.repeat(500_000)}"}`;
  expect(callHook({ spool, input, shell })).toEqual(silent);
  const [name = ''] = readdirSync(spool);
  expect(name).toMatch(new RegExp(`^claude-code\\.${process.pid}\\.\\d+\\.0\\.json$`));
  expect(readFileSync(join(spool, name), 'utf8')).toBe(input);
  expect(statSync(join(spool, name)).mode & 0o777).toBe(0o600);
});

it.each([
  'with space',
  "it's",
  '"quoted"',
  '$HOME `id` $(id)',
  'naïve 日本',
  'a\\b',
  '-n',
  '*',
  'two\nlines',
  '__CLIENT__',
  '$&',
])('writes into a folder called %j', (name) => {
  const spool = join(temporaryFolder(), name);
  mkdirSync(spool);
  expect(callHook({ spool })).toEqual(silent);
  expect(readdirSync(spool)).toHaveLength(1);
});

it.each(
  shells.flatMap(
    (shell) =>
      [
        ['the folder is missing', shell, () => ({ spool: '/no/such/folder' })],
        [
          'the folder is a file',
          shell,
          () => {
            const spool = join(temporaryFolder(), 'file');
            writeFileSync(spool, '');
            return { spool };
          },
        ],
        [
          'the folder is read-only',
          shell,
          () => {
            const spool = temporaryFolder();
            chmodSync(spool, 0o500);
            return { spool };
          },
        ],
        ['the file cannot be made though the folder looks fine', shell, () => ({ spool: '/proc' })],
        [
          'the disk is full',
          shell,
          () => ({
            spool: temporaryFolder(),
            before: "trap '' XFSZ; ulimit -f 1;",
            input: 'x'.repeat(1_000_000),
          }),
        ],
        [
          'the file grows beyond what is allowed',
          shell,
          () => ({ spool: temporaryFolder(), before: 'ulimit -f 1;', input: 'x'.repeat(1_000_000) }),
        ],
        ['there is no cat', shell, () => ({ spool: temporaryFolder(), before: 'PATH=/no/such/folder;' })],
        ['nothing comes in', shell, () => ({ spool: temporaryFolder(), input: '' })],
        ['garbage comes in', shell, () => ({ spool: temporaryFolder(), input: '\0\x1b[31m{{{' })],
      ] as const,
  ),
)('is silent and ends with 0 when %s (%s)', (_, shell, call) => {
  expect(callHook({ shell, ...call() })).toEqual(silent);
});

it('does nothing inside an agent that hebb started', () => {
  const spool = temporaryFolder();
  expect(callHook({ spool, env: { HEBB_ACTIVE: '1' } })).toEqual(silent);
  expect(callHook({ spool, env: { HEBB_ACTIVE: '0' } })).toEqual(silent);
  expect(readdirSync(spool)).toHaveLength(1);
});

it('takes the next number when a file of that name is there', () => {
  const spool = temporaryFolder();
  const before = `: >"${spool}/claude-code.$PPID.$$.0.json"; : >"${spool}/claude-code.$PPID.$$.1.json";`;
  expect(callHook({ spool, before, input: 'third' })).toEqual(silent);
  const third = readdirSync(spool).find((name) => name.endsWith('.2.json'));
  expect(readFileSync(join(spool, third ?? ''), 'utf8')).toBe('third');
});

it('can be told from foreign hooks', () => {
  expect(hookCommand('codex', '/s').startsWith(hookMarker)).toBe(true);
  expect(hookCommand('codex', '/s')).not.toContain('\n');
});

it('loses and mixes nothing when many write at once', async () => {
  const { outputs, files } = await writeEvents(temporaryFolder(), { writers: 8, events: 4, padding: 6000 });
  expect(new Set(outputs)).toEqual(new Set(['0']));
  expect(new Set(files.map(({ event }) => JSON.stringify(event))).size).toBe(32);
});
