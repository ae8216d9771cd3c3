import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hangUp, hasLoopback, json, type Step, silence, startServer } from '../models/scripted-server.ts';
import { promptIn } from '../support/inject.ts';
import { createDesk, type Desk, jsonIn, type RunOptions, runIn } from '../support/program.ts';

const kettles = 'Kettles are descaled on Mondays';
const invoices = 'Invoices are numbered by year';

/** What a text is about, as a direction: water, money, or something between that is nearer to water. */
const directionOf = (text: string): number[] => {
  if (/kettle|brew/i.test(text)) return [1, 0];
  if (/invoice|billing/i.test(text)) return [0, 1];
  return [0.75, 0.66];
};

/** A model that embeds by what a text is about. */
const embedsIn = (size: number): Step => {
  return (response, request) => {
    const texts = Array.isArray(request.body.input) ? request.body.input.map(String) : [];
    const rest = Array.from({ length: size - 2 }, () => 0);
    const data = texts.map((text, index) => ({ index, embedding: [...directionOf(text), ...rest] }));
    json({ data, usage: { prompt_tokens: 3 } })(response, request);
  };
};
const embeds = embedsIn(2);

function configure(desk: Desk, url: string, lines: readonly string[] = []): void {
  mkdirSync(desk.home, { recursive: true });
  const settings = [
    'embedding: openai-compatible',
    `embeddingBaseUrl: ${url}`,
    'embeddingModel: m',
    ...lines,
  ];
  writeFileSync(
    join(desk.home, 'config.yaml'),
    ['models:', ...settings.map((line) => `  ${line}`), ''].join('\n'),
  );
}

/** A home with two memories, and what the service that embeds them was asked. */
async function taught(steps: readonly Step[], lines: readonly string[] = []) {
  const desk = createDesk();
  const server = await startServer(steps);
  configure(desk, server.url, lines);
  for (const text of [kettles, invoices]) expect((await runIn(desk, ['learn', text])).exit).toBe(0);
  const inputs = () => server.seen.map(({ body }) => body.input);
  return { desk, server, inputs };
}

const consolidate = async (desk: Desk) => (await jsonIn(desk, ['consolidate'])).data.embedded;

/** What recall answers, and what it says on stderr. */
async function recall(desk: Desk, query: string, options: RunOptions = {}) {
  const told: string[] = [];
  const host = { tell: (text: string) => void told.push(text) };
  const { data } = await jsonIn(desk, ['recall', query, '--no-track'], { ...options, host });
  const found: { summary: string; cosine?: number }[] = data.memories;
  return { found: found.map(({ summary }) => summary), told, embeddings: data.embeddings };
}

const vectorFiles = ({ home }: Desk): string[] =>
  readdirSync(join(home, 'cache')).filter((name) => name.startsWith('vectors-'));

describe.skipIf(!hasLoopback)('embeddings of memories', () => {
  it('are made by consolidation, of what is new or changed and of nothing else', async () => {
    const { desk, inputs } = await taught([embeds]);
    expect(inputs()).toEqual([]);
    const preview = await jsonIn(desk, ['consolidate', '--dry-run']);
    expect(preview.data.embedded).toMatchObject({ made: 0, left: 2 });
    expect(inputs()).toEqual([]);
    expect(await consolidate(desk)).toMatchObject({ made: 2, left: 0, ledger: { calls: 1, inputTokens: 3 } });
    expect(await consolidate(desk)).toEqual({ made: 0, left: 0 });
    expect(inputs().flat().toSorted()).toEqual([invoices, kettles]);

    const { data } = await jsonIn(desk, ['recall', 'kettles', '--no-track']);
    const edited = 'Kettles are descaled on Tuesdays';
    expect((await runIn(desk, ['edit', data.memories[0].id, '--text', edited])).exit).toBe(0);
    expect(await consolidate(desk)).toMatchObject({ made: 1, left: 0 });
    expect(inputs().at(-1)).toEqual([edited]);
  });

  it('find what says the same in other words; only the question leaves', async () => {
    const { desk, inputs } = await taught([embeds]);
    await consolidate(desk);
    const before = inputs().length;
    expect(await recall(desk, 'brewing')).toEqual({ found: [kettles], told: [], embeddings: 'used' });
    expect(inputs().slice(before)).toEqual([['brewing']]);
    expect((await runIn(desk, ['recall', 'brewing', '--why'])).out).toContain('vectors 1.00');
  });

  it('wait where the caps end it, and go on in the next run', async () => {
    const { desk } = await taught([embeds], ['embeddingMaxTokens: 1']);
    const problem = 'the cap of 1 tokens is reached';
    expect(await consolidate(desk)).toMatchObject({
      made: 0,
      left: 2,
      problem,
      ledger: { calls: 0, capped: problem },
    });
    const { out, exit } = await runIn(desk, ['consolidate']);
    expect([exit, out]).toEqual([0, expect.stringContaining(`2 wait for the next run (${problem})`)]);
    expect(await recall(desk, 'kettles')).toEqual({
      found: [kettles],
      told: ['hebb: recall without embeddings: no memory has been embedded yet; hebb consolidate does it\n'],
      embeddings: 'no memory has been embedded yet; hebb consolidate does it',
    });
  });

  it('of two models do not mix: another name, or another size behind the same name, makes all anew', async () => {
    const { desk, server, inputs } = await taught([embeds, embedsIn(3)]);
    await consolidate(desk);
    const [first] = vectorFiles(desk);
    expect(await recall(desk, 'kettles')).toMatchObject({
      found: [kettles],
      embeddings: expect.stringMatching(/^it gave 3 numbers where memories have 2/),
    });
    await runIn(desk, ['learn', 'Stamps are bought in rolls']);
    expect(await consolidate(desk)).toMatchObject({ made: 3, left: 0 });
    expect(await recall(desk, 'billing')).toMatchObject({ embeddings: 'used' });
    expect(vectorFiles(desk)).toEqual([first]);

    configure(desk, `${server.url}/other`);
    const asked = inputs().length;
    expect(await recall(desk, 'kettles')).toMatchObject({
      found: [kettles],
      embeddings: expect.stringMatching(/^no memory/),
    });
    expect(inputs()).toHaveLength(asked);
    expect(await consolidate(desk)).toMatchObject({ made: 3, left: 0 });
    expect(vectorFiles(desk)).toHaveLength(1);
    expect(vectorFiles(desk)).not.toEqual([first]);
  });

  it('go with a purge, and what remains is embedded again', async () => {
    const { desk } = await taught([embeds]);
    await consolidate(desk);
    expect(vectorFiles(desk)).toHaveLength(1);
    const { data } = await jsonIn(desk, ['recall', 'invoices', '--no-track']);
    expect((await runIn(desk, ['purge', data.memories[0].id, '--yes'])).exit).toBe(0);
    expect(vectorFiles(desk)).toEqual([]);
    expect(await consolidate(desk)).toMatchObject({ made: 1, left: 0 });
  });

  it('are damaged or half: that is as if there were none', async () => {
    const { desk } = await taught([embeds]);
    await consolidate(desk);
    writeFileSync(join(desk.home, 'cache', vectorFiles(desk)[0] ?? ''), 'hebbvec1 and then nothing');
    expect(await recall(desk, 'kettles')).toMatchObject({
      found: [kettles],
      embeddings: expect.stringMatching(/^no memory/),
    });
    expect(await consolidate(desk)).toMatchObject({ made: 2, left: 0 });
  });
});

/** One home for all of them: a call of the service each, in this order. */
const failures: readonly (readonly [name: string, step: Step, problem: string])[] = [
  ['fails', json({}, 500), 'the service answered 500'],
  ['hangs up', hangUp, 'the service cannot be reached: UND_ERR_SOCKET'],
  ['is slow', silence, 'the service gave no answer within 0.1 s'],
  [
    'talks nonsense',
    (response) => response.end('~~'),
    'the service answered with something that is not JSON',
  ],
  [
    'gives half a vector',
    json({ data: [{ embedding: [1, null] }] }),
    'it gave a vector with something in it that is no number',
  ],
];

it.skipIf(!hasLoopback)(
  'recall answers by words, and says so once, when the model is of no help',
  async () => {
    const { desk } = await taught(
      [embeds, ...failures.map(([, step]) => step)],
      ['embeddingQuerySeconds: 0.1'],
    );
    await consolidate(desk);
    for (const [name, , problem] of failures) {
      const told = [`hebb: recall without embeddings: ${problem}\n`];
      expect(await recall(desk, 'kettles'), name).toEqual({ found: [kettles], told, embeddings: problem });
    }
  },
);

const prompts: readonly (readonly [name: string, prompt: string, step: Step, given: readonly string[]])[] = [
  ['near by its vector', 'brewing tea today', embeds, [kettles]],
  ['a little near by its vector', 'something else entirely', embeds, []],
  ['while the model fails', 'brewing tea today', json({}, 500), []],
  ['near by its words while the model fails', 'when are kettles descaled?', json({}, 500), [kettles]],
];

it.skipIf(!hasLoopback)('a prompt is given what is near by its vector or by its words', async () => {
  const { desk } = await taught([embeds, ...prompts.map(([, , step]) => step)]);
  await consolidate(desk);
  for (const [name, prompt, , given] of prompts) {
    const { exit, out } = await promptIn(desk, prompt, { session: name.replaceAll(' ', '-') });
    expect([exit, ...[kettles, invoices].filter((text) => out.includes(text))], name).toEqual([0, ...given]);
  }
});

it('without a model named nothing is embedded and nothing is said of it', async () => {
  const desk = createDesk();
  await runIn(desk, ['learn', kettles]);
  expect(await consolidate(desk)).toBeNull();
  expect(await recall(desk, 'kettles')).toEqual({ found: [kettles], told: [], embeddings: null });
  expect(existsSync(join(desk.home, 'cache')) && vectorFiles(desk)).toEqual([]);
});
