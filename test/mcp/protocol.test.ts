import { describe, expect, it } from 'vitest';
import { makeFolder } from '../support/home.ts';
import { homeIn, serve } from './served.ts';

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

describe('the server', () => {
  it('survives whatever comes in, and writes nothing but the protocol', async () => {
    const served = await serve({ home: homeIn(makeFolder()) });
    served.raw('garbage\n\n{"jsonrpc":"2.0"\n[]\n{"hello":1}\n\u0000\u0001\n');
    served.raw(request(90, 'no/such/method'));
    served.raw(request(91, 'tools/call', { name: 'no_such_tool' }));
    served.raw(request(92, 'tools/call', { name: 'search_nodes', arguments: { query: 7 } }));
    served.raw(request(93, 'tools/call', { name: 'constructor' }));
    served.raw('{"jsonrpc":"2.0","id":94,"method":"tools/ca');
    served.raw('ll","params":{"name":"read_graph","arguments":{}}}\n');
    const { isError, text } = await served.call('search_nodes', { query: 'x' });
    expect({ isError, text: JSON.parse(text) }).toEqual({
      isError: false,
      text: { entities: [], relations: [] },
    });
    await served.close();
    const messages = served.lines().map((line) => JSON.parse(line));
    for (const message of messages) expect(message).toMatchObject({ jsonrpc: '2.0' });
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const id of [90, 91, 93]) expect(byId.get(id).error.message).toMatch(/not found|disabled/);
    expect(byId.get(92).result.isError).toBe(true);
    expect(byId.get(94).result.structuredContent).toEqual({ entities: [], relations: [] });
  });

  it.each([
    ['core', ['memory_recall', 'memory_learn', 'skill_search', 'skill_fetch', 'review'], 0],
    ['graph', [], 9],
    [
      'all',
      [
        'memory_recall',
        'memory_learn',
        'skill_search',
        'skill_fetch',
        'review',
        'project_gate_audit',
        'project_resolve_learning',
      ],
      9,
    ],
  ] as const)('offers the tools of the set %s', async (tools, named, others) => {
    const served = await serve({ home: homeIn(makeFolder()), tools });
    const names = (await served.client.listTools()).tools.map(({ name }) => name);
    expect(names.slice(0, named.length)).toEqual(named);
    expect(names).toHaveLength(named.length + others);
    expect(served.client.getInstructions()).toMatch(/\w/);
    expect(served.client.getServerVersion()).toMatchObject({ name: 'hebb', version: '0.0.0-test' });
    await served.close();
  });
});
