import { describe, expect, it } from 'vitest';
import data from '../../fixtures/recall/prompts.yaml';
import { rankRecall } from '../../src/pipeline/rank-recall.ts';
import { readSections } from '../../src/text/word-lists.ts';
import { context, entry, indexOf } from './recall-items.ts';

/** The floor that docs/recall.md proposes for injection. */
const floor = 0.3;

const sections = readSections(data);
const memories = [...readSections(sections.get('memories'))].map(([id, text]) => entry(id, String(text)));
const related = [...readSections(sections.get('related'))];
const unrelated = sections.get('unrelated');
const index = indexOf(memories);
const near = (prompt: string, of = index) =>
  rankRecall(of, prompt, { ...context, limit: 5 }).filter(({ similarity }) => similarity >= floor);

describe('similarity as a floor', () => {
  it('is cleared by no prompt that has nothing to do with the memories', () => {
    const cleared = (Array.isArray(unrelated) ? unrelated : []).filter(
      (prompt) => near(String(prompt)).length > 0,
    );
    expect(cleared).toEqual([]);
  });

  it('is cleared by half of the prompts that a memory helps with, and by no other memory beside it', () => {
    const found = related.map(([prompt, id]) => ({ id, ids: near(prompt).map(({ item }) => item.id) }));
    expect(
      found.filter(({ id, ids }) => ids.includes(String(id))).length / related.length,
    ).toBeGreaterThanOrEqual(0.5);
    expect(found.filter(({ id, ids }) => ids.some((other) => other !== id))).toEqual([]);
  });

  it('does not depend on what else is stored', () => {
    const alone = indexOf(memories.filter(({ item }) => item.id === 'docker'));
    const prompt = 'the docker build fails on apple silicon';
    expect(near(prompt, alone)[0]?.similarity).toBe(near(prompt)[0]?.similarity);
  });

  it.each([
    ['Use pnpm', 'use pnpm', 0.7],
    ['wait 2 seconds', '2 retries', 0],
  ])('“%s” and “%s” are at least %d alike', (text, query, least) => {
    const [found] = rankRecall(indexOf([entry('a', text)]), query, context);
    expect(found?.similarity).toBeGreaterThanOrEqual(least);
    if (least === 0) expect(found?.similarity).toBeLessThan(0.1);
  });
});
