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

  const hostile = 'a\u001b[2Jb\u0007c\u202ed';
  it.each<[string, Block]>([
    ['line', { kind: 'line', text: hostile }],
    ['item', { kind: 'item', text: hostile, detail: [hostile] }],
    ['table', { kind: 'table', head: [hostile], rows: [[hostile]] }],
    ['title', { kind: 'title', text: hostile }],
    ['raw', { kind: 'raw', text: `${hostile}\n\tnext` }],
  ])('lets no text of a %s drive the terminal', (_kind, block) => {
    const seen = { ...terminal, output: true };
    const text = renderHuman({ exit: 0, human: [block], data: {} }, seen);
    expect(text).toContain('a [2Jb c d');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
  });

  it('leaves what is printed as it is alone on its way into a file', () => {
    expect(rendered({ kind: 'raw', text: hostile })).toEqual([hostile]);
  });
});
