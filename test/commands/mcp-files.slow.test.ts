import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Call, createGraphModel } from '../pipeline/graph-model.ts';
import { exported, exportFile, fileOf, fixture, importFile, rowsOf } from '../support/graph-files.ts';
import { makeFolder } from '../support/home.ts';
import { startOfficialMemory } from '../support/official-memory.ts';
import { createDesk } from '../support/program.ts';

const shared = resolve(import.meta.dirname, '../../../shared/data/mcp-memory');

const word = fc.constantFrom(
  'Ada',
  'Bo 2',
  'ünï "quoted"',
  'a\\b',
  'line\nbreak',
  '日本',
  'constructor',
  '__proto__',
);
const graph = fc.record({
  entities: fc.uniqueArray(
    fc.record({ name: word, entityType: word, observations: fc.uniqueArray(word, { maxLength: 3 }) }),
    { maxLength: 4, selector: ({ name }) => name },
  ),
  relations: fc.uniqueArray(fc.record({ from: word, to: word, relationType: word }), {
    maxLength: 4,
    selector: (row) => JSON.stringify(row),
  }),
});

/** What the official server reads of a file. */
async function loadedBy(path: string): Promise<unknown> {
  const official = await startOfficialMemory(path);
  try {
    return await official.call('read_graph');
  } finally {
    await official.close();
  }
}

describe('MCP memory files', () => {
  it('lose nothing that they can carry: import, export, import', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async ({ entities, relations }) => {
        const rows = [
          ...entities.map((row) => ({ type: 'entity', ...row })),
          ...relations.map((row) => ({ type: 'relation', ...row })),
        ];
        const desk = createDesk();
        await importFile(desk, fileOf(rows));
        const once = await exported(desk);
        expect(rowsOf(once)).toEqual(rows);
        const other = createDesk();
        await importFile(other, fileOf(rowsOf(once)));
        expect(await exported(other)).toBe(once);
      }),
      { numRuns: 30 },
    );
  });

  it('are loaded by the official server as they were written, and what it writes comes back', async () => {
    const desk = createDesk();
    const hard = fileOf([
      {
        type: 'entity',
        name: 'ünï "quoted"',
        entityType: 'a\\b',
        observations: ['line\nbreak', '\u2028', ''],
      },
      { type: 'relation', from: 'nobody', to: 'ünï "quoted"', relationType: '日本' },
    ]);
    await importFile(desk, hard);
    await importFile(desk, fixture('canonical.jsonl'));
    const path = join(makeFolder(), 'memory.jsonl');
    await exportFile(desk, path);
    const rows = rowsOf(fs.readFileSync(path, 'utf8'));
    const plain = (type: string) =>
      rows.filter((row) => row.type === type).map(({ type: _type, ...row }) => row);
    expect(await loadedBy(path)).toEqual({ entities: plain('entity'), relations: plain('relation') });
    const before = fs.readFileSync(path, 'utf8');
    const official = await startOfficialMemory(path);
    await official.call('delete_entities', { entityNames: ['unknown'] });
    await official.close();
    expect(fs.readFileSync(path, 'utf8')).toBe(before);
  });

  // Entities and relations as they are after equal names and equal relations became one, counted by hand; texts that the
  // screen takes for orders though they are none.
  it.skipIf(!fs.existsSync(shared)).each([
    ['dmetrics-go-duplicates.jsonl', 48, 65, 0],
    ['mcp-think-tank-objects.jsonl', 57, 0, 1],
    ['mindstrike.jsonl', 18, 23, 0],
    ['ontology-manager.jsonl', 7, 6, 1],
  ])('of the public are read as they deserve: %s', async (name, entities, relations, held) => {
    const desk = createDesk();
    const { exit, data } = await importFile(desk, join(shared, name));
    expect([exit, data]).toMatchObject([0, { created: entities, relations, keptOut: [], problems: [] }]);
    expect(data.held).toHaveLength(held);
    const once = await exported(desk);
    expect((await importFile(desk, join(shared, name))).data).toMatchObject({
      created: 0,
      extended: 0,
      relations: 0,
    });
    expect(await exported(desk)).toBe(once);
    const path = join(makeFolder(), 'memory.jsonl');
    fs.writeFileSync(path, once);
    expect(await loadedBy(path)).toMatchObject({
      entities: expect.toSatisfy((found: unknown[]) => found.length === entities),
      relations: expect.toSatisfy((found: unknown[]) => found.length === relations),
    });
  });

  it.skipIf(!fs.existsSync(shared))('of another kind are refused', async () => {
    const { exit, said } = await importFile(createDesk(), join(shared, 'soundcloud-not-a-graph.jsonl'));
    expect([exit, said]).toEqual([1, expect.stringContaining('its keys are type, content')]);
  });
});

describe('the model of the Memory MCP server that the fast tests compare with', () => {
  const name = fc.constantFrom('Ada', 'ada', 'Bo', 'Cy');
  const text = fc.constantFrom('likes tea', 'Likes Tea', 'is from Bo', '');
  const texts = fc.array(text, { maxLength: 3 });
  const triple = fc.record({ from: name, to: name, relationType: fc.constantFrom('knows', 'likes') });
  const thing = fc.record({ name, entityType: fc.constantFrom('person', 'Bo'), observations: texts });
  const call: fc.Arbitrary<Call> = fc.oneof(
    fc.record({ tool: fc.constant('create_entities' as const), entities: fc.array(thing, { maxLength: 3 }) }),
    fc.record({
      tool: fc.constant('create_relations' as const),
      relations: fc.array(triple, { maxLength: 3 }),
    }),
    fc.record({
      tool: fc.constant('add_observations' as const),
      observations: fc.array(fc.record({ entityName: name, contents: texts }), { maxLength: 2 }),
    }),
    fc.record({
      tool: fc.constant('delete_entities' as const),
      entityNames: fc.array(name, { maxLength: 2 }),
    }),
    fc.record({
      tool: fc.constant('delete_observations' as const),
      deletions: fc.array(fc.record({ entityName: name, observations: texts }), { maxLength: 2 }),
    }),
    fc.record({
      tool: fc.constant('delete_relations' as const),
      relations: fc.array(triple, { maxLength: 2 }),
    }),
    fc.record({ tool: fc.constant('search_nodes' as const), query: fc.constantFrom('TEA', 'bo', '') }),
    fc.record({ tool: fc.constant('open_nodes' as const), names: fc.array(name, { maxLength: 3 }) }),
    fc.record({ tool: fc.constant('read_graph' as const) }),
  );
  /** The server wraps lists; the model answers what is in the wrapping. */
  const wrapped: Readonly<Record<string, string>> = {
    create_entities: 'entities',
    create_relations: 'relations',
    add_observations: 'results',
  };

  it('answers as the official server itself', async () => {
    const path = join(makeFolder(), 'memory.jsonl');
    // The server reads its file on every call, so that without the file it has an empty graph.
    const official = await startOfficialMemory(path);
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 6, maxLength: 14 }), async (calls) => {
        fs.rmSync(path, { force: true });
        const model = createGraphModel();
        for (const { tool, ...input } of calls) {
          const told = model({ tool, ...input } as Call);
          const answer = await official.call(tool, input);
          if ('error' in told) expect(JSON.stringify(answer)).toContain(told.error);
          else if (told.data === null) expect(answer).toMatchObject({ success: true });
          else expect(answer).toEqual(wrapped[tool] ? { [wrapped[tool]]: told.data } : told.data);
        }
      }),
      { numRuns: 60 },
    );
    await official.close();
  });
});
