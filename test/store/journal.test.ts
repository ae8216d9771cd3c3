import * as fs from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import type { Store } from '../../src/store/store.ts';
import { memory } from '../pipeline/samples.ts';
import { copyFolder, filesIn, makeFolder, now, openHome, run, snapshot, stateIn } from '../support/home.ts';

const reason = { rule: 'test', text: 'A test adds it.', evidence: [], numbers: {} };
const adding = (memories: readonly Memory[]): Plan => ({
  command: 'add',
  changes: memories.map((after) => changeRecord('memories', { before: null, after, reason })),
});
const numbered = (count: number, from = 0): Memory[] =>
  Array.from({ length: count }, (_, at) => memory(`m-${String(from + at).padStart(6, '0')}`));

function add(store: Store, memories: readonly Memory[]): void {
  store.commit({ command: 'add', plan: () => adding(memories) });
  store.publish();
}

async function makeHome(memories: readonly Memory[], at = now): Promise<string> {
  const home = join(makeFolder(), 'home');
  add(await openHome({ home, now: at, write: true }), memories);
  return home;
}

const lines = (path: string): string[] => fs.readFileSync(path, 'utf8').split('\n').filter(Boolean);
const journals = (home: string): string[] =>
  filesIn(join(home, 'journal'), '').filter((name) => name.includes('.jsonl'));
const learn = (home: string, text: string, at = now) =>
  run(['learn', text, '--scope', 'global'], { home, now: at });
const newest = (home: string): string => join(home, 'journal', journals(home).at(-1) ?? '');

describe('the journal', () => {
  let made = '';
  beforeAll(async () => {
    made = await makeHome(numbered(3));
  });
  const place = (): string => copyFolder(made, join(makeFolder(), 'home'));

  it.each([
    ['a torn last line', '{"v":1,"seq":99,"id":"o-torn","gro'],
    ['a torn last line within a letter', Buffer.from('{"text":"ä').subarray(0, -1)],
    ['a line of garbage', 'garbage\n'],
    ['a line that is no operation', '{"hello":1}\n'],
    ['an empty line', '\n'],
  ])('goes on after %s', async (_, bytes) => {
    const home = place();
    await learn(home, 'Before it happened');
    const before = await stateIn(home);
    fs.appendFileSync(newest(home), bytes);
    expect(await stateIn(home)).toEqual(before);
    expect((await learn(home, 'After it happened')).exit).toBe(0);
    fs.rmSync(join(home, 'cache'), { recursive: true });
    const texts = [...(await openHome({ home })).state().memories.values()].map(({ summary }) => summary);
    expect(texts).toContain('Before it happened');
    expect(texts).toContain('After it happened');
    expect((await openHome({ home })).operations().at(-1)?.command).toBe('learn');
  });

  it('keeps its order when the clock goes back over the end of a month', async () => {
    const home = place();
    await learn(home, 'Use tabs', '2026-07-01T00:00:10.000Z');
    const [id = ''] = [...(await openHome({ home })).state().memories.keys()].filter(
      (key) => !/m-0000/.test(key),
    );
    const back = '2026-06-30T23:59:00.000Z';
    await run(['edit', id, '--text', 'Use spaces'], { home, now: back });
    await run(['forget', id], { home, now: back });
    expect(journals(home).map((name) => name.slice(-13))).toContain('2026-07.jsonl');
    fs.rmSync(join(home, 'cache'), { recursive: true });
    expect([...(await openHome({ home })).state().memories.keys()]).not.toContain(id);
    expect((await run(['undo'], { home, now: back })).out).toContain('forget');
    expect((await openHome({ home })).state().memories.get(id)?.summary).toBe('Use spaces');
  });

  it.each([
    ['under', 1_040_000, 0],
    ['over', 1_060_000, 1],
  ])('puts an image %s 1 MB where it belongs', async (_, size, objects) => {
    const home = place();
    const store = await openHome({ home, write: true });
    add(store, [memory('m-big', { observations: ['x'.repeat(size)] })]);
    const folder = join(home, 'objects');
    expect(fs.existsSync(folder) ? fs.readdirSync(folder) : []).toHaveLength(objects);
    fs.rmSync(join(home, 'cache'), { recursive: true });
    fs.rmSync(join(home, 'memories'), { recursive: true });
    expect((await openHome({ home })).state().memories.get('m-big')?.observations[0]).toHaveLength(size);
  });

  it('compresses months that undo no longer reaches, and still reads them', async () => {
    const home = await makeHome(numbered(2), '2025-10-05T12:00:00.000Z');
    await run(['pin', 'm-000000'], { home, now: '2025-11-05T12:00:00.000Z' });
    await run(['forget', 'm-000001'], { home, now: '2025-11-06T12:00:00.000Z' });
    await run(['unpin', 'm-000000'], { home, now: '2026-01-05T12:00:00.000Z' });
    await learn(home, 'A line of today');
    expect(journals(home).map((name) => name.split('/')[1])).toEqual([
      '2025-10.jsonl.gz',
      '2025-11.jsonl.gz',
      '2026-01.jsonl',
      '2026-06.jsonl',
    ]);
    const november = gunzipSync(fs.readFileSync(join(home, 'journal', journals(home)[1] ?? ''))).toString();
    const changes = november
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => JSON.parse(line).changes);
    for (const { after, before } of changes) expect(before === null).toBe(after !== null);
    const operations = (await openHome({ home })).operations();
    expect(operations.map(({ command }) => command)).toEqual(['add', 'pin', 'forget', 'unpin', 'learn']);
    const [, pin] = operations;
    expect((await run(['undo', pin?.id ?? ''], { home })).err).toContain('undo reaches back 180 days');
    const before = await stateIn(home);
    for (const name of ['cache', 'memories', 'archive']) fs.rmSync(join(home, name), { recursive: true });
    expect(await stateIn(home)).toEqual(before);
  });

  it('reads a month once that was just being compressed', async () => {
    const home = await makeHome(numbered(2), '2025-10-05T12:00:00.000Z');
    const plain = fs.readFileSync(newest(home));
    await learn(home, 'A line of today');
    const [old = ''] = journals(home);
    fs.writeFileSync(join(home, 'journal', old.replace('.gz', '')), plain);
    expect((await openHome({ home })).operations().map(({ command }) => command)).toEqual(['add', 'learn']);
  });
});

describe('shards', () => {
  it.each([
    [999, [999]],
    [1000, [1000]],
    [1001, [1000, 1]],
    [2001, [1000, 1000, 1]],
  ])('of %d memories hold %j lines, sorted by id', async (count, lengths) => {
    const home = await makeHome(numbered(count).reverse());
    const shards = filesIn(join(home, 'memories'), '.jsonl').map((name) =>
      lines(join(home, 'memories', name)),
    );
    expect(shards.map((shard) => shard.length).sort((a, b) => b - a)).toEqual(lengths);
    for (const shard of shards) expect(shard).toEqual([...shard].sort());
    expect(filesIn(join(home, 'memories'), '.2.jsonl')).toHaveLength(count > 1000 ? 1 : 0);
  });

  it('grow into the next file one by one', async () => {
    const home = await makeHome(numbered(999));
    for (const at of [999, 1000, 1001]) add(await openHome({ home, write: true }), numbered(1, at));
    const shards = filesIn(join(home, 'memories'), '.jsonl').map((name) =>
      lines(join(home, 'memories', name)),
    );
    expect(shards.map((shard) => shard.length).sort()).toEqual([1000, 2]);
  });
});

describe('what lies in a home', () => {
  it('is for its owner alone', async () => {
    const home = await makeHome(numbered(1));
    await run(['forget', 'pattern:m-000000'], { home });
    await learn(home, 'Sign every release');
    await run(['auto-consolidate', '--force'], { home });
    for (const name of ['', ...filesIn(home, '')]) {
      const stat = fs.statSync(join(home, name));
      expect([name, (stat.mode & 0o777).toString(8)]).toEqual([name, stat.isDirectory() ? '700' : '600']);
    }
  });

  it('does not change with the clock alone', async () => {
    const home = await makeHome(numbered(3));
    await run(['consolidate'], { home });
    const kept = (all: Record<string, string>): string[] =>
      Object.entries(all)
        .filter(([name]) => /^(memories|core|archive|imported|extracted|journal|reports)/.test(name))
        .map(([name, text]) => `${name} ${text}`);
    const before = kept(snapshot(home));
    await run(['consolidate'], { home, now: '2026-06-16T12:00:00.000Z' });
    expect(kept(snapshot(home))).toEqual(before);
  });
});
