import * as fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import type { Store } from '../../src/store/store.ts';
import { memory } from '../pipeline/samples.ts';
import { filesIn, makeFolder, openHome } from '../support/home.ts';

const reason = { rule: 'test', text: 'A test does it.', evidence: [], numbers: {} };

/** Writes a memory anew, or one more version of it. */
function put(store: Store, id: string): void {
  store.commit({
    command: 'put',
    plan: ({ memories }) => {
      const before = memories.get(id) ?? null;
      const after = { ...memory(id), rev: (before?.rev ?? 0) + 1 };
      return { command: 'put', changes: [changeRecord('memories', { before, after, reason })] };
    },
  });
}

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('put', 'put', 'publish', 'refresh'),
  id: fc.nat(5),
});

it('stores that live beside one another and publish in any order end with every record, each once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const home = join(makeFolder(), 'home');
      const pids = [200_001, 200_002, 200_003];
      const open = (pid: number): Promise<Store> => openHome({ home, pid, alive: pids, write: true });
      const stores: Store[] = [];
      for (const pid of pids) stores.push(await open(pid));
      const revs = new Map<string, number>();
      for (const { who, what, id } of steps) {
        const store = stores[who];
        const name = `m-${id}`;
        if (what === 'publish') store?.publish();
        else if (what === 'refresh') store?.refresh();
        else if (store) {
          put(store, name);
          revs.set(name, (revs.get(name) ?? 0) + 1);
        }
      }
      for (const store of stores) store.publish();
      const end = await openHome({ home });
      expect(end.adoption()).toEqual([]);
      expect(new Map([...end.state().memories].map(([id, { rev }]) => [id, rev]))).toEqual(revs);
      const lines = filesIn(home, '.jsonl')
        .filter((name) => name.startsWith('memories/'))
        .flatMap((name) => fs.readFileSync(join(home, name), 'utf8').split('\n').filter(Boolean));
      expect(lines).toHaveLength(revs.size);
    }),
    { numRuns: 5, seed: 20260615 },
  );
});

describe('a store that lives on while a person edits a file', () => {
  const edited = async (write: boolean) => {
    const home = join(makeFolder(), 'home');
    const other = await openHome({ home, pid: 200_001, alive: [200_001], write: true });
    put(other, 'm-1');
    other.publish();
    const store = await openHome({ home, pid: 200_002, alive: [200_001], write });
    expect(store.state().memories.get('m-1')?.summary).toBe(memory('m-1').summary);
    put(other, 'm-2');
    other.publish();
    store.refresh();
    expect(store.operations().map(({ command }) => command)).toEqual(['put', 'put']);
    const [shard = ''] = filesIn(home, '.jsonl').filter((name) => name.startsWith('memories/'));
    const text = fs.readFileSync(join(home, shard), 'utf8');
    fs.writeFileSync(join(home, shard), text.replaceAll(memory('m-1').summary, 'As a person wrote it'));
    store.refresh();
    expect(store.state().memories.get('m-1')?.summary).toBe('As a person wrote it');
    return store.operations().map(({ command }) => command);
  };

  it('sees it at the next refresh and records it', async () =>
    expect(await edited(true)).toEqual(['put', 'put', 'adopted-edit']));

  it('sees it as well when it only looks, and records nothing', async () =>
    expect(await edited(false)).toEqual(['put', 'put']));
});
