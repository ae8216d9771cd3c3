import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claudeCode } from '../../src/clients/claude-code/adapter.ts';
import { codex } from '../../src/clients/codex/adapter.ts';
import { cursor } from '../../src/clients/cursor/adapter.ts';
import { gemini } from '../../src/clients/gemini/adapter.ts';
import { parseGlued } from '../../src/clients/glued-objects.ts';
import { opencode } from '../../src/clients/opencode/adapter.ts';
import { isDict } from '../../src/domain/json.ts';
import { fixture } from './read-file.ts';

const rowsOf = (path: string): unknown[] =>
  readFileSync(fixture(path), 'utf8')
    .split('\n')
    .flatMap((line) => parseGlued(line).values);

const cursorSession = '0c0ffee0-0000-4000-8000-00000000c0f0';

const files = {
  claude: 'claude-code/0c0ffee0-0000-4000-8000-000000000001.jsonl',
  codex: 'codex/rollout-2026-10-06T08-00-00-new.jsonl',
  gemini: 'gemini/tmp/shop/chats/session-2026-10-05T09-00-0c0ffee0.jsonl',
  cursor: `cursor/projects/home-ada-shop/agent-transcripts/${cursorSession}/${cursorSession}.jsonl`,
  opencode: 'opencode/events.jsonl',
};

/** What a client calls the event after a tool. */
const afterTool: Readonly<Record<string, string>> = {
  gemini: 'AfterTool',
  cursor: 'postToolUse',
  opencode: 'tool.execute.after',
};

/** The value with something else at one place of it: `path` picks a key at each depth. */
function replaced(value: unknown, path: readonly number[], other: unknown): unknown {
  const [first = 0, ...rest] = path;
  if (path.length === 0) return other;
  if (Array.isArray(value))
    return value.map((item, at) => (at === first % value.length ? replaced(item, rest, other) : item));
  if (!isDict(value)) return other;
  const key = Object.keys(value)[first % Math.max(1, Object.keys(value).length)] ?? 'x';
  return { ...value, [key]: replaced(value[key], rest, other) };
}

it.each([
  [claudeCode, files.claude],
  [codex, files.codex],
  [gemini, files.gemini],
  [cursor, files.cursor],
  [opencode, files.opencode],
])('reads on whatever stands in a row (%#)', (client, file) => {
  const rows = rowsOf(file);
  const change = fc.tuple(
    fc.nat(rows.length - 1),
    fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
      const broken = changes.reduce<unknown[]>(
        (all, [at, path, other]) => all.with(at, replaced(all[at], path, other)),
        rows,
      );
      const parser = client.createRowParser();
      const sieve = client.createSieve?.();
      for (const [at, row] of broken.entries()) if (isDict(row)) sieve?.see(at + 1, row);
      const items = broken.flatMap((row, at) => parser.parse(at + 1, row));
      for (const row of broken) if (isDict(row)) client.rowsOf?.(row, '/no/such/file.json');
      for (const item of items) expect(Number.isNaN(Date.parse(item.at))).toBe(false);
      for (const row of broken)
        if (isDict(row))
          client.parseHook(
            { session_id: 's', hook_event_name: afterTool[client.name] ?? 'PostToolUse', ...row },
            '2026-01-01T00:00:00.000Z',
          );
    }),
    { numRuns: 150 },
  );
});

it('gives the same in two readings as in one, wherever the first one ends', () => {
  const rows = rowsOf(files.claude);
  const whole = claudeCode.createRowParser();
  const expected = rows.flatMap((row, at) => whole.parse(at + 1, row));
  for (let cut = 0; cut <= rows.length; cut += 1) {
    const first = claudeCode.createRowParser();
    const before = rows.slice(0, cut).flatMap((row, at) => first.parse(at + 1, row));
    const second = claudeCode.createRowParser({ head: first.head });
    const after = rows.slice(cut).flatMap((row, at) => second.parse(cut + at + 1, row));
    expect([...before, ...after].map(({ kind, row }) => [kind, row])).toEqual(
      expected.map(({ kind, row }) => [kind, row]),
    );
    expect(second.head).toEqual(whole.head);
  }
});
