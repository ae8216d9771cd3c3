import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/pipeline/diff-lines.ts';

const diff = (a: string, b: string): string => diffLines({ name: 'a', text: a }, { name: 'b', text: b });

/** What applying a unified diff to a text gives. */
function patch(text: string, unified: string): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const made: string[] = [];
  let at = 0;
  for (const line of unified.split('\n').slice(2)) {
    const [, start, length] = /^@@ -(\d+),(\d+) /.exec(line) ?? [];
    const sign = line[0];
    if (start !== undefined) {
      const to = length === '0' ? Number(start) : Number(start) - 1;
      made.push(...lines.slice(at, to));
      at = to;
    } else if (sign === '+') made.push(line.slice(1));
    else {
      expect(lines[at]).toBe(line.slice(1));
      if (sign === ' ') made.push(line.slice(1));
      at++;
    }
  }
  return [...made, ...lines.slice(at)].join('\n');
}

describe('a diff of lines', () => {
  it('shows what changed with three lines around it', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
    const changed = lines.with(5, 'another').toSpliced(11, 1);
    expect(diff(lines.join('\n'), changed.join('\n'))).toBe(
      [
        '--- a',
        '+++ b',
        '@@ -3,10 +3,9 @@',
        ' line 3',
        ' line 4',
        ' line 5',
        '-line 6',
        '+another',
        ' line 7',
        ' line 8',
        ' line 9',
        ' line 10',
        ' line 11',
        '-line 12',
      ].join('\n'),
    );
  });

  it('is empty for the same lines, with or without the last line break', () => {
    expect(diff('a\nb', 'a\nb\n')).toBe('');
    expect(diff('', '')).toBe('');
  });

  it('leads from one text to the other', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd e'), { maxLength: 14 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const unified = diff(a, b);
        if (unified === '') expect(a).toBe(b);
        else expect(patch(a, unified)).toBe(b);
      }),
    );
  });
});
