import type { HttpModelSettings } from '../../src/domain/model-settings.ts';
import type { Question } from '../../src/domain/question.ts';
import type {
  FetchLike,
  LanguageModel,
  MeteredModel,
  ModelHost,
  ModelReply,
} from '../../src/models/language.ts';
import { meterModel } from '../../src/models/meter.ts';

/** Limits that no test reaches by accident. */
export const limits = { timeoutMs: 10_000, answerTokens: 100, caps: { calls: 50, tokens: 1_000_000 } };

/** Settings of an HTTP model at this address. */
export const httpSettings = (
  baseUrl: string,
  fields: Partial<HttpModelSettings> = {},
): HttpModelSettings => ({
  kind: 'anthropic',
  baseUrl,
  model: 'test-model',
  keyVariable: 'TEST_KEY',
  ...limits,
  ...fields,
});

/** A key in the shape of a real one, put together here. */
export const testKey = ['sk', 'ant', 'api03', `${'Zx9wQ7rT2mK5vB8nL4pH'.repeat(5).slice(0, 93)}AA`].join('-');

/** A process whose waits pass at once and whose way to the network is the real one, counted. */
export function createModelHost(folder: string, vars: Record<string, string> = {}) {
  const waits: number[] = [];
  const fetched: string[] = [];
  const door: FetchLike = (url, init) => {
    fetched.push(url);
    return fetch(url, init);
  };
  const host: ModelHost = {
    vars: { PATH: '/usr/bin:/bin', TEST_KEY: testKey, ...vars },
    userHome: folder,
    folder,
    fetch: door,
    wait: async (ms) => void waits.push(ms),
  };
  return { host, waits, fetched };
}

/** A screen question with one text. */
export const screenQuestion = (id: string, text = `text of ${id}`): Question => ({
  id,
  kind: 'screen',
  texts: [{ role: 'text', text }],
});

/** The labels that a prompt asks about, in order. */
export const labelsIn = (prompt: string): string[] =>
  [...prompt.matchAll(/^<text-\S+ label="(L\d+)"/gm)].map(([, label = '']) => label);

/** An answer to every label of a screen prompt. */
export const answerAll = (prompt: string, verdict = 'allow'): string =>
  JSON.stringify({
    answers: labelsIn(prompt).map((label) => ({ label, verdict, reason: `about ${label}` })),
  });

/** A model that says what its script says, prompt by prompt; the last line repeats. */
export function scriptedModel(script: readonly ((prompt: string) => ModelReply | string)[]): {
  model: MeteredModel;
  prompts: string[];
} {
  const prompts: string[] = [];
  const model: LanguageModel = {
    ask: async (prompt) => {
      const line = script[Math.min(prompts.length, script.length - 1)];
      prompts.push(prompt);
      const reply = line?.(prompt) ?? '';
      return typeof reply === 'string' ? { kind: 'text', text: reply } : reply;
    },
  };
  return { model: meterModel(model, 'scripted', limits), prompts };
}
