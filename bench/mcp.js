// The graph tools beside the Memory MCP server over the same entities: both servers run, calls alternate, each pair in both orders.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './load-source.js';

const theirs = join(root, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');

const params = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** The line that opens a conversation. */
export const initialize = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;

/** A server that is asked one thing at a time. */
async function startServer({ argv: [file, ...args], ...options }) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
  let pieces = [];
  let answered = () => {};
  child.stdout.on('data', (chunk) => {
    const end = chunk.indexOf(10);
    if (end < 0) {
      pieces.push(chunk);
      return;
    }
    const line = Buffer.concat([...pieces, chunk.subarray(0, end)]);
    pieces = [chunk.subarray(end + 1)];
    answered(line);
  });
  const ask = (line) =>
    new Promise((resolve) => {
      answered = resolve;
      child.stdin.write(line);
    });
  await ask(initialize);
  let id = 1;
  return {
    /** Milliseconds until the answer came, and the answer. */
    call: async (name, args) => {
      const method = 'tools/call';
      const line = `${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { name, arguments: args } })}\n`;
      const start = performance.now();
      const bytes = await ask(line);
      const ms = performance.now() - start;
      const { result } = JSON.parse(bytes.toString('utf8'));
      if (!result || result.isError) throw new Error(`${name}: ${bytes.toString('utf8').slice(0, 300)}`);
      return { ms, result: result.structuredContent };
    },
    close: () =>
      new Promise((resolve) => {
        child.on('close', resolve);
        child.stdin.end();
      }),
  };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** A file for their server with the graph that ours shows. */
function writeTheirFile(file, { entities, relations }) {
  const rows = [
    ...entities.map((entity) => JSON.stringify({ type: 'entity', ...entity })),
    ...relations.map((relation) => JSON.stringify({ type: 'relation', ...relation })),
  ];
  writeFileSync(file, rows.join('\n'));
}

/** `ours` is the command line of hebb mcp over a home that is filled; answers the ratio of each call's medians. */
export async function besideTheirs({ ours, file, query, rounds }) {
  const own = await startServer(ours);
  const graph = (await own.call('read_graph', {})).result;
  writeTheirFile(file, graph);
  const other = await startServer({
    argv: [process.execPath, theirs],
    env: { ...process.env, MEMORY_FILE_PATH: file },
  });
  let made = 0;
  const calls = {
    search_nodes: () => ['search_nodes', { query }],
    create_entities: () => [
      'create_entities',
      {
        entities: [
          { name: `made ${made}`, entityType: 'service', observations: [`runs job ${made++} at night`] },
        ],
      },
    ],
  };
  const ratios = {};
  for (const [name, make] of Object.entries(calls)) {
    const times = new Map([
      [own, []],
      [other, []],
    ]);
    for (let round = -1; round < rounds; round++) {
      const call = make();
      for (const server of round % 2 === 0 ? [own, other] : [other, own]) {
        const { ms } = await server.call(...call);
        if (round >= 0) times.get(server).push(ms);
      }
    }
    ratios[name] = median(times.get(own)) / median(times.get(other));
  }
  await Promise.all([own.close(), other.close()]);
  return ratios;
}
