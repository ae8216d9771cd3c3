import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HttpEmbeddingSettings } from '../../src/domain/embedding-settings.ts';
import { createEmbeddingModel, embeddingId, embedQuery } from '../../src/models/create-embedding.ts';
import { makeFolder } from '../support/home.ts';
import { createModelHost, testKey } from './samples.ts';
import { hangUp, hasLoopback, json, type Step, silence, startServer } from './scripted-server.ts';

const folder = makeFolder();
const limits = { timeoutMs: 10_000, queryTimeoutMs: 10_000, caps: { calls: 50, tokens: 1_000_000 } };

const settingsOf = (baseUrl: string, fields: Partial<HttpEmbeddingSettings> = {}): HttpEmbeddingSettings => ({
  kind: 'openai-compatible',
  baseUrl,
  model: 'test-embedder',
  keyVariable: 'TEST_KEY',
  ...limits,
  ...fields,
});

/** Says these vectors, in this order of indices where they are given. */
const says = (vectors: readonly unknown[], fields: object = {}): Step =>
  json({ data: vectors.map((embedding, index) => ({ index, embedding })), ...fields });

async function embed(
  steps: readonly Step[],
  texts: readonly string[],
  fields: Partial<HttpEmbeddingSettings> = {},
) {
  const server = await startServer(steps);
  const { host, waits, fetched } = createModelHost(folder);
  const model = await createEmbeddingModel(settingsOf(server.url, fields), host);
  const reply = await model.embed(texts);
  return { reply, waits, fetched, seen: server.seen, ledger: model.ledger(), model };
}

const numbers = (vectors: readonly Float32Array[]) =>
  vectors.map((vector) => [...vector].map((one) => Math.round(one * 1000) / 1000));

describe.skipIf(!hasLoopback)('a service of embeddings', () => {
  it('is sent model, texts and key, and gives vectors of length 1 in the order of the texts', async () => {
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 4] },
    ];
    const step = json({ data, usage: { prompt_tokens: 7 } });
    const { reply, seen, ledger } = await embed([step], ['one', 'two'], {
      price: { input: 1_000, output: 0 },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/embeddings',
      headers: { authorization: `Bearer ${testKey}` },
      body: { model: 'test-embedder', input: ['one', 'two'] },
    });
    expect(reply.kind === 'vectors' && numbers(reply.vectors)).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
    expect(ledger).toMatchObject({ calls: 1, inputTokens: 7, outputTokens: 0, usd: 0.007, failures: 0 });
  });

  it('never sees a secret', async () => {
    const { seen } = await embed([says([[1]])], [`the key is ${testKey}`]);
    expect(seen[0]?.raw).toContain('the key is [redacted:');
    expect(seen[0]?.raw).not.toContain(testKey);
  });

  it.each<[string, Step, string]>([
    ['too few vectors', says([[1, 2]]), 'it gave 1 vectors for 2 texts'],
    ['too many', says([[1], [2], [3]]), 'it gave 3 vectors for 2 texts'],
    [
      'vectors of two sizes',
      says([
        [1, 2],
        [1, 2, 3],
      ]),
      'it gave vectors of different sizes',
    ],
    [
      'words for numbers',
      says([
        [1, 2],
        [1, 'two'],
      ]),
      'it gave a vector with something in it that is no number',
    ],
    ['a text for a vector', says([[1], 'AAAA']), 'it gave something that is no list of 1 to 8192 numbers'],
    ['an empty vector', says([[1], []]), 'it gave something that is no list of 1 to 8192 numbers'],
    [
      'nothing but zeros',
      says([
        [0, 0],
        [1, 0],
      ]),
      'it gave a vector without a direction',
    ],
    [
      'numbers past all bounds',
      says([
        [1.7e308, 1.7e308],
        [1, 0],
      ]),
      'it gave a vector without a direction',
    ],
    [
      'an index twice',
      json({
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [2] },
        ],
      }),
      'it did not say which vector is of which text',
    ],
    [
      'an index out of range',
      json({
        data: [
          { index: 0, embedding: [1] },
          { index: 2, embedding: [2] },
        ],
      }),
      'it did not say which vector is of which text',
    ],
    ['an object without vectors', json({ object: 'list' }), 'it gave 0 vectors for 2 texts'],
  ])('%s are no answer', async (_, step, reason) => {
    const { reply, ledger, seen } = await embed([step], ['one', 'two']);
    expect(reply).toMatchObject({ kind: 'unusable', reason });
    expect(ledger).toMatchObject({ calls: 1, unusable: 1, failures: 0 });
    expect(seen).toHaveLength(1);
  });

  it.each<[string, Step, Partial<HttpEmbeddingSettings>, RegExp, number]>([
    ['no JSON', (response) => response.end('<html>'), {}, /something that is not JSON/, 1],
    [
      'an error for good',
      json({ error: { message: `bad ${testKey}` } }, 401),
      {},
      /^the service answered 401: bad \[key\]$/,
      1,
    ],
    ['an error that may pass', json({}, 500), {}, /^the service answered 500$/, 3],
    ['a closed connection', hangUp, {}, /^the service cannot be reached: /, 3],
    ['silence', silence, { timeoutMs: 20 }, /^the service gave no answer within 0.02 s$/, 1],
    ['a key that is not set', says([[1]]), { keyVariable: 'NO_SUCH_KEY' }, /NO_SUCH_KEY is not set$/, 1],
  ])('%s is a failure', async (_, step, fields, reason, calls) => {
    const { reply, ledger } = await embed([step], ['one'], fields);
    expect(reply).toMatchObject({ kind: 'failure', reason: expect.stringMatching(reason) });
    expect(ledger).toMatchObject({ calls, failures: calls });
  });

  it('is asked again after an error that passed', async () => {
    const { reply, waits } = await embed([json({}, 503), says([[1]])], ['one']);
    expect([reply.kind, waits]).toEqual(['vectors', [1_000]]);
  });

  it.each([
    ['calls', { calls: 1, tokens: 1_000 }, 'the cap of 1 calls is reached'],
    ['tokens', { calls: 9, tokens: 5 }, 'the cap of 5 tokens is reached'],
  ])('is not asked past a cap of %s', async (_, caps, capped) => {
    const { model, seen } = await embed([says([[1]])], ['four letters'], { caps });
    expect(await model.embed(['four letters'])).toMatchObject({ kind: 'failure', reason: capped });
    expect(seen).toHaveLength(1);
    expect(model.ledger()).toMatchObject({ calls: 1, capped });
  });
});

describe.skipIf(!hasLoopback)('a question', () => {
  it('is asked once, however the service fails, and not longer than it may wait', async () => {
    const { host, waits } = createModelHost(folder);
    const busy = await startServer([json({}, 503)]);
    const asked = { query: 'why', timeoutMs: 5_000 };
    expect(await embedQuery(settingsOf(busy.url), host, asked)).toBe('the service answered 503');
    const slow = await startServer([silence]);
    expect(await embedQuery(settingsOf(slow.url), host, { query: 'why', timeoutMs: 20 })).toBe(
      'the service gave no answer within 0.02 s',
    );
    expect([busy.seen.length, waits]).toEqual([1, []]);
  });
});

describe('a command that embeds', () => {
  const script = join(import.meta.dirname, 'scripted-embedder.sh');
  const command = async (mode: string, texts: readonly string[]) => {
    const settings = { kind: 'command', argv: ['sh', script, mode], ...limits } as const;
    return (await createEmbeddingModel(settings, createModelHost(folder).host)).embed(texts);
  };

  it('reads a line for each text and prints a line for each', async () => {
    const reply = await command('length', ['ab', 'line\nbreak']);
    // {"text":"ab"} has 13 characters, {"text":"line\nbreak"} has 22.
    expect(reply.kind === 'vectors' && numbers(reply.vectors)).toEqual(
      numbers([13, 22].map((length) => Float32Array.from([1, length], (one) => one / Math.hypot(1, length)))),
    );
  });

  it.each([
    ['garbage', { kind: 'unusable', reason: 'it printed a line that is not JSON' }],
    ['other', { kind: 'unusable', reason: 'it gave something that is no list of 1 to 8192 numbers' }],
    ['silent', { kind: 'unusable', reason: 'it gave 0 vectors for 1 texts' }],
    ['fails', { kind: 'failure', reason: 'the command ended with status 3: no model here' }],
  ])('%s', async (mode, expected) => expect(await command(mode, ['ab'])).toMatchObject(expected));
});

it('models differ by kind, place and name', () => {
  const ids = [
    settingsOf('http://localhost:1'),
    settingsOf('http://localhost:2'),
    settingsOf('http://localhost:1', { model: 'another' }),
    { kind: 'command', argv: ['a', 'b'], ...limits } as const,
    { kind: 'command', argv: ['a b'], ...limits } as const,
  ].map(embeddingId);
  expect(new Set(ids).size).toBe(ids.length);
});
