import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { foldedText } from '../../src/pipeline/purge-fold.ts';
import { changeRecord, reviseMemory } from '../../src/pipeline/record-changes.ts';
import { addEvents } from '../../src/store/facts.ts';
import { diskOps } from '../../src/store/files.ts';
import { filesIn, makeFolder, now, openHome, run } from '../support/home.ts';

const fact = 'The spare key lies below the third flower pot';
const other = 'Water the plants on Mondays';

const textOf = (path: string): string => {
  const bytes = fs.readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

const grep = (home: string): string[] =>
  filesIn(home, '').filter(
    (name) =>
      fs.statSync(join(home, name)).isFile() &&
      foldedText(textOf(join(home, name))).includes(foldedText(fact)),
  );

const learn = async (home: string, text: string): Promise<void> => {
  expect((await run(['learn', text, '--scope', 'global'], { home })).exit).toBe(0);
};

const purge = async (home: string): Promise<void> => {
  expect((await run(['purge', fact, '--yes'], { home })).exit).toBe(0);
};

const findingsIn = async (home: string): Promise<unknown> =>
  (await run(['doctor', '--json'], { home })).data.findings;

it('large images lose it as well, and every reference still leads somewhere', async () => {
  const home = join(makeFolder(), 'home');
  fs.mkdirSync(home, { mode: 0o700 });
  fs.writeFileSync(join(home, 'config.yaml'), 'journal:\n  objectAboveBytes: 200\n', { mode: 0o600 });
  await learn(home, fact);
  await learn(home, `Tell guests: ${fact}. It is for them`);
  await learn(home, other);
  expect(fs.readdirSync(join(home, 'objects')).length).toBeGreaterThan(3);
  await purge(home);
  expect(grep(home)).toEqual([]);
  const journal = filesIn(join(home, 'journal'), '.jsonl').map((name) => textOf(join(home, 'journal', name)));
  const named = [...journal.join('').matchAll(/"\$object":"(\w+)"/g)].map(([, name]) => `${name}.json.gz`);
  expect(fs.readdirSync(join(home, 'objects'))).toEqual([...new Set(named)].sort());
  expect(await findingsIn(home)).toEqual([]);
});

it('lines keep their length where positions count bytes, so that a process which read before goes on', async () => {
  const home = join(makeFolder(), 'home');
  await learn(home, other);
  await learn(home, fact);
  const early = await openHome({ home, write: true });
  const memory = [...early.state().memories.values()].find(({ summary }) => summary === other);
  await purge(home);
  early.commit({
    command: 'pin',
    plan: (state) => {
      const before = state.memories.get(memory?.id ?? '') ?? null;
      const after = before && reviseMemory(before, { pinned: true }, now);
      const reason = { rule: 'pin', text: 'pinned', evidence: [], numbers: {} };
      return { command: 'pin', changes: [changeRecord('memories', { before, after, reason })] };
    },
  });
  early.publish();
  expect(grep(home)).toEqual([]);
  expect(await findingsIn(home)).toEqual([]);
  const state = (await openHome({ home })).state();
  expect([...state.memories.values()].map(({ summary, pinned }) => [summary, pinned])).toEqual([
    [other, true],
  ]);
});

it('an event that is logged while a log is rewritten follows it', async () => {
  const home = join(makeFolder(), 'home');
  await learn(home, fact);
  const store = await openHome({ home, write: true });
  const event = (id: string, text: string) =>
    ({
      v: 1,
      id,
      at: now,
      client: 'codex',
      kind: 'prompt',
      sessionId: id,
      project: { id: 'p', name: 'p' },
      user: 'u',
      cwd: '/',
      branchCertain: false,
      files: [],
      ok: 'unknown',
      patterns: [],
      text,
    }) as const;
  addEvents(store, [event('e-1', fact)]);
  const log = join(home, 'learning-log/2026-06.jsonl');
  let slipped = false;
  const late = fs.openSync(log, 'a');
  const ops = {
    ...diskOps,
    rename: (from: string, to: string): void => {
      diskOps.rename(from, to);
      if (to !== log || slipped) return;
      slipped = true;
      fs.writeSync(late, `${JSON.stringify(event('e-2', `late: ${fact}`))}\n`);
    },
  };
  const ran = await run(['purge', fact, '--yes'], { home, ops });
  fs.closeSync(late);
  expect([ran.exit, slipped]).toEqual([0, true]);
  const lines = textOf(log)
    .trim()
    .split('\n')
    .map((line): { id: string; text: string } => JSON.parse(line));
  expect(lines.map(({ id, text }) => [id, text])).toEqual([
    ['e-1', '[purged]'],
    ['e-2', 'late: [purged]'],
  ]);
});

it.each(['Active', 'Provenance', 'Keep both'])(
  'a memory that says only "%s" harms no other',
  async (text) => {
    const home = join(makeFolder(), 'home');
    await learn(home, other);
    await learn(home, text);
    expect((await run(['purge', text, '--yes'], { home })).exit).toBe(0);
    const state = (await openHome({ home })).state();
    expect([...state.memories.values()].map(({ summary, status }) => [summary, status])).toEqual([
      [other, 'active'],
    ]);
    expect(await findingsIn(home)).toEqual([]);
  },
);

it('waits for no consolidation: 75, and nothing is erased', async () => {
  const home = join(makeFolder(), 'home');
  await learn(home, fact);
  const lock = { pid: 7, host: hostname(), started: 'start-7' };
  fs.writeFileSync(join(home, 'locks/run.lock'), JSON.stringify(lock));
  const ran = await run(['purge', fact, '--yes'], { home, alive: [7] });
  expect([ran.exit, grep(home).length > 0]).toEqual([75, true]);
});
