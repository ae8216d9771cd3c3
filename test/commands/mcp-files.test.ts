import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run as exportRun } from '../../src/commands/export.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import { readGraph } from '../../src/pipeline/graph-view.ts';
import type { GraphOutcome } from '../../src/pipeline/graph-write.ts';
import { planCreateEntities, planDeleteEntities } from '../../src/pipeline/plan-graph-entities.ts';
import {
  exported,
  exportFile,
  fileOf,
  fixture,
  importFile,
  rowsOf,
  runCommand,
} from '../support/graph-files.ts';
import { makeFolder, now, openHome, snapshot } from '../support/home.ts';
import { createDesk, type Desk, runIn } from '../support/program.ts';

const text = (path: string): string => fs.readFileSync(path, 'utf8');

/** Every file of a home; the time of the folder of locks is no content. */
function homeOf(desk: Desk): Record<string, string> {
  const { locks: _locks, ...files } = snapshot(desk.home);
  return files;
}

describe('hebb import --from-mcp', () => {
  it('brings a graph into the project, gives it back byte for byte, and never writes the file', async () => {
    const desk = createDesk();
    const before = snapshot(dirname(fixture('canonical.jsonl')));
    const { exit, data } = await importFile(desk, fixture('canonical.jsonl'));
    expect([exit, data]).toMatchObject([
      0,
      { created: 2, extended: 0, relations: 2, held: [], problems: [] },
    ]);
    expect(await exported(desk)).toBe(text(fixture('canonical.jsonl')));
    expect(snapshot(dirname(fixture('canonical.jsonl')))).toEqual(before);
  });

  it('joins entities of one name: the first says what it is, the earliest time counts', async () => {
    const desk = createDesk();
    const { data } = await importFile(desk, fixture('duplicates.jsonl'));
    expect(data).toMatchObject({ created: 2, relations: 1 });
    expect(rowsOf(await exported(desk))).toEqual([
      {
        type: 'entity',
        name: 'Ferry',
        entityType: 'service',
        observations: ['Ships parcels', 'Has two replicas'],
      },
      {
        type: 'entity',
        name: 'ferry',
        entityType: 'boat',
        observations: ['Another thing: names differ by case'],
      },
      { type: 'relation', from: 'Ferry', to: 'ferry', relationType: 'is named like' },
    ]);
    const memories = [...(await openHome({ home: desk.home })).state().memories.values()];
    const told = memories.map(({ name, discoveredAt, source, anchoredAt }) => [
      name,
      discoveredAt,
      source,
      anchoredAt,
    ]);
    expect(told.sort()).toEqual([
      ['Ferry', '2025-02-01T00:00:00.000Z', 'import', '2026-11-01T10:00:00.000Z'],
      ['ferry', '2025-03-25T08:00:00.000Z', 'import', '2026-11-01T10:00:00.000Z'],
    ]);
  });

  it('masks secrets, holds back orders to agents with their rule, lets the rest of the entity in; twice is once', async () => {
    const desk = createDesk();
    const { exit, data } = await importFile(desk, fixture('unsafe.jsonl'));
    expect([exit, data]).toMatchObject([0, { created: 1, relations: 1 }]);
    expect(data.held).toHaveLength(3);
    expect(rowsOf(await exported(desk))).toEqual([
      {
        type: 'entity',
        name: 'Deploy',
        entityType: 'process',
        observations: ['The key is [redacted:github-token]', 'Runs every Friday'],
      },
      { type: 'relation', from: 'Deploy', to: 'Friday', relationType: 'happens on' },
    ]);
    const blocked = text(join(desk.home, 'quarantine/blocked.jsonl'));
    expect(blocked.trim().split('\n')).toHaveLength(3);
    expect(blocked).toContain('rule override-instructions');
    expect((await runIn(desk, ['gate', 'audit', '--json'])).out).toContain(
      'Ignore all previous instructions',
    );
    const once = homeOf(desk);
    const second = await importFile(desk, fixture('unsafe.jsonl'));
    expect(second.data).toMatchObject({ created: 0, extended: 0, relations: 0 });
    expect(homeOf(desk)).toEqual(once);
    await runIn(desk, ['undo']);
    expect(await exported(desk)).toBe('');
  });

  it('names the lines that cannot be read, goes on and says so by its exit status; twice is once', async () => {
    const desk = createDesk();
    const { exit, said, data } = await importFile(desk, fixture('torn.jsonl'));
    expect([exit, data]).toMatchObject([3, { created: 2, relations: 1 }]);
    expect(said).toContain('torn.jsonl:2: not JSON');
    expect(text(join(desk.home, 'quarantine/2026-11.jsonl')).trim().split('\n')).toHaveLength(5);
    const once = homeOf(desk);
    expect((await importFile(desk, fixture('torn.jsonl'))).exit).toBe(3);
    expect(homeOf(desk)).toEqual(once);
  });

  it('refuses a file of another kind by its shape, and a dry run writes nothing: neither leaves a trace', async () => {
    const desk = createDesk();
    const { exit, said } = await importFile(desk, fixture('notes-not-a-graph.jsonl'));
    expect([exit, said]).toEqual([
      1,
      expect.stringMatching(/graph\.jsonl:1: no MCP memory graph.*type, content/),
    ]);
    const dry = await importFile(desk, fixture('canonical.jsonl'), { dry: true });
    expect(dry.data).toMatchObject({ created: 2, relations: 2, dryRun: true });
    expect(await importFile(desk, 'memory.jsonl', { args: ['other.json'] })).toMatchObject({ exit: 2 });
    expect(fs.existsSync(desk.home)).toBe(false);
  });

  it('adds to an entity that is there only what it does not say, and keeps out what was forgotten', async () => {
    const desk = createDesk();
    await importFile(desk, fixture('untyped.jsonl'));
    const { data } = await importFile(desk, fixture('canonical.jsonl'));
    expect(data).toMatchObject({ created: 1, extended: 1, relations: 2 });
    expect(rowsOf(await exported(desk)).slice(0, 2)).toMatchObject([
      {
        name: 'Ferry',
        observations: ['Ships parcels', 'Ships parcels between the two harbours', 'Runs on Go 1.22'],
      },
      { name: 'Ada' },
    ]);
    await runIn(desk, ['forget', 'Ferry']);
    const again = await importFile(desk, fixture('canonical.jsonl'));
    expect(again.data).toMatchObject({ created: 0, keptOut: ['Ferry'] });
    expect(again.said).toContain('hebb restore');
  });
});

describe('a graph on disk', () => {
  const scope = { owner: { scope: 'project', project: 'p-1' } } as const;
  const given = { scope, policy: defaultPolicy, now, screen: () => ({ verdict: 'pass' }) as const };
  const names = ['Zed', 'Ada', 'Moe', 'Bo', 'Cy', 'Eve'];

  it('is read in the order of writing, and what was deleted and written again is there', async () => {
    const home = join(makeFolder(), '.hebb');
    const entities = names.map((name) => ({ name, entityType: 'person', observations: [] }));
    const write = async (plan: (state: State) => GraphOutcome<unknown>): Promise<void> => {
      const store = await openHome({ home, write: true });
      store.commit({
        command: 'mcp',
        plan: (state) => {
          const outcome = plan(state);
          if (!outcome.ok) throw new Error(outcome.failure.message);
          return outcome.value;
        },
      });
      store.publish();
    };
    const read = async (): Promise<string[]> =>
      readGraph((await openHome({ home })).state(), scope).entities.map(({ name }) => name);
    await write((state) => planCreateEntities(state, { ...given, entities }));
    expect(await read()).toEqual(names);
    await write((state) => planDeleteEntities(state, { ...given, entityNames: ['Ada'] }));
    expect(await read()).toEqual(names.filter((name) => name !== 'Ada'));
    await write((state) => planCreateEntities(state, { ...given, entities }));
    expect(await read()).toEqual([...names.filter((name) => name !== 'Ada'), 'Ada']);
  });
});

describe('hebb export --mcp', () => {
  it('writes what hebb learned itself with its statement first, and shared memories with --global', async () => {
    const desk = createDesk();
    await runIn(desk, ['learn', 'Run the migrations before the seed script']);
    const now = '2026-11-01T10:00:01.000Z';
    await runIn(desk, ['learn', 'Answer in short sentences', '--scope', 'global'], { now });
    expect(rowsOf(await exported(desk))).toMatchObject([
      { observations: ['Run the migrations before the seed script'] },
    ]);
    const both = rowsOf(await exported(desk, { global: true }));
    expect(both.map(({ observations }) => observations)).toEqual([
      ['Run the migrations before the seed script'],
      ['Answer in short sentences'],
    ]);
    const before = snapshot(desk.home);
    for (const name of ['.hebb/out.jsonl', '.hebb/memories/global/2026-11.jsonl', '.hebb']) {
      const { exit, said } = await exportFile(desk, join(desk.userHome, name));
      expect([exit, said]).toEqual([1, expect.stringContaining('lies in hebb')]);
    }
    expect(snapshot(desk.home)).toEqual(before);
  });

  it('does not create a home, and writes an empty graph as the official server does', async () => {
    const desk = createDesk();
    expect(await exported(desk)).toBe('');
    expect(fs.existsSync(desk.home)).toBe(false);
  });

  it('replaces a file of the official server, with the rights it had, and says what is gone from it', async () => {
    const path = fileOf([{ type: 'entity', name: 'Gone', entityType: 't', observations: [] }]);
    fs.chmodSync(path, 0o640);
    const before = snapshot(dirname(path));
    const desk = createDesk();
    expect((await exportFile(desk, path, { dry: true })).data).toMatchObject({
      written: false,
      lost: ['Gone'],
    });
    expect(snapshot(dirname(path))).toEqual(before);
    const { data, said } = await exportFile(desk, path);
    expect([data, said]).toMatchObject([{ lost: ['Gone'], written: true }, expect.stringContaining('Gone')]);
    expect([text(path), fs.statSync(path).mode & 0o777]).toEqual(['', 0o640]);
    const written = snapshot(dirname(path));
    expect(Object.keys(written)).toEqual(['memory.jsonl']);
    expect((await exportFile(desk, path)).data).toMatchObject({ written: false });
    expect(snapshot(dirname(path))).toEqual(written);
  });

  it('writes through a link', async () => {
    const path = fileOf([{ type: 'entity', name: 'Gone', entityType: 't', observations: [] }]);
    const link = join(dirname(path), 'link.jsonl');
    fs.symlinkSync(path, link);
    await exportFile(createDesk(), link);
    expect([fs.lstatSync(link).isSymbolicLink(), text(path)]).toEqual([true, '']);
  });

  it.each([
    ['a file of another kind', 'notes-not-a-graph.jsonl', /no MCP memory graph/],
    ['a file of another server', 'objects.jsonl', /rows of another server/],
    ['a file with a torn line', 'torn.jsonl', /torn\.jsonl:2: not JSON/],
    ['a graph in one document', 'document.json', /rows of another server/],
  ])('does not write over %s', async (_, name, message) => {
    const path = join(makeFolder(), name);
    fs.copyFileSync(fixture(name), path);
    const { exit, said } = await exportFile(createDesk(), path);
    expect([exit, said]).toEqual([1, expect.stringMatching(message)]);
    expect(text(path)).toBe(text(fixture(name)));
  });

  it('wants to know what to export, and says so where it is a folder', async () => {
    const desk = createDesk();
    expect(await runCommand(exportRun, desk, {})).toMatchObject({ exit: 2 });
    expect(await exportFile(desk, makeFolder())).toMatchObject({
      exit: 1,
      said: expect.stringContaining('no file'),
    });
  });
});
