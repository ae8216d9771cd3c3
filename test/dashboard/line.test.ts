import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { bar, spark } from '../../src/dashboard/bars.ts';
import {
  beside,
  bold,
  cut,
  dim,
  drawnOf,
  fill,
  fitLine,
  line,
  lineWidth,
  plainOf,
  toned,
  wrap,
} from '../../src/dashboard/line.ts';
import { readable } from '../../src/text/readable.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).map(readable);
const columns = fc.integer({ min: 2, max: 30 });

describe('cut', () => {
  it.each([
    ['what fits stays', 'seed', 4, 'seed'],
    ['what does not gets a mark', 'seed script', 5, 'seed…'],
    ['no blank before the mark', 'seed script', 6, 'seed…'],
    ['a wide sign is not halved', '価格は', 4, '価…'],
    ['nor is a joined one', 'a👩‍🔧b👩‍🔧', 4, 'a👩‍🔧…'],
    ['no room', 'seed', 0, ''],
  ])('%s', (_, text, room, expected) => {
    expect(cut(text, room)).toBe(expected);
  });
});

describe('rows', () => {
  it('are filled to exactly their columns, whatever they hold', () => {
    fc.assert(
      fc.property(texts, columns, (text, room) => {
        expect(stringWidth(fill(text, room))).toBe(room);
      }),
    );
  });

  it('of several pieces too', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), columns, (pieces, room) => {
        expect(lineWidth(fitLine(line(...pieces), room))).toBe(room);
      }),
    );
  });

  it('break without being wider, and lose no letter', () => {
    fc.assert(
      fc.property(texts, columns, (text, room) => {
        const rows = wrap(text, room);
        for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(room);
        expect(rows.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('keep their indentation, also on rows that follow', () => {
    expect(wrap('  one two three', 8)).toEqual(['  one', '  two', '  three']);
  });

  it('stand beside one another, the shorter side filled', () => {
    const rows = beside([line('a'), line('b')], [line('long text')], [3, 5]);
    expect(rows.map(plainOf)).toEqual(['a   │ long…', 'b   │']);
    expect(rows.map(lineWidth)).toEqual([11, 11]);
  });
});

describe('readable', () => {
  it.each([
    ['colours of a terminal', 'a\u001b[31mred', 'a [31mred'],
    ['line ends and bells', 'a\r\n\u0007b', 'a   b'],
    ['C1 controls', 'a\u009b2Jb', 'a 2Jb'],
    ['turned reading direction', 'a\u202eb\u2066c', 'a b c'],
  ])('takes away %s', (_, text, expected) => {
    expect(readable(text)).toBe(expected);
  });

  it('leaves what joins signs', () => {
    expect(readable('👩‍🔧 क्‍ष')).toBe('👩‍🔧 क्‍ष');
  });
});

describe('drawnOf', () => {
  const looked = line('a', bold('b'), dim('c'), toned('warn', 'd'), {
    text: 'e',
    inverse: true,
    tone: 'bad',
  });

  it('gives each piece its look and takes it away again', () => {
    expect(drawnOf(looked, true)).toBe(
      'a\u001b[1mb\u001b[0m\u001b[2mc\u001b[0m\u001b[33md\u001b[0m\u001b[7;31me\u001b[0m',
    );
  });

  it('has no colour where none is wanted', () => {
    expect(drawnOf(looked, false)).toBe('a\u001b[1mb\u001b[0m\u001b[2mc\u001b[0md\u001b[7me\u001b[0m');
  });
});

describe('bars', () => {
  it.each([
    [0, '········'],
    [0.5, '████····'],
    [1, '████████'],
    [0.0625, '▌·······'],
    [-1, '········'],
    [7, '████████'],
  ])('of %d', (value, expected) => {
    expect(plainOf(line(...bar(value, 8)))).toBe(expected);
  });

  it.each([
    ['nothing', [], ''],
    ['nothing each day', [0, 0], '▁▁'],
    ['little is more than nothing', [0, 1, 100], '▁▂█'],
    ['steps', [0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
  ])('spark: %s', (_, values, expected) => {
    expect(spark(values)).toBe(expected);
  });
});
