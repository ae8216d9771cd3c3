import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareStatements } from '../../src/text/compare-statements.ts';
import { compatible, contradicting, pairsOf } from './statement-pairs.ts';

describe('compareStatements', () => {
  it.each(pairsOf(contradicting))('contradict: %s | %s', (a, b) => {
    expect(compareStatements(a, b).kind).toBe('contradicts');
    expect(compareStatements(b, a).kind).toBe('contradicts');
  });

  it.each(pairsOf(compatible))('both can hold: %s | %s', (a, b) => {
    expect(compareStatements(a, b).kind).not.toBe('contradicts');
    expect(compareStatements(b, a).kind).not.toBe('contradicts');
  });

  it.each([
    ['Use pnpm', 'USE  PNPM', 'same'],
    ['Use pnpm', 'Ｕｓｅ pnpm', 'same'],
    ['the timeout is 30 seconds', 'the timeout is thirty seconds', 'restates'],
    ['Remove the temporary directory', 'Delete the temp folder', 'restates'],
    ['Use pnpm', 'Bake bread', 'unrelated'],
    ['', '', 'same'],
  ])('%s | %s: %s', (a, b, kind) => {
    expect(compareStatements(a, b).kind).toBe(kind);
  });

  it('gives the reason', () => {
    expect(compareStatements('the port is 8080', 'the port is 3000').reason).toBe(
      'port: number: 8080 / 3000',
    );
  });
});

/** Public rows of commands in words; read where they lie beside the checkout, never copied. */
const rows = new URL('../../../shared/eval/public/grouping/nl2bash.jsonl', import.meta.url);

describe('on public texts', () => {
  it.skipIf(!existsSync(rows))('calls no two of them a contradiction', () => {
    const texts = readFileSync(rows, 'utf8')
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).text);
    const step = Math.ceil(texts.length / 500);
    const sample = texts.filter((_, at) => at % step === 0);
    const found = sample.flatMap((text, at) =>
      [sample[at + 1], texts[at * step + 1], sample[(at * 7) % sample.length]]
        .filter((other) => other !== undefined && compareStatements(text, other).kind === 'contradicts')
        .map((other) => `${text} | ${other}`),
    );
    expect(found).toEqual([]);
  });
});
