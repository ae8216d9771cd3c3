import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasSecret } from '../../src/text/redact.ts';

interface Row {
  readonly kind: string;
  readonly text: string;
  readonly label: number;
}

// Public rows that nobody here wrote; they lie beside the checkout or the test says that it was skipped.
const folder = new URL('../../../shared/eval/public/safety/', import.meta.url);
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'kind' in value;

const readRows = (name: string): Row[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .filter(isRow);

const shareFlagged = (rows: readonly Row[]): number =>
  rows.filter((row) => hasSecret(row.text)).length / rows.length;

describe.skipIf(!existsSync(folder))('public rows', () => {
  const secrets = () => readRows('secrets.jsonl').filter((row) => !row.kind.startsWith('secretlint'));

  it('with a secret are found', () => {
    expect(shareFlagged(secrets().filter((row) => row.label === 1))).toBeGreaterThanOrEqual(0.94);
  });

  it('with a generic password are found', () => {
    const rows = secrets().filter((row) => row.label === 1 && row.kind.startsWith('detect-secrets'));
    expect(shareFlagged(rows)).toBeGreaterThanOrEqual(0.7);
  });

  it('that only look like a secret are left, bar a few', () => {
    expect(shareFlagged(secrets().filter((row) => row.label === 0))).toBeLessThanOrEqual(0.09);
  });

  it('of real rule files are all left', () => {
    expect(shareFlagged(readRows('injection.jsonl').filter((row) => row.kind.startsWith('rule-')))).toBe(0);
  });
});
