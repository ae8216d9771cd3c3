import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import glob from 'fast-glob';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

it('what starts programs or reaches the network for a model is only loaded where the config names it', () => {
  const kinds =
    /^import (?!type).*\/(?:command-model|http-model|anthropic|openai-compatible|command-embedding|http-embedding|embed-memories|recall-vectors)\.ts'/m;
  const importers = glob
    .sync('**/*.ts', { cwd: src, absolute: true })
    .filter((file) => kinds.test(readFileSync(file, 'utf8')));
  expect(importers.map((file) => relative(src, file))).toEqual([]);
  const maker = readFileSync(join(src, 'models/create-model.ts'), 'utf8');
  expect(
    maker.match(/import\('\.\/(?:command-model|http-model|anthropic|openai-compatible)\.ts'\)/g),
  ).toHaveLength(4);
});
