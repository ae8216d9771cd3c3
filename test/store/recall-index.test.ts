import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge } from '../../src/domain/association.ts';
import type { Relation } from '../../src/domain/memory.ts';
import type { IndexEntry, QueryWord, RecallIndex } from '../../src/domain/recall.ts';
import { createMemoryIndex, type IndexLinks } from '../../src/pipeline/memory-index.ts';
import { isLifting } from '../../src/pipeline/recall-item.ts';
import type { RecallHead } from '../../src/store/recall-index.ts';
import { type Database, loadDriver } from '../../src/store/recall-index-driver.ts';
import { countLinks, putEdge, putRelation } from '../../src/store/recall-index-links.ts';
import { DatabaseIndex } from '../../src/store/recall-index-read.ts';
import { createTables } from '../../src/store/recall-index-schema.ts';
import { type EntryChanges, writeEntries } from '../../src/store/recall-index-write.ts';
import { tokenize } from '../../src/text/terms.ts';

const open = loadDriver();

/** An index in a database of its own, as it is after some changes. */
function createIndex(
  changes: readonly EntryChanges[],
  links: IndexLinks,
): { index: RecallIndex; database: Database } {
  if (!open) throw new Error('no binary of SQLite');
  const database = open(':memory:');
  createTables(database);
  const counts = changes.reduce((before, change) => writeEntries(database, before, change), {
    count: 0,
    next: 0,
    length: 0,
  });
  for (const relation of links.relations) if (isLifting(relation)) putRelation(database, relation);
  for (const edge of links.edges) if (edge.kind === 'memories') putEdge(database, edge);
  const head: RecallHead = {
    schema: 1,
    version: 'test',
    machine: 'here',
    position: { file: '', offset: 0, seq: 0 },
    files: '',
    others: '',
    memoryConfig: {},
    topics: {},
    synonyms: '',
    links: countLinks(database),
    ...counts,
  };
  return { index: new DatabaseIndex(database, head), database };
}

const words = [
  'build',
  'cache',
  'pnpm',
  'release',
  'src/app.ts',
  'userId',
  '数据库',
  '迁移脚本',
  'データ',
  '데이터베이스',
  'naïve',
  '42',
];
const word = fc.constantFrom(...words);
const owner = fc.constantFrom('global', 'user:ada', 'project:shop');
const id = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((n) => `m-${(n * 0x1234567).toString(16).padStart(16, '0')}`),
  fc.integer({ min: 0, max: 6 }).map((n) => `m-0000000000000${n}00`),
  fc.constantFrom('m-odd', 'zz', 'm-0123'),
);

const entry = fc.record({
  id,
  owner,
  text: fc.array(word, { maxLength: 12 }).map((list) => list.join(' ')),
  session: fc.constantFrom('s1', 's2', undefined),
  order: fc.constantFrom(0, 1, 2, undefined),
  aliases: fc.array(fc.constantFrom('m-odd', 'old-1', 'old-2', 'old-3'), { maxLength: 2 }),
  base: fc.constantFrom(0.3, 1),
});

const entryOf = ({
  id,
  owner,
  text,
  session,
  order,
  aliases,
  base,
}: typeof entry extends fc.Arbitrary<infer T> ? T : never): IndexEntry => ({
  item: {
    id,
    name: `pattern:${id}`,
    entityType: 'pattern',
    summary: text,
    observations: [],
    scope: 'project',
    owner,
    base,
    decayRate: 0,
    anchoredAt: '2026-01-01T00:00:00.000Z',
    trust: 1,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(order === undefined ? {} : { order }),
    discoveredAt: '2026-01-01T00:00:00.000Z',
    citations: [],
    pinned: false,
    critical: false,
  },
  text,
  aliases,
});

const entries = fc.uniqueArray(entry.map(entryOf), { selector: ({ item }) => item.id, maxLength: 24 });

const at = '2026-01-01T00:00:00.000Z';
const end = fc.oneof(id, fc.constantFrom('old-1', 'old-2'));
const relation = fc
  .record({ from: end, to: end, type: fc.constantFrom('related_to' as const, 'contradicts' as const) })
  .map(
    ({ from, to, type }): Relation => ({
      v: 1,
      id: `r-${from} ${type} ${to}`,
      rev: 1,
      from,
      type,
      to,
      at,
      updatedAt: at,
    }),
  );
const edge = fc.tuple(id, id).map(
  ([a, b]): Edge => ({
    v: 1,
    id: `e-${a} ${b}`,
    rev: 1,
    kind: 'memories',
    a,
    b,
    weight: 0.5,
    at,
    sessions: [],
    count: 1,
    updatedAt: at,
  }),
);
const links = fc.record({
  relations: fc.uniqueArray(relation, { selector: ({ id: key }) => key, maxLength: 8 }),
  edges: fc.uniqueArray(edge, { selector: ({ a, b }) => [a, b].sort().join(), maxLength: 8 }),
});

const query = fc.array(
  fc.array(
    fc.record({ term: word.map((text) => tokenize(text)[0] ?? ''), weight: fc.constantFrom(1, 0.7, 0) }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  { maxLength: 4 },
);
const among = fc.record({
  owners: fc.subarray(['global', 'user:ada', 'project:shop', 'none']),
  limit: fc.integer({ min: 0, max: 9 }),
});

/** What an index says, with ids instead of rows, so that two of them can be compared. */
function told(
  index: RecallIndex,
  asked: { words: readonly QueryWord[]; piece: string; among: { owners: string[]; limit: number } },
) {
  const idOf = (row: number): string => index.items([row])[0]?.id ?? '';
  const rows = [...new Set([...words, 'm-odd', 'zz', 'old-1', 'old-2'])].flatMap(
    (name) => index.rowOf(name) ?? [],
  );
  const all = index.search(
    words.flatMap((text) => tokenize(text).map((term) => ({ alternatives: [{ term, weight: 1 }] }))),
    { owners: index.owners(), limit: 100 },
  );
  return {
    count: index.count,
    owners: index.owners(),
    hits: index.search(asked.words, asked.among).map(({ row, score }) => [idOf(row), score.toFixed(9)]),
    containing: index.containing(asked.piece, asked.among).map(idOf),
    held: words.map((term) => index.documentsWith(term)),
    named: rows.map(idOf),
    beside: all.map(({ row }) => [
      idOf(row),
      index.neighbours(row).map(({ row: other, ...rest }) => [idOf(other), rest]),
      words.map((term) => index.termsOf(row).get(term)),
      [...index.termsOf(row)].sort(),
      words.map((term) => index.termsOf(row).has(term)),
    ]),
    items: index.items(all.map(({ row }) => row)),
  };
}

const piece = fc.constantFrom('数据', '据库', '库 迁', '데이', '베이스', 'ache b', '', 'データ', '移脚', 'x');

describe.skipIf(!open)('the index of recall over SQLite', () => {
  it('answers as the one in memory does', () => {
    fc.assert(
      fc.property(entries, links, query, piece, among, (list, joined, alternatives, part, who) => {
        const asked = { words: alternatives.map((one) => ({ alternatives: one })), piece: part, among: who };
        const { index, database } = createIndex([{ put: list, remove: [] }], joined);
        const expected = told(createMemoryIndex(list, joined), asked);
        const found = told(index, asked);
        database.close();
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same after changes as when it is made of what is left', () => {
    const change = fc.record({ put: entries, remove: fc.array(id, { maxLength: 10 }) });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 4 }),
        query,
        piece,
        among,
        (changes, alternatives, part, who) => {
          const left = new Map<string, IndexEntry>();
          for (const { put, remove } of changes) {
            for (const gone of remove) left.delete(gone);
            for (const one of put) left.set(one.item.id, one);
          }
          const asked = {
            words: alternatives.map((one) => ({ alternatives: one })),
            piece: part,
            among: who,
          };
          const { index, database } = createIndex(changes, { relations: [], edges: [] });
          const expected = told(createMemoryIndex([...left.values()], { relations: [], edges: [] }), asked);
          const found = told(index, asked);
          database.close();
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });
});
