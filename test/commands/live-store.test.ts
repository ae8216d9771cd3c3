import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDoor } from '../../src/cli/door.ts';
import { createLiveStore } from '../../src/commands/live-store.ts';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import type { Store } from '../../src/store/store.ts';
import { memory } from '../pipeline/samples.ts';
import { createHost, filesIn, makeFolder, openHome } from '../support/home.ts';

const reason = { rule: 'test', text: 'A test adds it.', evidence: [], numbers: {} };

function add(store: Store, id: string): void {
  const changes = [changeRecord('memories', { before: null, after: memory(id), reason })];
  store.commit({ command: 'add', plan: () => ({ command: 'add', changes }) });
}

/** A live home, and the end of a while in which nothing was asked. */
function live() {
  const home = join(makeFolder(), 'home');
  const told: string[] = [];
  const host = { ...createHost({ home }), tell: (text: string) => void told.push(text) };
  const door = createDoor(host, { dry: false });
  const works: (() => void)[] = [];
  const store = createLiveStore({ door, host }, { whenIdle: (work) => void works.push(work) });
  const shards = (): string[] => filesIn(home, '.jsonl').filter((name) => name.startsWith('memories/'));
  return { home, store, told, works, shards };
}

describe('the home of a process that lives on', () => {
  it('is opened once, also by calls that come together', async () => {
    const { store } = live();
    const opened = await Promise.all([store.toWrite(), store.toRead(), store.toWrite()]);
    expect(new Set(opened).size).toBe(1);
  });

  it('takes in what others committed, at every call', async () => {
    const { home, store } = live();
    await store.toWrite();
    add(await openHome({ home, write: true }), 'm-000001');
    expect([...(await store.toRead()).state().memories.keys()]).toEqual(['m-000001']);
  });

  it.each([
    ['after many operations', 256, 1],
    ['after a megabyte', 1, 1_048_576],
  ])('is published %s', async (_, operations, bytes) => {
    const { store, shards } = live();
    add(await store.toWrite(), 'm-000001');
    for (let at = 0; at < operations - 1; at++) store.wrote(bytes);
    await store.toRead();
    expect(shards()).toEqual([]);
    store.wrote(bytes);
    await store.toRead();
    expect(shards()).toHaveLength(1);
  });

  it('is published when nothing more comes, and not again for nothing', async () => {
    const { store, works, shards } = live();
    const opened = await store.toWrite();
    add(opened, 'm-000001');
    store.wrote(10);
    works.at(-1)?.();
    await store.toRead();
    expect(shards()).toHaveLength(1);
    add(opened, 'm-000002');
    works.at(-1)?.();
    await store.toRead();
    expect(opened.state().memories.size).toBe(2);
  });

  it('tells when publishing fails, and tries again', async () => {
    const { store, works, told, shards } = live();
    const opened = await store.toWrite();
    add(opened, 'm-000001');
    const { publish } = opened;
    opened.publish = () => {
      throw new Error('the disk is full');
    };
    store.wrote(10);
    works.at(-1)?.();
    await store.toRead();
    expect(told).toEqual(['hebb mcp: the disk is full; it is tried again\n']);
    opened.publish = publish;
    works.at(-1)?.();
    await store.toRead();
    expect(shards()).toHaveLength(1);
  });

  it('may be read where it may not be written', async () => {
    const { home } = live();
    add(await openHome({ home, write: true }), 'm-000001');
    const host = createHost({ home });
    const door = { ...createDoor(host, { dry: false }), write: () => Promise.reject(new Error('read-only')) };
    const store = createLiveStore({ door, host }, { whenIdle: () => {} });
    expect((await store.toRead()).state().memories.size).toBe(1);
    await expect(store.toWrite()).rejects.toThrow('read-only');
  });
});
