import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { quietVars } from '../sources/git-fixture.ts';
import { filesIn, makeFolder, openHome } from '../support/home.ts';
import { spawnOurs } from './children.ts';

const entity = (name: string) => ({ name, entityType: 'thing', observations: [`${name} was written`] });
const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const namesIn = async (home: string): Promise<string[]> =>
  [...(await openHome({ home })).state().memories.values()].map(({ name }) => name).sort();

describe('servers in processes of their own', () => {
  it('four on one home, a hundred parallel writes each: all are kept', async () => {
    const home = join(makeFolder(), 'home');
    const servers = await Promise.all([0, 1, 2, 3].map(() => spawnOurs(home)));
    const named = (server: number): string[] =>
      Array.from({ length: 100 }, (_, at) => `s${server}-${String(at).padStart(3, '0')}`);
    const answers = await Promise.all(
      servers.flatMap((served, server) =>
        named(server).map((name) => served.call('create_entities', { entities: [entity(name)] })),
      ),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    const graphs = await Promise.all(servers.map((served) => served.call('read_graph')));
    expect(new Set(graphs.map(({ text }) => text)).size).toBe(1);
    await Promise.all(servers.map((served) => served.close()));
    expect(await namesIn(home)).toEqual([0, 1, 2, 3].flatMap(named).sort());
  });

  it('what was answered survives the end of the process without notice', async () => {
    const home = join(makeFolder(), 'home');
    const served = await spawnOurs(home);
    const kept: string[] = [];
    for (let at = 0; at < 20; at++) {
      const name = `e-${String(at).padStart(3, '0')}`;
      await served.call('create_entities', { entities: [entity(name)] });
      kept.push(name);
    }
    process.kill(served.pid, 'SIGKILL');
    await served.close();
    expect(await namesIn(home)).toEqual(kept);
    const again = await spawnOurs(home);
    expect((await again.call('search_nodes', { query: 'e-019' })).text).toContain('e-019 was written');
    await again.close();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it with everything published and status 0',
    async (signal) => {
      const home = join(makeFolder(), 'home');
      const cwd = join(home, '..');
      const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));
      const env = { ...quietVars(), HOME: cwd, HEBB_HOME: home };
      const child = spawn(process.execPath, [program, 'mcp', '--tools', 'all'], { cwd, env, stdio: 'pipe' });
      const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      };
      child.stdin.write(request(1, 'initialize', params));
      const create = { name: 'create_entities', arguments: { entities: [entity('last')] } };
      child.stdin.write(request(2, 'tools/call', create));
      let out = '';
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => {
          out += chunk;
          if (out.includes('"id":2')) resolve();
        });
      });
      child.kill(signal);
      expect(await ended).toBe(0);
      for (const line of out.split('\n').filter(Boolean))
        expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
      expect(filesIn(home, '.jsonl').filter((name) => name.startsWith('memories/'))).toHaveLength(1);
    },
  );

  it('a client that sends everything at once and closes its end gets every answer', async () => {
    const home = join(makeFolder(), 'home');
    const cwd = join(home, '..');
    const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));
    const env = { ...quietVars(), HOME: cwd, HEBB_HOME: home };
    const child = spawn(process.execPath, [program, 'mcp', '--tools', 'graph'], { cwd, env, stdio: 'pipe' });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const writes = Array.from({ length: 30 }, (_, at) =>
      request(at + 2, 'tools/call', { name: 'create_entities', arguments: { entities: [entity(`e${at}`)] } }),
    );
    const read = request(99, 'tools/call', { name: 'read_graph', arguments: {} });
    child.stdin.end([request(1, 'initialize', params), ...writes, read].join(''));
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    expect(await new Promise((resolve) => void child.on('close', resolve))).toBe(0);
    const answers = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(32);
    const last = answers.find(({ id }) => id === 99);
    expect(last.result.structuredContent.entities).toHaveLength(30);
  });
});
