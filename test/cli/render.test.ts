import { describe, expect, it } from 'vitest';
import { renderHuman } from '../../src/cli/render.ts';
import type { Block } from '../../src/domain/report.ts';

const terminal = { input: false, output: false, colour: false, columns: 40 };

const rendered = (...human: Block[]): string[] =>
  renderHuman({ exit: 0, human, data: {} }, terminal).trimEnd().split('\n');

describe('renderHuman', () => {
  it.each<[string, Block, string[]]>([
    [
      'breaks the last column and cuts nothing off',
      { kind: 'table', head: ['id', 'summary'], rows: [['m-1', 'one two three four five six seven eight']] },
      ['  id   summary', '  m-1  one two three four five six seven', '       eight'],
    ],
    ['leaves out a head without names', { kind: 'table', head: ['', ''], rows: [['a', '1']] }, ['  a  1']],
    [
      'keeps the indent of a line',
      { kind: 'line', text: '  one two three four five six seven eight nine' },
      ['  one two three four five six seven', '  eight nine'],
    ],
    ['indents details', { kind: 'item', text: 'a', detail: ['why'] }, ['  • a', '      why']],
  ])('%s', (_what, block, expected) => expect(rendered(block)).toEqual(expected));
});
