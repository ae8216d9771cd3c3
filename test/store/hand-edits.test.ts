import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/domain/plan.ts';
import { copyFolder, filesIn, makeFolder, openHome, run, snapshot, stateIn } from '../support/home.ts';

const texts = ['Use tabs for indentation', 'Run migrations before the seed script', 'Never push on Fridays'];
let made = '';
beforeAll(async () => {
  made = join(makeFolder(), 'home');
  for (const text of texts) await run(['learn', text, '--scope', 'global'], { home: made });
  const core = { preferences: { editor: 'vim', tabs: true }, beliefs: { tests: 'first' } };
  fs.writeFileSync(join(made, 'core-memory.json'), JSON.stringify(core, null, 2));
  await touch(made);
});

/** A home with three memories and a core memory; its folder was copied, so that it has a machine id of its own. */
async function makeHome(): Promise<{ home: string; shard: string; core: string }> {
  const home = copyFolder(made, join(makeFolder(), 'home'));
  await touch(home);
  const [shard = ''] = filesIn(join(home, 'memories'), '.jsonl');
  return { home, shard: join(home, 'memories', shard), core: join(home, 'core-memory.json') };
}

/** Any command that opens the home for writing. */
const touch = (home: string) => run(['pin', 'nothing-is-called-so'], { home });
const lines = (path: string): string[] => fs.readFileSync(path, 'utf8').split('\n').filter(Boolean);
const write = (path: string, rows: readonly string[]): void =>
  fs.writeFileSync(path, rows.map((row) => `${row}\n`).join(''));
const rewrite = (path: string, change: (text: string) => string): void =>
  fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
const adoptions = async (home: string): Promise<Operation[]> =>
  (await openHome({ home })).operations().filter(({ command }) => command === 'adopted-edit');
const summaries = async (home: string): Promise<string[]> =>
  [...(await openHome({ home })).state().memories.values()].map(({ summary }) => summary).sort();
const quarantine = (home: string): string[] =>
  filesIn(home, '').filter((name) => name.startsWith('quarantine/'));

/** What a person does to the files, and how the state differs afterwards; undo takes it back. */
const edits: readonly {
  readonly title: string;
  readonly edit: (home: { home: string; shard: string; core: string }) => void;
  readonly targets: readonly RegExp[];
}[] = [
  {
    title: 'a changed line',
    edit: ({ shard }) => rewrite(shard, (text) => text.replace('Use tabs', 'Use four spaces')),
    targets: [/^memories/],
  },
  {
    title: 'an added line',
    edit: ({ shard }) =>
      fs.appendFileSync(
        shard,
        `${lines(shard)[0]
          ?.replaceAll(/"m-[^"]*"/g, '"m-byhand"')
          .replace(/summary":"[^"]*/, 'summary":"Added')}\n`,
      ),
    targets: [/^memories\/m-byhand$/],
  },
  {
    title: 'a removed line',
    edit: ({ shard }) =>
      write(
        shard,
        lines(shard).filter((line) => !line.includes('Fridays')),
      ),
    targets: [/^memories/, /^archive/, /^tombstones/],
  },
  {
    title: 'a changed key of core memory',
    edit: ({ core }) => rewrite(core, (text) => text.replace('"vim"', '"emacs"')),
    targets: [/^core\/preferences\/editor$/],
  },
  {
    title: 'an added key of core memory',
    edit: ({ core }) => rewrite(core, (text) => text.replace('"vim"', '"vim", "shell": "fish"')),
    targets: [/^core\/preferences\/shell$/],
  },
  {
    title: 'a removed key of core memory',
    edit: ({ core }) => rewrite(core, (text) => text.replace('"editor": "vim",', '')),
    targets: [/^core\/preferences\/editor$/],
  },
  {
    title: 'a setting in core memory',
    edit: ({ core }) =>
      rewrite(core, (text) => text.replace('{', '{ "memoryConfig": { "minUsesToRetain": 3 },')),
    targets: [/^core\/memoryConfig\/minUsesToRetain$/],
  },
];

describe('what a person changes in the files', () => {
  it.each(edits)('is adopted, logged, published and undoable: $title', async ({ edit, targets }) => {
    const place = await makeHome();
    const { home } = place;
    const [before, earlier] = [await stateIn(home), (await adoptions(home)).length];
    edit(place);
    const seen = await stateIn(home);
    expect(seen).not.toEqual(before);
    await touch(home);
    const operations = await adoptions(home);
    expect(operations).toHaveLength(earlier + 1);
    const operation = operations.at(-1);
    expect(operation?.changes).toHaveLength(targets.length);
    for (const target of targets)
      expect(
        operation?.changes.some((change) => target.test(change.target)),
        String(target),
      ).toBe(true);
    await touch(home);
    expect(await adoptions(home)).toHaveLength(earlier + 1);
    expect((await run(['log'], { home })).out).toContain('adopted-edit');
    expect(await run(['undo', operation?.id ?? ''], { home })).toMatchObject({ exit: 0 });
    expect(plain(await stateIn(home))).toEqual(plain(before));
  });

  it('is adopted when it only sets back what hebb wrote before', async () => {
    const { home, core } = await makeHome();
    for (const editor of ['emacs', 'nano', 'vim']) {
      rewrite(core, (text) => text.replace(/"editor": "\w+"/, `"editor": "${editor}"`));
      await touch(home);
      expect(await stateIn(home)).toMatchObject({ core: { preferences: { editor } } });
      expect((await adoptions(home)).at(-1)?.changes[0]?.after).toBe(editor);
    }
  });

  it('wins over an edit through hebb', async () => {
    const { home, shard } = await makeHome();
    const [memory] = (await openHome({ home })).state().memories.values();
    await run(['edit', memory?.id ?? '', '--text', 'Said through hebb'], { home });
    rewrite(shard, (text) => text.replace('Said through hebb', 'Said by hand'));
    await touch(home);
    expect(await summaries(home)).toContain('Said by hand');
    expect((await openHome({ home })).state().memories.get(memory?.id ?? '')).toMatchObject({ rev: 3 });
  });

  it('is no edit when an old copy of a file comes back', async () => {
    const { home, shard } = await makeHome();
    const old = fs.readFileSync(shard, 'utf8');
    const [memory] = (await openHome({ home })).state().memories.values();
    await run(['edit', memory?.id ?? '', '--text', 'A newer text'], { home });
    const [state, count] = [await stateIn(home), (await adoptions(home)).length];
    fs.writeFileSync(shard, old);
    expect(await stateIn(home)).toEqual(state);
    await touch(home);
    expect(await stateIn(home)).toEqual(state);
    expect(fs.readFileSync(shard, 'utf8')).toContain('A newer text');
    expect(await adoptions(home)).toHaveLength(count);
  });

  it('is nothing when a file was only touched', async () => {
    const { home, shard } = await makeHome();
    const [text, count] = [fs.readFileSync(shard, 'utf8'), (await adoptions(home)).length];
    fs.writeFileSync(shard, text);
    await touch(home);
    expect(await adoptions(home)).toHaveLength(count);
    expect(fs.readFileSync(shard, 'utf8')).toBe(text);
  });

  it('leaves a removed memory out when it is learned again', async () => {
    const { home, shard } = await makeHome();
    write(
      shard,
      lines(shard).filter((line) => !line.includes('Fridays')),
    );
    await touch(home);
    await run(['restore'], { home });
    expect(await summaries(home)).toHaveLength(3);
  });
});

const without = new Set(['rev', 'updatedAt']);
/** A state without what every revision changes, and without lifted tombstones. */
function plain(state: Record<string, unknown>): unknown {
  const text = JSON.stringify(state, (key, value) => (without.has(key) ? undefined : value));
  const records: [string, unknown][] = Object.entries(JSON.parse(text));
  return Object.fromEntries(records.filter(([, record]) => !JSON.stringify(record).includes('"liftedAt"')));
}

/** What damages a file, and what must come back from the journal. */
const damages: readonly {
  readonly title: string;
  readonly damage: (home: { home: string; shard: string; core: string }) => void;
  readonly named?: RegExp;
}[] = [
  {
    title: 'a damaged line',
    damage: ({ shard }) =>
      write(
        shard,
        lines(shard).map((line, at) => (at === 1 ? line.slice(0, 40) : line)),
      ),
    named: /\.jsonl:2: /,
  },
  {
    title: 'a line that is JSON and no record',
    damage: ({ shard }) => write(shard, [...lines(shard), '{"hello":1}']),
    named: /\.jsonl:4: /,
  },
  {
    title: 'a value that no field may have',
    damage: ({ shard }) => rewrite(shard, (text) => text.replace('"severity":"medium"', '"severity":"huge"')),
    named: /\.jsonl:\d: [\s\S]*severity/,
  },
  { title: 'an emptied shard', damage: ({ shard }) => fs.writeFileSync(shard, '') },
  { title: 'a shard of one blank line', damage: ({ shard }) => fs.writeFileSync(shard, '\n') },
  { title: 'a deleted shard', damage: ({ shard }) => fs.rmSync(shard) },
  { title: 'a deleted folder', damage: ({ home }) => fs.rmSync(join(home, 'memories'), { recursive: true }) },
  {
    title: 'a broken core-memory.json',
    damage: ({ core }) => rewrite(core, (text) => text.slice(0, -5)),
    named: /core-memory\.json:1: /,
  },
  {
    title: 'a core-memory.json with a repeated key',
    damage: ({ core }) => rewrite(core, (text) => text.replace('"vim"', '"vim", "editor": "ed"')),
    named: /core-memory\.json:1: .*repeated/,
  },
  { title: 'a deleted core-memory.json', damage: ({ core }) => fs.rmSync(core) },
  { title: 'a deleted cache', damage: ({ home }) => fs.rmSync(join(home, 'cache'), { recursive: true }) },
  { title: 'a deleted state.json', damage: ({ home }) => fs.rmSync(join(home, 'state.json')) },
  {
    title: 'cache, shards, core memory and state all gone',
    damage: ({ home }) => {
      for (const name of ['cache', 'memories', 'core-memory.json', 'state.json'])
        fs.rmSync(join(home, name), { recursive: true });
    },
  },
];

describe('what an accident does to the files', () => {
  it.each(damages)('is mended from the journal: $title', async ({ damage, named }) => {
    const place = await makeHome();
    const { home } = place;
    const [before, count] = [await stateIn(home), (await adoptions(home)).length];
    damage(place);
    const status = await run(['status'], { home });
    if (named) expect(status.out).toMatch(named);
    expect(await stateIn(home)).toEqual(before);
    await touch(home);
    expect(await stateIn(home)).toEqual(before);
    expect(await adoptions(home)).toHaveLength(count);
    expect(quarantine(home).length > 0).toBe(named !== undefined);
    expect((await run(['status'], { home })).out).not.toMatch(/:\d+: /);
    for (const path of [place.shard, place.core]) expect(fs.existsSync(path)).toBe(true);
  });

  it('keeps a broken core-memory.json as it was', async () => {
    const { home, core } = await makeHome();
    const broken = `{ "preferences": ${'x'.repeat(5000)}`;
    fs.writeFileSync(core, broken);
    await touch(home);
    const kept = quarantine(home).find((name) => name.includes('core-memory.json')) ?? '';
    expect(fs.readFileSync(join(home, kept), 'utf8')).toBe(broken);
  });

  it('gives a home without state a new machine id', async () => {
    const { home } = await makeHome();
    const { machineId } = (await openHome({ home })).home();
    fs.rmSync(join(home, 'state.json'));
    await touch(home);
    expect((await openHome({ home })).home().machineId).not.toBe(machineId);
  });

  it('writes nothing when nothing happened', async () => {
    const { home } = await makeHome();
    const before = snapshot(home);
    await touch(home);
    const { locks: _locks, ...after } = snapshot(home);
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([]);
  });
});
