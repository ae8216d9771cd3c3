import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseModelSettings } from '../../src/domain/model-settings.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { readSettings, withMemoryConfig } from '../../src/store/config.ts';
import { pathsOf } from '../../src/store/paths.ts';
import { makeFolder } from '../support/home.ts';

const refuse = (key: string, problem: string): Error => new Error(`${key}: ${problem}`);
const parse = (value: unknown) => parseModelSettings(value, refuse).language;

const defaults = { timeoutMs: 60_000, answerTokens: 4_000, caps: { calls: 50, tokens: 300_000 } };
const remote = { baseUrl: 'https://api.example.com/v1', model: 'm' };
const openai = { language: 'openai-compatible', ...remote };

describe('models in the config', () => {
  it.each<[string, unknown, object]>([
    ['nothing', undefined, { kind: 'none' }],
    ['an empty group', null, { kind: 'none' }],
    ['none, with the rest left over', { language: 'none', ...remote }, { kind: 'none' }],
    [
      'a command, its words split without a shell',
      { language: 'command', command: `run "a b" 'c d' $HOME; e` },
      { kind: 'command', argv: ['run', 'a b', 'c d', '$HOME;', 'e'], ...defaults },
    ],
    [
      'a command as a list',
      { language: 'command', command: ['run', 'a b', ''] },
      { kind: 'command', argv: ['run', 'a b', ''], ...defaults },
    ],
    [
      'anthropic, with its address and its variable',
      { language: 'anthropic', model: 'm' },
      {
        kind: 'anthropic',
        model: 'm',
        baseUrl: 'https://api.anthropic.com',
        keyVariable: 'ANTHROPIC_API_KEY',
        ...defaults,
      },
    ],
    [
      'a server on this machine',
      { ...openai, baseUrl: 'http://localhost:11434/v1/' },
      { baseUrl: 'http://localhost:11434/v1' },
    ],
    [
      'a server on this machine by number',
      { ...openai, baseUrl: 'http://[::1]:1/v1' },
      { baseUrl: 'http://[::1]:1/v1' },
    ],
    [
      'every limit',
      {
        ...openai,
        timeoutSeconds: 5,
        answerTokens: 9,
        maxCalls: 2,
        maxTokens: 99,
        maxUsd: 0.5,
        usdPerMillionInput: 1,
        usdPerMillionOutput: 0,
      },
      {
        timeoutMs: 5_000,
        answerTokens: 9,
        caps: { calls: 2, tokens: 99, usd: 0.5 },
        price: { input: 1, output: 0 },
      },
    ],
  ])('%s', (_, value, expected) => expect(parse(value)).toMatchObject(expected));

  it.each<[string, unknown, RegExp]>([
    ['a text', 'claude -p', /^: expected a group of settings/],
    ['another language', { language: 'openai' }, /^language: expected one of none, command/],
    ['an unknown key', { languag: 'none' }, /^languag: no such setting; known here: language,/],
    ['no command', { language: 'command' }, /^command: expected a program/],
    ['an empty command', { language: 'command', command: ' ' }, /^command: /],
    ['a command that is no text', { language: 'command', command: ['run', 3] }, /^command: /],
    ['no address', { language: 'openai-compatible', model: 'm' }, /^baseUrl: expected an address/],
    ['no model', { language: 'anthropic' }, /^model: expected a text/],
    ['http over the network', { ...openai, baseUrl: 'http://api.example.com' }, /^baseUrl: expected https/],
    [
      'a name that begins like this machine',
      { ...openai, baseUrl: 'http://localhost.example.com' },
      /^baseUrl: expected https/,
    ],
    ['another protocol', { ...openai, baseUrl: 'file:///etc/passwd' }, /^baseUrl: expected https/],
    [
      'a password in the address',
      { ...openai, baseUrl: 'https://a:b@example.com' },
      /^baseUrl: .*without name/,
    ],
    ['a price with one part', { ...openai, usdPerMillionInput: 1 }, /^usdPerMillionOutput: /],
    ['a cap in dollars without a price', { ...openai, maxUsd: 1 }, /^maxUsd: needs/],
    ['a number as text', { ...openai, maxCalls: '5' }, /^maxCalls: expected a number, found "5"/],
    ['no calls', { ...openai, maxCalls: 0 }, /^maxCalls: expected a number above 0/],
    ['a negative price', { ...openai, usdPerMillionInput: -1 }, /^usdPerMillionInput: /],
  ])('is refused: %s', (_, value, message) => expect(() => parse(value)).toThrow(message));

  it('a key where its name belongs is refused and not repeated', () => {
    const key = ['sk', 'proj', 'aB3dE6gH9'].join('-');
    for (const keyVariable of [key, key.replaceAll('-', '_')]) {
      const message = (() => {
        try {
          return String(parse({ ...openai, keyVariable }));
        } catch (error) {
          return String(error);
        }
      })();
      expect(message).toMatch(/keyVariable: expected the name of an environment variable/);
      expect(message).not.toContain('aB3dE6gH9');
    }
  });
});

describe('embeddings in the config', () => {
  const embedding = (value: unknown) => parseModelSettings(value, refuse).embedding;
  const limits = { timeoutMs: 60_000, queryTimeoutMs: 1_500, caps: { calls: 200, tokens: 1_000_000 } };
  const service = {
    embedding: 'openai-compatible',
    embeddingBaseUrl: 'https://api.example.com/v1/',
    embeddingModel: 'm',
  };

  it.each<[string, unknown, object]>([
    ['nothing', undefined, { kind: 'none' }],
    ['a language model alone', openai, { kind: 'none' }],
    [
      'a service',
      service,
      { kind: 'openai-compatible', baseUrl: 'https://api.example.com/v1', model: 'm', ...limits },
    ],
    [
      'a service with everything',
      {
        ...service,
        embeddingKeyVariable: 'SOME_KEY',
        embeddingTimeoutSeconds: 5,
        embeddingQuerySeconds: 0.5,
        embeddingMaxCalls: 3,
        embeddingMaxTokens: 9,
        embeddingMaxUsd: 0.1,
        embeddingUsdPerMillion: 0.02,
      },
      {
        kind: 'openai-compatible',
        baseUrl: 'https://api.example.com/v1',
        model: 'm',
        keyVariable: 'SOME_KEY',
        timeoutMs: 5_000,
        queryTimeoutMs: 500,
        caps: { calls: 3, tokens: 9, usd: 0.1 },
        price: { input: 0.02, output: 0 },
      },
    ],
    [
      'a command',
      { embedding: 'command', embeddingCommand: 'embed "a b"' },
      { kind: 'command', argv: ['embed', 'a b'], ...limits },
    ],
  ])('%s', (_, value, expected) => expect(embedding(value)).toEqual(expected));

  it.each<[string, unknown, RegExp]>([
    ['another kind', { embedding: 'local' }, /^embedding: expected one of none, command, openai-compatible$/],
    ['no address', { ...service, embeddingBaseUrl: undefined }, /^embeddingBaseUrl: expected an address/],
    [
      'http over the network',
      { ...service, embeddingBaseUrl: 'http://api.example.com' },
      /^embeddingBaseUrl: expected https/,
    ],
    ['no model', { ...service, embeddingModel: ' ' }, /^embeddingModel: expected a text/],
    [
      'a key for a name',
      { ...service, embeddingKeyVariable: 'a-key' },
      /^embeddingKeyVariable: .*never the key/,
    ],
    ['no command', { embedding: 'command' }, /^embeddingCommand: expected a program/],
    [
      'no time',
      { ...service, embeddingQuerySeconds: 0 },
      /^embeddingQuerySeconds: expected a number above 0/,
    ],
    [
      'a cap without a price',
      { ...service, embeddingMaxUsd: 1 },
      /^embeddingMaxUsd: needs embeddingUsdPerMillion/,
    ],
    ['an unknown key', { embeddingUrl: 'x' }, /^embeddingUrl: no such setting/],
  ])('is refused: %s', (_, value, message) => expect(() => embedding(value)).toThrow(message));
});

describe("only the home's config names a model", () => {
  it('is read from config.yaml, and a mistake names the file and the key', async () => {
    const paths = pathsOf(join(makeFolder(), 'home'));
    mkdirSync(paths.home);
    expect((await readSettings(paths)).models).toEqual({
      language: { kind: 'none' },
      embedding: { kind: 'none' },
    });
    writeFileSync(paths.config, 'models:\n  language: command\n  command: ollama run m\n');
    expect((await readSettings(paths)).models.language).toMatchObject({ argv: ['ollama', 'run', 'm'] });
    writeFileSync(paths.config, 'models:\n  language: command\n');
    await expect(readSettings(paths)).rejects.toThrow(`${paths.config}: models.command: expected a program`);
  });

  it('core memory, which merges with other clones, cannot', () => {
    expect(() => withMemoryConfig(defaultPolicy, { models: { language: 'command' } }, 'core')).toThrow(
      /models: no such setting/,
    );
  });
});
