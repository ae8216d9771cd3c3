import * as fs from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { opencode } from '../../src/clients/opencode/adapter.ts';
import { opencodeSetup } from '../../src/clients/opencode/settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The plugin as opencode loads it, with a program that answers with how it was called. */
async function loadPlugin() {
  const folder = join(temporaryFolder(), `it's "here" \\ $x`);
  const spool = join(folder, 'home/spool');
  fs.mkdirSync(spool, { recursive: true });
  const script = join(folder, 'hebb.cjs');
  fs.writeFileSync(
    script,
    `let text = ''; process.stdin.on('data', (data) => { text += data; }).on('end', () => console.log([...process.argv.slice(2), process.env.HEBB_HOME, text].join('|')));`,
  );
  const program = { node: process.execPath, script, home: join(folder, 'home') };
  const text = opencodeSetup.hooks.kind === 'plugin' ? opencodeSetup.hooks.text(program) : '';
  const path = join(temporaryFolder(), 'hebb.mjs');
  fs.writeFileSync(path, text);
  const { HebbPlugin } = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return {
    hooks: await HebbPlugin({ directory: '/shop' }),
    home: program.home,
    payloads: () =>
      fs
        .readdirSync(spool)
        .sort((a, b) => Number(a.split('.')[3]) - Number(b.split('.')[3]))
        .map((name) => JSON.parse(fs.readFileSync(join(spool, name), 'utf8'))),
    spool,
    script,
  };
}

const at = '2026-11-01T10:00:00.000Z';
const factsOf = (payload: Record<string, unknown>) => {
  const parsed = opencode.parseHook(payload, at);
  return parsed.ok ? parsed.value : [];
};

it('tells what happened in the words that hebb reads', async () => {
  const { hooks, payloads, spool } = await loadPlugin();
  await hooks.event({ event: { type: 'session.created', properties: { info: { id: 's' } } } });
  await hooks['tool.execute.after'](
    { tool: 'edit', sessionID: 's', callID: 'c1', args: { filePath: '/shop/a.ts' } },
    { title: '', output: 'done', metadata: {} },
  );
  await hooks['tool.execute.after'](
    { tool: 'bash', sessionID: 's', callID: 'c2', args: { command: 'npm test' } },
    { title: '', output: 'FAIL a.test.ts', metadata: { exit: 1 } },
  );
  await hooks['tool.execute.after'](
    { tool: 'read', sessionID: 's', callID: 'c3', args: { filePath: '/shop/.env' } },
    { title: '', output: 'KEY=1', metadata: {} },
  );
  const part = { type: 'tool', sessionID: 's', callID: 'c4', tool: 'edit' };
  const state = { status: 'error', input: { filePath: '/shop/b.ts' }, error: 'not found' };
  const failure = { event: { type: 'message.part.updated', properties: { part: { ...part, state } } } };
  await hooks.event(failure);
  await hooks.event(failure);
  await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 's' } } });
  const facts = payloads().flatMap(factsOf);
  expect(facts.map(({ kind, ok, toolUseId }) => [kind, ok, toolUseId])).toEqual([
    ['session-start', 'unknown', undefined],
    ['edit', true, 'c1'],
    ['tool-failed', false, 'c2'],
    ['tool-failed', false, 'c4'],
    ['compact', 'unknown', undefined],
  ]);
  expect(facts.every(({ cwd, sessionId }) => cwd === '/shop' && sessionId === 's')).toBe(true);
  const [name = ''] = fs.readdirSync(spool);
  expect(fs.statSync(join(spool, name)).mode & 0o777).toBe(0o600);
});

it('gives a prompt what is near to it, as a part behind the person’s own', async () => {
  const { hooks, payloads, home } = await loadPlugin();
  const own = { id: 'prt_0123456789abABCD', messageID: 'msg_1', type: 'text', text: 'run the tests' };
  const note = { id: 'prt_0123456789abABCE', messageID: 'msg_1', type: 'text', text: 'x', synthetic: true };
  const parts = [own, note];
  await hooks['chat.message']({ sessionID: 's', messageID: 'msg_1' }, { message: { id: 'msg_1' }, parts });
  expect(payloads()).toMatchObject([
    { hook_event_name: 'chat.message', prompt: 'run the tests', message_id: 'msg_1' },
  ]);
  expect(parts).toHaveLength(3);
  const { id = '', text = '', ...rest } = parts[2] ?? {};
  expect(id > note.id).toBe(true);
  expect(rest).toEqual({ messageID: 'msg_1', sessionID: 's', type: 'text', synthetic: true });
  const payload = JSON.stringify({ session_id: 's', cwd: '/shop', prompt: 'run the tests' });
  expect(text).toBe(`inject|prompt|--client|opencode|${home}|${payload}`);
});

it('gives a session the same start every time, and to what is compacted as well', async () => {
  const { hooks, home } = await loadPlugin();
  const given = async (): Promise<string[]> => {
    const system: string[] = ['first'];
    await hooks['experimental.chat.system.transform']({ sessionID: 's', model: {} }, { system });
    return system;
  };
  const once = await given();
  expect(once).toEqual([
    'first',
    `inject|session-start|--client|opencode|${home}|{"session_id":"s","cwd":"/shop"}`,
  ]);
  expect(await given()).toEqual(once);
  const context: string[] = [];
  await hooks['experimental.session.compacting']({ sessionID: 's' }, { context });
  expect(context).toEqual(once.slice(1));
});

it('counts what a sub-agent does to its parent, and gives it nothing', async () => {
  const { hooks, payloads } = await loadPlugin();
  await hooks.event({ event: { type: 'session.created', properties: { info: { id: 'c', parentID: 'p' } } } });
  const system: string[] = [];
  await hooks['experimental.chat.system.transform']({ sessionID: 'c', model: {} }, { system });
  await hooks['tool.execute.after'](
    { tool: 'bash', sessionID: 'c', callID: 'c1', args: { command: 'ls' } },
    { title: '', output: '', metadata: { exit: 0 } },
  );
  expect(system).toEqual([]);
  expect(payloads().flatMap(factsOf)).toMatchObject([{ sessionId: 'p', agentId: 'c', ok: true }]);
});

it('stops no session, whatever is gone or strange', async () => {
  const { hooks, spool, script } = await loadPlugin();
  fs.rmSync(spool, { recursive: true });
  fs.rmSync(script);
  await hooks.event({ event: { type: 'session.created', properties: {} } });
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } });
  await hooks.event({ event: { type: 'message.part.updated', properties: {} } });
  const parts = [{ id: 'prt_1', type: 'text', text: 'hello' }];
  await hooks['chat.message']({ sessionID: 's' }, { message: { id: 'm' }, parts });
  await hooks['tool.execute.after']({}, {});
  expect(parts).toHaveLength(1);
  expect(fs.existsSync(spool)).toBe(false);
});
