import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toJson } from '../../src/domain/json.ts';
import { type Collection, type State, targetOf } from '../../src/domain/state.ts';
import { rebuildHome } from '../../src/store/rebuild-home.ts';
import { makeFolder, now, openHome, run } from '../support/home.ts';

const head = { v: 1, rev: 1, updatedAt: now } as const;
const text = '---\nname: fix-hooks\n---\n\nLook at the guard first.\n';

/** One record of every kind that is learned of memories. */
const records: readonly (readonly [Collection, string, object | string, file: string])[] = [
  [
    'tags',
    't-1',
    {
      ...head,
      id: 't-1',
      name: 'language:go',
      user: 'u',
      status: 'active',
      sessions: [{ sessionId: 's', at: now }],
      count: 1,
      base: 0.7,
      decayRate: 0.05,
      anchoredAt: now,
      discoveredAt: now,
    },
    'nodes/user/tags.jsonl',
  ],
  [
    'edges',
    'e-1',
    {
      ...head,
      id: 'e-1',
      kind: 'memories',
      a: 'm-1',
      b: 'm-2',
      weight: 0.1,
      at: now,
      sessions: [{ sessionId: 's', at: now }],
      count: 1,
    },
    'nodes/user/edges.jsonl',
  ],
  [
    'attention',
    'attention',
    { ...head, id: 'attention', topics: { hooks: 0.95 }, at: now },
    'attention.json',
  ],
  [
    'patterns',
    'p-1',
    {
      ...head,
      id: 'p-1',
      project: 'p',
      label: 'hook debugging',
      aliases: [],
      sessions: ['s'],
      discoveredAt: now,
    },
    'patterns.jsonl',
  ],
  [
    'skills',
    'fix-hooks',
    {
      ...head,
      id: 'fix-hooks',
      description: 'd',
      source: 'learned',
      status: 'active',
      role: 'user',
      project: 'p',
      patterns: ['p-1'],
      version: 1,
      versions: [],
      discoveredAt: now,
    },
    'skills/fix-hooks/skill.json',
  ],
  [
    'profiles',
    'u-1',
    { ...head, id: 'u-1', user: 'u', version: 1, versions: [] },
    'profiles/u-1/profile.json',
  ],
  ['documents', 'skills/fix-hooks/SKILL.md', text, 'skills/fix-hooks/SKILL.md'],
  ['documents', 'skills/fix-hooks/versions/1.md', text, 'skills/fix-hooks/versions/1.md'],
  ['documents', 'profiles/u-1/profile.md', '- Prefers tabs\n', 'profiles/u-1/profile.md'],
];

const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };
const recordIn = (state: State, collection: Collection, id: string): unknown =>
  collection === 'core' ? undefined : state[collection].get(id);

let home = '';
beforeEach(async () => {
  home = join(makeFolder(), 'home');
  const store = await openHome({ home, write: true });
  const changes = records.map(([collection, id, record]) => ({
    target: targetOf(collection, id),
    before: null,
    after: typeof record === 'string' ? record : toJson(record),
    reason,
  }));
  store.commit({ command: 'seed', plan: () => ({ command: 'seed', changes }) });
  store.publish();
});

const skill = (): string => join(home, 'skills/fix-hooks/SKILL.md');
const stateOf = async (): Promise<State> => (await openHome({ home })).state();
const touch = () => run(['pin', 'nothing-is-called-so'], { home });

describe('what is learned of memories', () => {
  it('lies in files that people read, and is read back from them', async () => {
    expect(records.map(([, , , file]) => fs.existsSync(join(home, file)))).toEqual(records.map(() => true));
    expect(fs.readFileSync(skill(), 'utf8')).toBe(text);
    fs.rmSync(join(home, 'journal'), { recursive: true });
    fs.rmSync(join(home, 'cache'), { recursive: true });
    const state = await stateOf();
    for (const [collection, id, record] of records) expect(recordIn(state, collection, id)).toEqual(record);
  });

  it('is filled from the journal where files are gone, emptied or damaged', async () => {
    for (const [index, [, , , file]] of records.entries()) {
      if (index % 3 === 0) fs.rmSync(join(home, file));
      else fs.writeFileSync(join(home, file), index % 3 === 1 || file.endsWith('.md') ? '' : '{"v":1,');
    }
    const state = await stateOf();
    for (const [collection, id, record] of records) expect(recordIn(state, collection, id)).toEqual(record);
    await touch();
    expect(records.map(([, , , file]) => fs.existsSync(join(home, file)))).toEqual(records.map(() => true));
  });

  it('takes a person’s edit of a text as an operation that can be undone', async () => {
    const edited = text.replace('the guard', 'the matcher');
    fs.writeFileSync(skill(), edited);
    await touch();
    const adopted = (await openHome({ home })).operations().at(-1);
    expect([adopted?.command, adopted?.changes.map(({ target }) => target)]).toEqual([
      'adopted-edit',
      ['documents/skills/fix-hooks/SKILL.md'],
    ]);
    expect((await stateOf()).documents.get('skills/fix-hooks/SKILL.md')).toBe(edited);
    await run(['undo', adopted?.id ?? ''], { home });
    expect(fs.readFileSync(skill(), 'utf8')).toBe(text);
  });

  it('leaves what else lies in a skill’s folder alone', async () => {
    const own = join(home, 'skills/fix-hooks/notes.md');
    fs.writeFileSync(own, 'mine');
    await touch();
    expect(fs.readFileSync(own, 'utf8')).toBe('mine');
    expect((await stateOf()).documents.size).toBe(3);
  });

  it('is the same after a rebuild', async () => {
    expect(rebuildHome(await openHome({ home, write: true }))).toEqual([]);
  });
});
