import { describe, expect, it } from 'vitest';
import data from '../../fixtures/recall/scripts.yaml';
import { rankRecall } from '../../src/pipeline/rank-recall.ts';
import { readSections } from '../../src/text/word-lists.ts';
import { context, entry, indexOf } from './recall-items.ts';

/** Facts of all scripts lie in one home; each is asked for by a word and by a piece of one. */
const facts = [...readSections(data)].flatMap(([script, lines]) =>
  (Array.isArray(lines) ? lines : []).map((line: unknown, at) => {
    const [text = '', word = '', piece = ''] = String(line).split(' | ');
    return { script, id: `${script}-${at}`, text, word, piece };
  }),
);
const index = indexOf(facts.map(({ id, text }) => entry(id, text)));
const scripts = [...new Set(facts.map(({ script }) => script))];

describe.each(scripts)('%s', (script) => {
  const own = facts.filter((fact) => fact.script === script);

  it.each(['word', 'piece'] as const)('recall@5 by %s is at least .95', (kind) => {
    const missed = own.filter((fact) => {
      const found = rankRecall(index, fact[kind], { ...context, limit: 5 });
      return !found.some(({ item }) => item.id === fact.id);
    });
    expect(own).toHaveLength(10);
    expect(missed.map((fact) => fact[kind])).toEqual([]);
  });
});
