import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/clients/hook-command.ts';
import { clientSetupOf } from '../../src/clients/settings.ts';
import { mergeHooks } from '../../src/clients/settings-hooks.ts';
import { memory } from '../pipeline/samples.ts';
import { openHome } from '../support/home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const now = '2026-11-10T10:00:00.000Z';

/** Puts hebb's hooks where a client looks, dated. */
function install({ userHome, home }: Desk, client: string, at: string): void {
  const setup = clientSetupOf(client);
  if (setup?.hooks.kind !== 'hooks') throw new Error(client);
  const path = setup.hooks.user({ home: userHome, vars: {} });
  const script = join(userHome, 'hebb.js');
  const program = { node: process.execPath, script, home };
  const commands = commandsOf(setup.client, join(home, 'spool'), program);
  const { text = '' } = mergeHooks(
    { text: undefined, filled: {} },
    setup.hooks.wanted(commands),
    setup.hooks.shape,
  );
  for (const [name, content] of [
    [path, text],
    [script, ''],
  ] as const) {
    fs.mkdirSync(join(name, '..'), { recursive: true });
    fs.writeFileSync(name, content);
    fs.utimesSync(name, new Date(at), new Date(at));
  }
}

/** A session that a client left, dated. */
function session({ userHome }: Desk, name: string, at: string): void {
  const path = join(userHome, name);
  fs.mkdirSync(join(path, '..'), { recursive: true });
  fs.writeFileSync(path, '{}\n');
  fs.utimesSync(path, new Date(at), new Date(at));
}

const claudeSession = '.claude/projects/-shop/s1.jsonl';
const rollout = '.codex/sessions/2026/11/09/rollout-2026-11-09T10-00-00-0d.jsonl';

async function codesIn(desk: Desk): Promise<string[]> {
  const { data } = await jsonIn(desk, ['doctor'], { now });
  return data.findings.map(({ code }: { code: string }) => code);
}

/** A desk with a home that has nothing wrong. */
async function deskWith(): Promise<Desk> {
  const desk = createDesk();
  await runIn(desk, ['learn', 'Use tabs for indentation', '--scope', 'global'], { now });
  return desk;
}

describe('hebb doctor in the clients', () => {
  it('names hooks that say nothing while sessions go on, until something comes from them', async () => {
    const desk = await deskWith();
    install(desk, 'claude-code', '2026-11-01T10:00:00.000Z');
    expect(await codesIn(desk)).toEqual([]);
    session(desk, claudeSession, '2026-11-05T10:00:00.000Z');
    const { data } = await jsonIn(desk, ['doctor'], { now });
    expect(data.findings).toMatchObject([
      { code: 'capture', what: expect.stringMatching(/nothing ever came.*1 session/) },
    ]);
    const payload = { session_id: 's1', cwd: desk.project, hook_event_name: 'Stop' };
    await runIn(desk, ['capture', '--client', 'claude-code'], { input: JSON.stringify(payload) });
    await runIn(desk, ['capture', '--drain'], { now });
    const seen = await jsonIn(desk, ['doctor'], { now });
    expect(seen.data.findings).toEqual([]);
    expect(seen.data.clients[0].eventAt).toMatch(/^20/);
    session(desk, claudeSession, '2027-12-05T10:00:00.000Z');
    expect(await codesIn(desk)).toEqual(['capture']);
  });

  it('names hooks that Codex does not run', async () => {
    const desk = await deskWith();
    install(desk, 'codex', '2026-11-01T10:00:00.000Z');
    session(desk, rollout, '2026-11-09T10:00:00.000Z');
    const { data } = await jsonIn(desk, ['doctor'], { now });
    expect(data.findings).toMatchObject([
      {
        code: 'trust',
        what: expect.stringContaining('6 hooks not accepted'),
        fix: expect.stringContaining('/hooks'),
      },
    ]);
  });

  it('names what hooks start that is gone, hooks that are gone, and hooks of another home', async () => {
    const desk = await deskWith();
    install(desk, 'claude-code', '2026-11-01T10:00:00.000Z');
    fs.rmSync(join(desk.userHome, 'hebb.js'));
    expect(await codesIn(desk)).toEqual(['program']);
    const settings = join(desk.userHome, '.claude/settings.json');
    const text = fs.readFileSync(settings, 'utf8');
    fs.writeFileSync(settings, text.replaceAll(desk.home, join(desk.userHome, 'other')));
    expect(await codesIn(desk)).toEqual(['program', 'other-home']);
    fs.writeFileSync(settings, '{}');
    expect(await codesIn(desk)).toEqual([]);
    const store = await openHome({ home: desk.home, write: true });
    store.updateHome((home) => ({ ...home, captured: { 'claude-code': now } }));
    expect(await codesIn(desk)).toEqual(['hooks']);
  });

  it('names memories that no folder leads to', async () => {
    const desk = await deskWith();
    const store = await openHome({ home: desk.home, write: true });
    const lost = memory('m-lost', { scope: 'project', project: 'gone' });
    const reason = { rule: 'test', text: 'seed', evidence: [], numbers: {} };
    const change = {
      target: 'memories/m-lost',
      before: null,
      after: { ...lost, gate: { ...lost.gate } },
      reason,
    };
    store.commit({
      command: 'seed',
      plan: () => ({ command: 'seed', changes: [JSON.parse(JSON.stringify(change))] }),
    });
    store.publish();
    const { data } = await jsonIn(desk, ['doctor'], { now });
    expect(data.findings).toMatchObject([{ code: 'projects', where: 'gone' }]);
  });

  it('tells a relative home, the clients that are there, and leaves nothing of its test', async () => {
    const desk = await deskWith();
    fs.mkdirSync(join(desk.userHome, '.codex'));
    const vars = { HEBB_HOME: '../.hebb' };
    const { out } = await runIn(desk, ['doctor'], { now, vars });
    expect(out).toMatch(/home: HEBB_HOME is \.\.\/\.hebb/);
    expect(out).toContain(desk.home);
    expect(out).toContain('none (hebb init --client codex)');
    expect(fs.readdirSync(desk.home).join()).not.toContain('canary');
  });
});
