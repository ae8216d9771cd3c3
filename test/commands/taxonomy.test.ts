import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Event, eventId } from '../../src/domain/event.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import { addEvents, addUsage, writeSession } from '../../src/store/facts.ts';
import { memory } from '../pipeline/samples.ts';
import { makeFolder, now, openHome, snapshot } from '../support/home.ts';
import { runCommand } from './run-command.ts';

const makeHome = (): string => join(makeFolder(), 'home');

const hoursAgo = (hours: number): string => addDays(now, -hours / 24);

/** A step of a session that used a tool. */
const step = (sessionId: string, tool: string, at: string, fields: Partial<Event> = {}): Event => ({
  v: 1,
  id: eventId({ sessionId, kind: 'tool', at, toolUseId: `${sessionId}-${tool}-${at}` }),
  at,
  client: 'claude-code',
  kind: 'tool',
  sessionId,
  project: { id: 'p', name: 'shop' },
  user: 'ada',
  cwd: '/srv/shop',
  branchCertain: false,
  tool,
  files: [],
  ok: true,
  patterns: [],
  ...fields,
});

const use = (memoryId: string, sessionId: string, at: string): Usage => ({
  ...{ v: 1, id: `u-${memoryId}-${sessionId}`, memoryId, kind: 'applied', at, by: 'derived', sessionId },
  evidence: [],
});

async function append(home: string, events: readonly Event[], usage: readonly Usage[] = []): Promise<void> {
  const store = await openHome({ home, write: true });
  addEvents(store, events);
  addUsage(store, store.home().machineId, usage);
}

async function addMemories(home: string, ...ids: readonly string[]): Promise<void> {
  const store = await openHome({ home, write: true });
  const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };
  const changes = ids.map((id) =>
    changeRecord('memories', { before: null, after: memory(id, { summary: `Rule ${id} holds` }), reason }),
  );
  store.commit({ command: 'seed', plan: () => ({ command: 'seed', changes }) });
  store.publish();
}

async function edgesIn(home: string) {
  const state = (await openHome({ home })).state();
  const nameOf = (id: string) => state.tags.get(id)?.name ?? id;
  return [...state.edges.values()]
    .map(({ a, b, weight, count }) => [...[nameOf(a), nameOf(b)].sort(), weight, count])
    .sort();
}
const tagsIn = async (home: string) =>
  [...(await openHome({ home })).state().tags.values()]
    .map(({ name, count, status }) => [name, count, status])
    .sort();

const both = (session: string, at: string) => [
  step(session, 'Edit', at),
  step(session, 'Bash', addDays(at, 0.001)),
];

describe('hebb taxonomy', () => {
  it('counts the window and leaves what is older to the next cycle, which counts nothing twice', async () => {
    const home = makeHome();
    await append(home, [...both('old', hoursAgo(240)), ...both('new', hoursAgo(2))]);
    const report = await runCommand({ home }, 'taxonomy', { hours: '48' });
    expect(report.data).toMatchObject({ newTags: 2, wiredPairs: 1, fadedPairs: 0, hours: 48, dryRun: false });
    expect(report.data.pairs).toMatchObject([{ a: 'tool:Bash', b: 'tool:Edit', sessions: 1 }]);
    expect(await edgesIn(home)).toEqual([['tool:Bash', 'tool:Edit', 2, 1]]);
    const again = await runCommand({ home }, 'taxonomy', { hours: '48' });
    expect(again.data).toMatchObject({ newTags: 0, wiredPairs: 0, changes: [] });
    await runCommand({ home }, 'consolidate');
    expect(await tagsIn(home)).toEqual([
      ['tool:Bash', 2, 'pending_review'],
      ['tool:Edit', 2, 'pending_review'],
    ]);
    expect(await edgesIn(home)).toMatchObject([
      ['tool:Bash', 'tool:Edit', expect.closeTo(2 + 2 * 0.99 ** (238 / 24), 4), 2],
    ]);
  });

  it('takes another delta and another decay for this cycle', async () => {
    const home = makeHome();
    await append(home, [...both('s1', hoursAgo(34)), ...both('s2', hoursAgo(10))]);
    await runCommand({ home }, 'taxonomy', { delta: '4', decay: '0.5' });
    expect(await edgesIn(home)).toEqual([['tool:Bash', 'tool:Edit', 6, 2]]);
  });

  it.each([{ hours: 'two' }, { hours: '-1' }, { delta: '1000' }, { decay: '1.1' }, { decay: '' }])(
    'refuses %j',
    async (options) => {
      await expect(runCommand({ home: makeHome() }, 'taxonomy', options)).rejects.toMatchObject({
        exit: 2,
        failure: { code: 'usage.value' },
      });
    },
  );

  it('can be undone, and stays undone', async () => {
    const home = makeHome();
    await append(home, both('s1', hoursAgo(1)));
    await runCommand({ home }, 'taxonomy');
    await runCommand({ home }, 'undo');
    expect(await edgesIn(home)).toEqual([]);
    await runCommand({ home }, 'taxonomy');
    expect(await tagsIn(home)).toEqual([]);
  });

  it('writes nothing in a dry run, and says what the real one does', async () => {
    const home = makeHome();
    await append(home, both('s1', hoursAgo(1)));
    const before = snapshot(home);
    const dry = await runCommand({ home }, 'taxonomy', { dryRun: true });
    expect(snapshot(home)).toEqual(before);
    const real = await runCommand({ home }, 'taxonomy');
    expect(dry.data).toEqual({ ...real.data, dryRun: true });
    expect(real.human.map((block) => ('text' in block ? block.text : block.kind))).toContain(
      'Association: 2 new tags, 1 pair joined.',
    );
  });
});

describe('association in a consolidation', () => {
  it('counts a session that goes on over two runs once, and its new tags with its old ones', async () => {
    const home = makeHome();
    await append(home, both('s1', hoursAgo(3)));
    const first = await runCommand({ home }, 'consolidate');
    expect(first.data.association).toMatchObject({ newTags: 2, wiredPairs: 1 });
    await append(home, [...both('s1', hoursAgo(2)), step('s1', 'Read', hoursAgo(2))]);
    await runCommand({ home }, 'consolidate');
    expect(await edgesIn(home)).toEqual([
      ['tool:Bash', 'tool:Edit', 2, 1],
      ['tool:Bash', 'tool:Read', 2, 1],
      ['tool:Edit', 'tool:Read', 2, 1],
    ]);
    const third = await runCommand({ home }, 'consolidate');
    expect(third.data).toMatchObject({ changes: 0, path: null });
  });

  it('joins memories that were applied in one session, also over two runs', async () => {
    const home = makeHome();
    await addMemories(home, 'm1', 'm2', 'm3');
    await append(home, [], [use('m1', 's1', hoursAgo(5)), use('m2', 's1', hoursAgo(4))]);
    await runCommand({ home }, 'consolidate');
    await append(home, [], [use('m3', 's1', hoursAgo(1))]);
    await runCommand({ home }, 'consolidate');
    expect(await edgesIn(home)).toEqual([
      ['m1', 'm2', 0.1, 1],
      ['m1', 'm3', 0.1, 1],
      ['m2', 'm3', 0.1, 1],
    ]);
  });

  it('counts nothing twice when the positions are lost, as after a crash before they were written', async () => {
    const home = makeHome();
    await addMemories(home, 'm1', 'm2');
    await append(home, both('s1', hoursAgo(3)), [use('m1', 's1', hoursAgo(5)), use('m2', 's1', hoursAgo(4))]);
    await runCommand({ home }, 'consolidate');
    const state = JSON.parse(readFileSync(join(home, 'state.json'), 'utf8'));
    expect(Object.keys(state.associated.log)).toEqual(['2026-06.jsonl']);
    rmSync(join(home, 'state.json'));
    const again = await runCommand({ home }, 'consolidate');
    expect(again.data.association).toMatchObject({ newTags: 0, reinforcedTags: 0, wiredPairs: 0 });
  });

  it('tells nothing of what failed', async () => {
    const home = makeHome();
    await append(home, [step('s1', 'Edit', hoursAgo(2)), step('s1', 'Bash', hoursAgo(1), { ok: false })]);
    await runCommand({ home }, 'consolidate');
    expect(await tagsIn(home)).toEqual([['tool:Edit', 1, 'pending_review']]);
  });

  it('makes tags active that repeat, and counts kinds of work as tags', async () => {
    const home = makeHome();
    const sessions = ['s1', 's2', 's3'];
    await append(
      home,
      sessions.map((id, at) => step(id, 'Edit', hoursAgo(9 - at))),
    );
    const store = await openHome({ home, write: true });
    const pattern = {
      ...{ v: 1, id: 'tp-1', rev: 1, project: 'p', label: 'fix a migration', aliases: [], sessions: ['s2'] },
      ...{ discoveredAt: hoursAgo(8), updatedAt: hoursAgo(8) },
    };
    const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };
    const changes = [changeRecord('patterns', { before: null, after: pattern, reason })];
    store.commit({ command: 'seed', plan: () => ({ command: 'seed', changes }) });
    store.publish();
    const doc = {
      ...{ v: 1 as const, id: 's2', client: 'claude-code', project: { id: 'p', name: 'shop' }, user: 'ada' },
      ...{
        cwd: '/srv/shop',
        startedAt: hoursAgo(8),
        endedAt: hoursAgo(8),
        prompts: 1,
        steps: 1,
        failures: 0,
      },
      ...{ tags: {}, instructions: [], said: {}, openRun: null, previousRun: null },
      ...{ openCalls: [], openErrors: [], seen: [] },
    };
    writeSession(store, doc);
    const report = await runCommand({ home }, 'consolidate');
    expect(report.data.association).toMatchObject({ newTags: 2, activeTags: 1, wiredPairs: 1 });
    expect(await tagsIn(home)).toEqual([
      ['task:fix a migration', 1, 'pending_review'],
      ['tool:Edit', 3, 'active'],
    ]);
    expect((await runCommand({ home }, 'consolidate')).data).toMatchObject({ changes: 0 });
  });

  it('is left out of runs that only merge or only forget', async () => {
    const home = makeHome();
    await append(home, both('s1', hoursAgo(3)));
    await runCommand({ home }, 'consolidate', { mergeOnly: true });
    await runCommand({ home }, 'consolidate', { forgetOnly: true });
    expect(await tagsIn(home)).toEqual([]);
  });
});

describe('hebb reconcile', () => {
  it('makes active what repeats, says how many wait, and has nothing to do the second time', async () => {
    const home = makeHome();
    const three = [1, 2, 3].map((at) => step(`s${at}`, 'Edit', hoursAgo(at)));
    await append(home, [...three, step('s1', 'Bash', hoursAgo(1))]);
    await runCommand({ home }, 'taxonomy');
    const dry = await runCommand({ home }, 'reconcile', { dryRun: true });
    const real = await runCommand({ home }, 'reconcile');
    expect(dry.data).toEqual({ ...real.data, dryRun: true });
    expect(real.data).toMatchObject({ active: 1, waiting: 1 });
    expect((await runCommand({ home }, 'reconcile')).data).toMatchObject({
      active: 0,
      waiting: 1,
      changes: [],
    });
    await runCommand({ home }, 'undo');
    expect(await tagsIn(home)).toEqual([
      ['tool:Bash', 1, 'pending_review'],
      ['tool:Edit', 3, 'pending_review'],
    ]);
  });
});
