import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GraphFile } from '../../src/domain/graph.ts';
import { parseMcpMemory, readMcpMemory } from '../../src/sources/mcp-memory.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/mcp-memory');

function read(name: string): GraphFile {
  const found = readMcpMemory(join(fixtures, name), name);
  if (!found.ok) throw new Error(found.failure.message);
  return found.value;
}

const refusal = (text: string): string => {
  const found = parseMcpMemory(text, 'm.jsonl');
  return found.ok ? 'read' : found.failure.message;
};

describe('readMcpMemory', () => {
  it('reads what the official server wrote, with the line of each row', () => {
    const { entities, relations, problems, isCanonical } = read('canonical.jsonl');
    expect(entities).toEqual([
      {
        name: 'Ferry',
        entityType: 'service',
        observations: ['Ships parcels between the two harbours', 'Runs on Go 1.22'],
        row: 1,
      },
      { name: 'Ada', entityType: 'person', observations: [], row: 2 },
    ]);
    expect(relations).toEqual([
      { from: 'Ada', to: 'Ferry', relationType: 'maintains', row: 3 },
      { from: 'Ferry', to: 'Harbour master', relationType: 'reports to', row: 4 },
    ]);
    expect([problems, isCanonical]).toEqual([[], true]);
  });

  it.each([
    ['duplicates.jsonl', 3, 2, 0, true],
    ['objects.jsonl', 2, 1, 0, false],
    ['untyped.jsonl', 1, 1, 0, false],
    ['document.json', 2, 1, 0, false],
    ['torn.jsonl', 2, 1, 5, false],
  ])('%s: %i entities, %i relations, %i problems', (name, entities, relations, problems, isCanonical) => {
    const file = read(name);
    expect([file.entities.length, file.relations.length, file.problems.length, file.isCanonical]).toEqual([
      entities,
      relations,
      problems,
      isCanonical,
    ]);
  });

  it('takes observations that are objects as their texts, dated by the earliest', () => {
    expect(read('objects.jsonl').entities).toEqual([
      {
        name: 'Ferry',
        entityType: 'default',
        observations: ['Ships parcels', 'Runs on Go'],
        at: '2025-05-10T09:00:00.000Z',
        row: 1,
      },
      { name: 'Ada', entityType: 'default', observations: [], at: '2025-05-13T14:03:13.260Z', row: 2 },
    ]);
  });

  it('names each line that cannot be read, and goes on', () => {
    const { problems, entities } = read('torn.jsonl');
    expect(problems.map(({ line, problem }) => `${line}: ${problem}`)).toEqual([
      '2: not JSON',
      '4: an entity without a name',
      '5: 1 observations are no texts',
      '6: a relation without from, to or relationType',
      '8: not JSON',
    ]);
    expect(entities[1]?.observations).toEqual(['a text', '7']);
  });

  it.each([
    [
      'notes',
      readFileSync(join(fixtures, 'notes-not-a-graph.jsonl'), 'utf8'),
      /^m\.jsonl:1: .*keys are type, content/,
    ],
    [
      'a chat',
      '{"role":"user","content":"hi"}\n{"role":"assistant","content":"yo"}',
      /keys are role, content/,
    ],
    [
      'nodes of a graph database',
      '{"type":"node","id":"0","labels":["User"],"properties":{}}',
      /keys are type, id/,
    ],
    ['a single foreign document', '{\n  "mcpServers": {}\n}', /^m\.jsonl:1: .*keys are mcpServers/],
    ['prose', 'remember the milk', /^m\.jsonl:1: .*not JSON/],
    [
      'mostly something else',
      '{"a":1}\n{"name":"X","entityType":"t","observations":[]}\n{"a":2}',
      /keys are a$/,
    ],
    ['lines that are no objects', '[1]\n[2]', /not a JSON object/],
  ])('refuses %s by its shape', (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\n \n'],
    ['an empty document', '{"entities":[],"relations":[]}'],
  ])('takes %s as an empty graph', (_, text) => {
    expect(parseMcpMemory(text, 'm.jsonl')).toMatchObject({
      ok: true,
      value: { entities: [], relations: [] },
    });
  });

  it.each([
    ['a byte order mark', '\ufeff{"type":"entity","name":"A","entityType":"t","observations":["x"]}', 't'],
    ['a list of rows', '[{"name":"A","entityType":"t","observations":["x"]}]', 't'],
    ['the type in place of entityType', '{"type":"person","name":"A","observations":["x"]}', 'person'],
    ['no type of its own', '{"type":"entity","name":"A","observations":"x"}', 'unknown'],
  ])('reads %s', (_, text, entityType) => {
    const found = parseMcpMemory(text, 'm.jsonl');
    expect(found).toMatchObject({
      ok: true,
      value: { entities: [{ name: 'A', entityType, observations: ['x'] }] },
    });
  });

  it('says what is wrong with a path', () => {
    expect(readMcpMemory(join(fixtures, 'none.jsonl'), 'none.jsonl')).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/^none\.jsonl: .*no such file/) },
    });
  });
});
