import { describe, expect, it } from 'vitest';
import type { HttpModelSettings } from '../../src/domain/model-settings.ts';
import { createLanguageModel } from '../../src/models/create-model.ts';
import { makeFolder } from '../support/home.ts';
import { createModelHost, httpSettings, testKey } from './samples.ts';
import { hangUp, hasLoopback, json, type Step, silence, startServer } from './scripted-server.ts';

const folder = makeFolder();

const anthropicSays = (text: string, fields: object = {}): Step =>
  json({ content: [{ type: 'text', text }], stop_reason: 'end_turn', ...fields });
const openaiSays = (content: string, choice: object = {}): Step =>
  json({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop', ...choice }] });

async function ask(steps: readonly Step[], fields: Partial<HttpModelSettings> = {}, vars = {}) {
  const server = await startServer(steps);
  const { host, waits, fetched } = createModelHost(folder, vars);
  const model = await createLanguageModel(httpSettings(server.url, fields), host);
  const reply = await model?.ask('the prompt');
  return { reply, waits, fetched, seen: server.seen, ledger: model?.ledger() };
}

const openai = { kind: 'openai-compatible' } as const;

describe.skipIf(!hasLoopback)('what is sent', () => {
  it('anthropic: path, version, key, model, limit, prompt', async () => {
    const { seen, reply } = await ask([anthropicSays('hello')]);
    expect(reply).toEqual({ kind: 'text', text: 'hello' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': testKey, 'anthropic-version': '2023-06-01' },
      body: { model: 'test-model', max_tokens: 100, messages: [{ role: 'user', content: 'the prompt' }] },
    });
  });

  it('openai-compatible: path, bearer, model, limit, prompt', async () => {
    const { seen, reply } = await ask([openaiSays('hello')], openai);
    expect(reply).toEqual({ kind: 'text', text: 'hello' });
    expect(seen[0]).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: `Bearer ${testKey}` },
      body: { model: 'test-model', max_tokens: 100, messages: [{ role: 'user', content: 'the prompt' }] },
    });
  });

  it('a local server without a key gets none', async () => {
    const server = await startServer([openaiSays('hello')]);
    const { keyVariable: _, ...settings } = httpSettings(server.url, openai);
    const model = await createLanguageModel(settings, createModelHost(folder).host);
    expect(await model?.ask('p')).toEqual({ kind: 'text', text: 'hello' });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('nothing when the variable with the key is not set', async () => {
    const { fetched, reply, ledger } = await ask([anthropicSays('hello')], {}, { TEST_KEY: ' ' });
    expect(fetched).toEqual([]);
    expect(reply).toMatchObject({ kind: 'failure', reason: 'the environment variable TEST_KEY is not set' });
    expect(ledger).toMatchObject({ failures: 1 });
  });

  it('a redirect is not followed: the key goes nowhere else', async () => {
    const elsewhere = await startServer([anthropicSays('caught')]);
    const { reply } = await ask([json({}, 307, { location: `${elsewhere.url}/v1/messages` })]);
    expect(reply).toMatchObject({ kind: 'failure' });
    expect(elsewhere.seen).toEqual([]);
  });
});

describe.skipIf(!hasLoopback)('what comes back', () => {
  const failure = (reason: string, isTransient = false) => ({ kind: 'failure', reason, isTransient });
  it.each<[string, Step, Partial<HttpModelSettings>, object]>([
    [
      'cut off',
      anthropicSays('{"answ', { stop_reason: 'max_tokens' }),
      {},
      failure('the answer was cut off before its end'),
    ],
    [
      'cut off',
      openaiSays('{"answ', { finish_reason: 'length' }),
      openai,
      failure('the answer was cut off before its end'),
    ],
    [
      'a refusal',
      anthropicSays('', { stop_reason: 'refusal' }),
      {},
      { kind: 'refusal', reason: 'the model declined' },
    ],
    [
      'a refusal',
      openaiSays('', { message: { refusal: 'I cannot' } }),
      openai,
      { kind: 'refusal', reason: 'the model declined' },
    ],
    [
      'a filter',
      openaiSays('', { finish_reason: 'content_filter' }),
      openai,
      { kind: 'refusal', reason: 'the model declined' },
    ],
    [
      'no JSON',
      (response) => response.end('<html>'),
      {},
      failure('the service answered with something that is not JSON'),
    ],
    [
      'an oversized answer',
      (response) => response.end('x'.repeat(1_000_001)),
      {},
      failure('the service sent more than 1000000 bytes'),
    ],
    [
      'a wrong key',
      json({ error: { message: `bad key ${testKey}` } }, 401),
      {},
      failure('the service answered 401: bad key [key]'),
    ],
    [
      'an unknown model',
      json({ error: 'no such model' }, 404),
      openai,
      failure('the service answered 404: no such model'),
    ],
  ])('%s', async (_, step, fields, expected) => {
    const { reply, waits, seen } = await ask([step], fields);
    expect(reply).toEqual(expected);
    expect(seen).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('a timeout ends the asking and is not tried again', async () => {
    const { reply, fetched } = await ask([silence], { timeoutMs: 60 });
    expect(reply).toEqual(failure('the service gave no answer within 0.06 s'));
    expect(fetched).toHaveLength(1);
  });

  it('a body that stalls is a timeout as well', async () => {
    const stall: Step = (response) => void response.writeHead(200).write('{"content":');
    expect((await ask([stall], { timeoutMs: 60 })).reply).toEqual(
      failure('the service gave no answer within 0.06 s'),
    );
  });
});

describe.skipIf(!hasLoopback)(
  'transient failures are tried again, twice at most, after growing waits',
  () => {
    it.each<[string, Step[], object, number[]]>([
      ['429 once', [json({}, 429), anthropicSays('yes')], { calls: 2, failures: 1 }, [1_000]],
      [
        '429 that says when',
        [json({}, 429, { 'retry-after': '7' }), anthropicSays('yes')],
        { calls: 2, failures: 1 },
        [7_000],
      ],
      [
        '429 that says tomorrow',
        [json({}, 429, { 'retry-after': '86400' }), anthropicSays('yes')],
        { calls: 2 },
        [20_000],
      ],
      [
        '529 twice',
        [json({}, 529), json({}, 529), anthropicSays('yes')],
        { calls: 3, failures: 2 },
        [1_000, 4_000],
      ],
      ['a closed connection', [hangUp, anthropicSays('yes')], { calls: 2, failures: 1 }, [1_000]],
    ])('%s', async (_, steps, ledger, waited) => {
      const result = await ask(steps);
      expect(result.reply).toEqual({ kind: 'text', text: 'yes' });
      expect(result.ledger).toMatchObject(ledger);
      expect(result.waits).toEqual(waited);
    });

    it('500 for ever', async () => {
      const { reply, seen, waits, ledger } = await ask([json({ error: { message: 'oops' } }, 500)]);
      expect(reply).toEqual({ kind: 'failure', reason: 'the service answered 500: oops', isTransient: true });
      expect(seen).toHaveLength(3);
      expect(waits).toEqual([1_000, 4_000]);
      expect(ledger).toMatchObject({ calls: 3, failures: 3, refusals: 0, capped: null });
    });

    it('retries count as calls: the cap ends them', async () => {
      const { seen, reply, ledger } = await ask([json({}, 500)], { caps: { calls: 2, tokens: 1_000_000 } });
      expect(seen).toHaveLength(2);
      expect(reply).toMatchObject({ reason: 'the cap of 2 calls is reached', isTransient: false });
      expect(ledger).toMatchObject({ calls: 2, failures: 2, capped: 'the cap of 2 calls is reached' });
    });

    it('a key that cannot be a header is in no message', async () => {
      const { reply } = await ask([anthropicSays('x')], {}, { TEST_KEY: `${testKey}\u0000\u00e9` });
      expect(reply).toMatchObject({ kind: 'failure' });
      expect(JSON.stringify(reply)).not.toContain(testKey.slice(0, 30));
    });
  },
);

describe.skipIf(!hasLoopback)('the ledger', () => {
  it('counts what the service counted, at the configured prices', async () => {
    const step = anthropicSays('ok', { usage: { input_tokens: 1_000, output_tokens: 200 } });
    const { ledger } = await ask([step], { price: { input: 3, output: 15 } });
    expect(ledger).toEqual({
      model: 'anthropic test-model',
      calls: 1,
      inputTokens: 1_000,
      outputTokens: 200,
      usd: 0.006,
      failures: 0,
      refusals: 0,
      unusable: 0,
      capped: null,
    });
  });

  it('estimates where the service says nothing: three bytes a token', async () => {
    const { ledger } = await ask([openaiSays('123456')], openai);
    expect(ledger).toMatchObject({ inputTokens: 4, outputTokens: 2, usd: null });
  });
});

describe('no model', () => {
  it('makes no model and reaches for nothing', async () => {
    const { host, fetched } = createModelHost(folder);
    expect(await createLanguageModel({ kind: 'none' }, host)).toBeUndefined();
    expect(fetched).toEqual([]);
  });
});
