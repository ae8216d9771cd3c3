import { describe, expect, it } from 'vitest';
import { recallWords } from '../../src/mcp/recall-answer.ts';

const found = (count: number, fields: object = {}) => ({
  memories: Array.from({ length: count }, (_, at) => ({
    id: `m-${at}`,
    entityType: 'pattern',
    summary: `Summary ${at}`,
    observations: [`Summary ${at}`, `Seen ${at}`],
    ...fields,
  })),
});
const asked = { offset: 0, limit: 10 };

describe('what memory_recall answers', () => {
  it('shows each memory with its id first and what is known beside the summary', () => {
    const text = recallWords(found(2), asked);
    expect(text.split('\n').slice(2, -1)).toEqual([
      'm-0 pattern: Summary 0',
      '  Seen 0',
      'm-1 pattern: Summary 1',
      '  Seen 1',
    ]);
  });

  it('says of a memory that what it cites is gone', () =>
    expect(recallWords(found(1, { stale: true }), asked)).toContain(
      'm-0 pattern (stale: a file that it cites is gone): Summary 0',
    ));

  it.each([
    ['nothing', found(0), asked, /^Nothing is remembered/],
    ['nothing from there on', found(3), { offset: 3, limit: 10 }, /^No more than 3 memories were found\.$/],
    ['as many as were asked for', found(10), asked, /There may be more: ask again with offset 10\.$/],
    ['fewer', found(9), asked, /<\/text-[0-9a-f]{16}>$/],
    [
      'more than there is room for',
      found(10, { summary: 'word '.repeat(400) }),
      asked,
      /\d more: ask again with offset \d\.$/,
    ],
  ])('when %s was found, says how to go on', (_, data, window, end) =>
    expect(recallWords(data, window)).toMatch(end),
  );
});
