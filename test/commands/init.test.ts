import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenSettings, hostileSettings } from '../clients/settings-samples.ts';
import type { Desk } from '../support/program.ts';
import { runIn } from '../support/program.ts';
import { call, clientDesk, commandsIn, filesBelow, runHook } from './init-desk.ts';

const everyFolder = ['.claude', '.codex', '.gemini', '.cursor', '.config/opencode'];
const settings = (desk: Desk): string => join(desk.userHome, '.claude/settings.json');
const names = (data: { clients: { client: string }[] }): string[] => data.clients.map(({ client }) => client);

describe('hebb init', () => {
  it('finds the clients that are used, by folder or by program', async () => {
    const desk = clientDesk(['.codex', '.config/opencode', 'bin']);
    fs.writeFileSync(join(desk.userHome, 'bin/gemini'), '');
    const vars = { PATH: join(desk.userHome, 'bin') };
    const { exit, data } = await call(desk, ['init', '--dry-run'], { vars });
    expect(exit).toBe(0);
    expect(names(data)).toEqual(['codex', 'gemini', 'opencode']);
    expect(names((await call(desk, ['init', '--dry-run', '--client', 'cursor', 'codex'])).data)).toEqual([
      'cursor',
      'codex',
    ]);
    expect(names((await call(desk, ['init', '--dry-run', '--all'])).data)).toHaveLength(5);
    expect((await call(clientDesk([]), ['init', '--dry-run'])).data.clients).toEqual([]);
  });

  it('honours where clients are told to keep their settings', async () => {
    const desk = clientDesk(['cc', 'cx', 'xdg/opencode', 'gm/.gemini']);
    const at = (name: string): string => join(desk.userHome, name);
    const vars = {
      CLAUDE_CONFIG_DIR: at('cc'),
      CODEX_HOME: at('cx'),
      XDG_CONFIG_HOME: at('xdg'),
      GEMINI_CLI_HOME: at('gm'),
    };
    await call(desk, ['init'], { vars });
    const made = [
      'cc/settings.json',
      'cx/hooks.json',
      'xdg/opencode/plugin/hebb.js',
      'gm/.gemini/settings.json',
    ];
    for (const name of made) expect(fs.existsSync(at(name)), name).toBe(true);
  });

  it('registers at every event what the client knows, within five seconds', async () => {
    const desk = clientDesk(everyFolder);
    expect((await call(desk, ['init'])).exit).toBe(0);
    const kinds = (path: string): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(commandsIn(join(desk.userHome, path))).map(([event, commands]) => [
          event,
          commands.map((command) => /^: hebb-(\w+);/.exec(command)?.[1] ?? command),
        ]),
      );
    expect(kinds('.claude/settings.json')).toEqual({
      SessionStart: ['inject'],
      UserPromptSubmit: ['capture', 'inject'],
      PostToolUse: ['capture'],
      PostToolUseFailure: ['capture'],
      PostToolBatch: ['capture'],
      Stop: ['capture', 'due'],
      SessionEnd: ['capture', 'due'],
    });
    expect(kinds('.codex/hooks.json')).toEqual({
      SessionStart: ['inject'],
      UserPromptSubmit: ['capture', 'inject'],
      PostToolUse: ['capture'],
      Stop: ['capture', 'due'],
    });
    expect(kinds('.gemini/settings.json')).toEqual({
      SessionStart: ['inject'],
      BeforeAgent: ['capture', 'inject'],
      AfterTool: ['capture'],
      SessionEnd: ['capture', 'due'],
    });
    expect(kinds('.cursor/hooks.json')).toEqual({
      beforeSubmitPrompt: ['capture'],
      afterFileEdit: ['capture'],
      afterShellExecution: ['capture'],
      stop: ['capture', 'due'],
    });
    const texts = (path: string): string => fs.readFileSync(join(desk.userHome, path), 'utf8');
    for (const [path, most] of [
      ['.claude/settings.json', 5],
      ['.codex/hooks.json', 5],
      ['.gemini/settings.json', 5000],
      ['.cursor/hooks.json', 5],
    ] as const) {
      const timeouts = [...texts(path).matchAll(/"timeout": (\d+)/g)].map(([, number]) => Number(number));
      expect(timeouts.length).toBeGreaterThan(4);
      expect(Math.max(...timeouts)).toBeLessThanOrEqual(most);
      expect(texts(path)).not.toContain('npx');
    }
    expect(JSON.parse(texts('.cursor/hooks.json')).version).toBe(1);
  });

  it('says what a person must do, and how the server of tools is registered', async () => {
    const { data } = await call(clientDesk(everyFolder), ['init']);
    const of = (name: string) => data.clients.find((one: { client: string }) => one.client === name);
    expect(of('codex').advice.join()).toContain('/hooks');
    expect(of('claude-code').mcp).toMatch(
      /^claude mcp add hebb .*-- \/opt\/node\/bin\/node \/opt\/hebb\/bin\/hebb.js mcp$/,
    );
    expect(JSON.parse(`{${of('cursor').mcp.replace(/^.*?: (?="hebb")/, '')}}`).hebb.args).toEqual([
      '/opt/hebb/bin/hebb.js',
      'mcp',
    ]);
  });

  it('done twice is done once, and undone leaves everything as it was', async () => {
    const desk = clientDesk(['.claude', '.codex']);
    fs.writeFileSync(settings(desk), '{"model":"opus"}', { mode: 0o640 });
    const before = filesBelow(desk);
    await call(desk, ['init', '--all']);
    const once = filesBelow(desk);
    const again = await call(desk, ['init', '--all']);
    expect(filesBelow(desk)).toEqual(once);
    expect(JSON.stringify(again.data)).not.toMatch(/"state":"(?:made|changed)"/);
    expect((await call(desk, ['init', '--remove'])).exit).toBe(0);
    expect(filesBelow(desk)).toEqual(before);
    expect((await call(desk, ['init', '--remove'])).data.files).toEqual([]);
  });

  it('writes nothing of all this under --dry-run, and says what it would', async () => {
    const desk = clientDesk(everyFolder);
    const before = filesBelow(desk);
    const { data } = await call(desk, ['init', '--dry-run']);
    expect(filesBelow(desk)).toEqual(before);
    expect(fs.existsSync(desk.home)).toBe(false);
    expect(data.clients[0].files[0]).toMatchObject({ path: settings(desk), state: 'made' });
    expect(data.clients[0].files[0].diff).toContain('+    "Stop": [');
  });

  it('writes into a repository only when that was said', async () => {
    const desk = clientDesk(everyFolder);
    await call(desk, ['init', '--all']);
    expect(fs.readdirSync(desk.project)).toEqual([]);
    await call(desk, ['init', '--all', '--project']);
    expect(fs.readdirSync(desk.project).sort()).toEqual([
      '.agents',
      '.claude',
      '.codex',
      '.cursor',
      '.gemini',
      '.opencode',
    ]);
    await call(desk, ['init', '--remove', '--project']);
    expect(fs.readdirSync(desk.project)).toEqual([]);
    expect(fs.existsSync(settings(desk))).toBe(true);
  });

  it('refuses what cannot be meant', async () => {
    const desk = clientDesk(['.claude']);
    expect((await call(desk, ['init', '--client', 'emacs'])).exit).toBe(2);
    expect((await call(desk, ['init', '--project', '--user'])).exit).toBe(2);
    expect((await call(desk, ['init', '--all', '--client', 'codex'])).exit).toBe(2);
    const npx = { node: '/n', script: '/home/a/.npm/_npx/1/node_modules/hebb/bin/hebb.js' };
    const ran = await call(desk, ['init'], { host: { program: npx } });
    expect(ran.data.failure.hint).toContain('npm install --global hebb');
    expect(fs.existsSync(settings(desk))).toBe(false);
  });
});

describe('settings of others', () => {
  // The whole table is gone through on the pure functions; here, what differs on disk.
  it.each(hostileSettings.filter(([name]) => /an empty file|order mark|Windows|no newline/.test(name)))(
    'come back to the byte: %s',
    async (_name, text) => {
      const desk = clientDesk(['.claude']);
      fs.writeFileSync(settings(desk), text);
      const { exit, data } = await call(desk, ['init']);
      expect(exit).toBe(0);
      const [{ backup }] = data.clients[0].files;
      expect(fs.readFileSync(backup, 'utf8')).toBe(text);
      expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
      await call(desk, ['init', '--remove']);
      expect(fs.readFileSync(settings(desk), 'utf8')).toBe(text);
    },
  );

  it.each(brokenSettings.slice(0, 2))(
    'are left alone where they are broken, and the next client has its turn: %s',
    async (_name, text, said) => {
      const desk = clientDesk(['.claude', '.codex']);
      fs.writeFileSync(settings(desk), text);
      const { exit, data } = await call(desk, ['init']);
      expect(exit).toBe(3);
      expect(data.clients[0].files[0]).toMatchObject({ state: 'left', problem: said });
      expect(data.clients[1].files[0].state).toBe('made');
      expect(fs.readFileSync(settings(desk), 'utf8')).toBe(text);
    },
  );

  const refused: readonly (readonly [string, (path: string) => void, string])[] = [
    [
      'read-only',
      (path) => {
        fs.writeFileSync(path, '{}');
        fs.chmodSync(path, 0o444);
      },
      'read-only',
    ],
    ['a link to nothing', (path) => fs.symlinkSync('/no/such/file', path), 'a link to nothing'],
    ['a folder', (path) => fs.mkdirSync(path), 'not a file'],
    ['UTF-16', (path) => fs.writeFileSync(path, Buffer.from('\ufeff{}', 'utf16le')), 'not UTF-8'],
    [
      'a home of the plugin',
      (path) => fs.writeFileSync(path, '{"enabledPlugins":{"hebb@hebb":true}}'),
      'the plugin hebb is turned on here, which has the same hooks',
    ],
  ];

  it.each(refused)('are left alone when they are %s', async (_name, prepare, said) => {
    const desk = clientDesk(['.claude']);
    prepare(settings(desk));
    const before = filesBelow(desk)['.claude/settings.json'];
    const { exit, data } = await call(desk, ['init']);
    expect(exit).toBe(3);
    expect(data.clients[0].files[0]).toMatchObject({ state: 'left', problem: said });
    expect(filesBelow(desk)['.claude/settings.json']).toEqual(before);
  });

  it('keep their rights, and a link stays one: what it points to is written', async () => {
    const desk = clientDesk(['.claude', 'dotfiles']);
    const target = join(desk.userHome, 'dotfiles/claude.json');
    fs.writeFileSync(target, '{}\n');
    fs.chmodSync(target, 0o664);
    fs.symlinkSync('../dotfiles/claude.json', settings(desk));
    const before = filesBelow(desk);
    await call(desk, ['init']);
    expect(fs.readlinkSync(settings(desk))).toBe('../dotfiles/claude.json');
    expect(fs.readFileSync(target, 'utf8')).toContain('hebb-capture');
    expect(fs.statSync(target).mode & 0o777).toBe(0o664);
    await call(desk, ['init', '--remove']);
    expect(filesBelow(desk)).toEqual(before);
  });

  it('show no secret that stands beside a change', async () => {
    const desk = clientDesk(['.claude']);
    const key = `sk-ant-api03-${createHash('sha512').update('key').digest('base64url')}`;
    fs.writeFileSync(settings(desk), `{\n  "env": { "ANTHROPIC_API_KEY": "${key}" }\n}\n`);
    expect(JSON.stringify((await call(desk, ['init'])).data)).not.toContain(key);
    expect(fs.readFileSync(settings(desk), 'utf8')).toContain(key);
  });
});

describe('slash commands of others', () => {
  it('are never written over, and edited ones stay', async () => {
    const desk = clientDesk(['.claude/commands']);
    const at = (name: string): string => join(desk.userHome, '.claude/commands', name);
    fs.writeFileSync(at('recall.md'), 'mine');
    const { exit, data } = await call(desk, ['init']);
    expect(exit).toBe(3);
    const left = data.clients[0].files.filter(({ state }: { state: string }) => state === 'left');
    expect(left).toMatchObject([{ path: at('recall.md'), problem: 'a file of yours has this name' }]);
    fs.appendFileSync(at('learn.md'), 'and more\n');
    expect((await call(desk, ['init'])).exit).toBe(3);
    const removed = await call(desk, ['init', '--remove']);
    expect(removed.exit).toBe(3);
    expect(fs.existsSync(join(desk.userHome, '.claude/skills'))).toBe(false);
    expect(fs.readdirSync(join(desk.userHome, '.claude/commands')).sort()).toEqual(['learn.md', 'recall.md']);
    expect(fs.readFileSync(at('recall.md'), 'utf8')).toBe('mine');
  });
});

const payload = JSON.stringify({
  session_id: 's-1',
  cwd: '/tmp',
  hook_event_name: 'UserPromptSubmit',
  prompt: 'Always run the tests before a push',
});

describe('what was installed', () => {
  it.each([`it's "my" $HOME \`id\` $(id) naïve 日本 back\\slash a&b;c|d`, '__HOME__ $& -n *'])(
    'puts a payload into the spool of a home called %j',
    async (name) => {
      const desk = clientDesk(['.claude'], name);
      await call(desk, ['init']);
      const commands = commandsIn(settings(desk)).UserPromptSubmit ?? [];
      for (const command of commands)
        expect(runHook(command, payload)).toEqual({ status: 0, stdout: '', stderr: '' });
      const spooled = fs.readdirSync(join(desk.home, 'spool')).filter((file) => file.endsWith('.json'));
      expect(spooled).toHaveLength(1);
      expect(fs.readFileSync(join(desk.home, 'spool', spooled[0] ?? ''), 'utf8')).toBe(payload);
    },
  );

  it('calls the program with its arguments, whatever it is called, and never inside an agent of hebb’s own', async () => {
    const desk = clientDesk(['.claude', "pro $gram's"]);
    const script = join(desk.userHome, "pro $gram's/hebb.js");
    fs.writeFileSync(
      script,
      'process.stdin.resume().on("end", () => console.log(JSON.stringify([process.env.HEBB_HOME, ...process.argv.slice(2)])));',
    );
    await call(desk, ['init'], { host: { program: { node: process.execPath, script } } });
    const [, inject = ''] = commandsIn(settings(desk)).UserPromptSubmit ?? [];
    const [, due = ''] = commandsIn(settings(desk)).Stop ?? [];
    const { status, stdout } = runHook(inject, payload);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      [desk.home, 'inject', 'prompt', '--client', 'claude-code'],
    ]);
    expect(runHook(due, payload)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(runHook(inject, payload, { HEBB_ACTIVE: '1' })).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('leaves exactly one line in the log for one event', async () => {
    const desk = clientDesk(['.claude']);
    await call(desk, ['init']);
    await call(desk, ['init']);
    for (const command of commandsIn(settings(desk)).UserPromptSubmit ?? []) runHook(command, payload);
    const { data } = await call(desk, ['capture', '--drain']);
    expect(data).toMatchObject({ payloads: 1, events: 1 });
    const log = join(desk.home, 'learning-log');
    const lines = fs
      .readdirSync(log)
      .flatMap((file) => fs.readFileSync(join(log, file), 'utf8').split('\n'))
      .filter((line) => line !== '');
    expect(lines).toHaveLength(1);
  });
});

describe('the preview', () => {
  const at = '2026-10-30T09:00:00.000Z';
  const rule = 'Always use reversible migrations in this project.';

  /** A machine with one session of Claude Code. */
  function usedDesk(): Desk {
    const desk = clientDesk(['.claude/projects/-shop']);
    const row = {
      type: 'user',
      sessionId: 's-old',
      uuid: 'u-1',
      timestamp: at,
      cwd: desk.project,
      version: '2.1.0',
    };
    const path = join(desk.userHome, '.claude/projects/-shop/s-old.jsonl');
    fs.writeFileSync(path, `${JSON.stringify({ ...row, message: { role: 'user', content: rule } })}\n`);
    fs.utimesSync(path, new Date(at), new Date(at));
    return desk;
  }

  it('shows the last sessions and what would be kept, and writes nothing of it', async () => {
    const desk = usedDesk();
    const { data } = await call(desk, ['init']);
    expect(data.preview.sessions).toMatchObject([{ id: 's-old', prompts: 1, client: 'claude-code' }]);
    expect(data.preview.judged).toMatchObject([{ verdict: 'saved' }]);
    expect(data.preview.judged[0].candidate.summary).toContain('migrations');
    expect(data.preview.imported).toBeNull();
    expect((await call(desk, ['status'])).data.counts).toMatchObject({ memories: 0, waiting: 0 });
    const { out } = await runIn(desk, ['init'], { vars: { PATH: '/none' } });
    expect(out).toContain('hebb analyze-sessions --since 2026-10-02 && hebb import');
  });

  it('imports with --yes, or when the person says so', async () => {
    const yes = usedDesk();
    await call(yes, ['init', '--yes']);
    expect((await call(yes, ['status'])).data.counts.memories).toBe(1);
    for (const [key, memories] of [
      ['y', 1],
      ['n', 0],
    ] as const) {
      const desk = usedDesk();
      let told = '';
      const host = {
        terminal: { input: true, output: true, colour: false, columns: 100 },
        askKey: async () => key,
        tell: (text: string) => {
          told += text;
        },
      };
      await runIn(desk, ['init'], { vars: { PATH: '/none' }, host });
      expect(told).toContain('migrations');
      expect((await call(desk, ['status'])).data.counts.memories).toBe(memories);
    }
  });

  it('stops looking when its time is over', async () => {
    const desk = usedDesk();
    let ms = 0;
    const { data } = await call(desk, ['init'], { host: { elapsed: () => (ms += 4000) } });
    expect(data.preview).toMatchObject({ sessions: [], unread: 1 });
  });
});
