import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/failure.ts';
import {
  findMarkedBlock,
  markedLine,
  withBlock,
  withLine,
  withoutBlock,
  withoutLine,
  withoutMarked,
} from '../../src/text/marked-block.ts';

const said = { about: 'kept by hebb', body: 'Facts:\n- one\n- two' };
const put = (text: string | undefined, block = said) =>
  withBlock(text, text === undefined ? undefined : unwrap(findMarkedBlock(text, 'f')), block);
function take(text: string): string | undefined {
  const block = unwrap(findMarkedBlock(text, 'f'));
  return block ? withoutBlock(text, block) : text;
}

const part = fc.constantFrom('a', 'Use tabs.', '# Rules', '', ' ', 'é漢', '<!-- other -->', '`x`');
const lines = fc.array(fc.tuple(part, fc.constantFrom('\n', '\r\n')), { maxLength: 6 });
/** Texts with and without a byte order mark, with ends of lines of both kinds, and with an open last line. */
const texts = fc
  .tuple(fc.constantFrom('', '\uFEFF'), lines, part)
  .map(([mark, rows, last]) => mark + rows.map((row) => row.join('')).join('') + last);

describe('a block in a file of somebody else', () => {
  it.each<[string, string | undefined, string]>([
    ['no file', undefined, 'B\n'],
    ['an empty file', '', 'B\n'],
    ['a line', 'a\n', 'a\n\nB\n'],
    ['an open line', 'a', 'a\n\nB'],
    ['a blank line at the end', 'a\n\n', 'a\n\nB\n'],
    ['lines of another system', 'a\r\n', 'a\r\n\r\nB\r\n'],
    ['a byte order mark', '\uFEFFa\n', '\uFEFFa\n\nB\n'],
    ['nothing but that mark', '\uFEFF', '\uFEFFB\n'],
  ])('stands at the end of %s', (_, text, expected) => {
    const whole = put(text);
    const eol = text?.includes('\r\n') ? '\r\n' : '\n';
    const block = whole.slice(whole.indexOf('<!--'), whole.lastIndexOf('-->') + 3);
    expect(whole.replace(block, 'B')).toBe(expected);
    expect(block.split(eol).slice(1)).toEqual(['Facts:', '- one', '- two', '<!-- hebb:end -->']);
    expect(put(whole)).toBe(whole);
    expect(take(whole)).toBe(text);
  });

  it('gives every text back byte by byte, put in once or twice', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.constantFrom('x', '- y', ''), { maxLength: 4 }), (text, body) => {
        const once = put(text);
        const other = put(once, { about: 'b', body: body.join('\n') });
        expect(take(once)).toBe(text);
        expect(take(other)).toBe(text);
        expect(put(other)).toBe(once);
      }),
    );
  });

  it('leaves what was written around it since', () => {
    const changed = `top\n${put('a\n').replace('a\n', 'changed\n')}more\n`;
    expect(take(changed)).toBe('top\nchanged\nmore\n');
    expect(take(`${put(undefined)}mine\n`)).toBe('mine\n');
  });

  it.each([
    ['a block that is never closed', 'a\n<!-- hebb:begin -->\nb\n', 2],
    ['an end alone', 'a\n\n<!-- hebb:end -->\n', 3],
    ['two blocks', '<!-- hebb:begin -->\n<!-- hebb:end -->\n<!-- hebb:begin -->\n<!-- hebb:end -->', 3],
    ['a block in a block', '<!-- hebb:begin -->\n<!-- hebb:begin -->\n<!-- hebb:end -->', 2],
  ])('is refused by file and line beside %s', (_, text, line) => {
    const found = findMarkedBlock(text, 'AGENTS.md');
    expect(found.ok ? '' : found.failure.message).toMatch(new RegExp(`^AGENTS\\.md:${line}: `));
  });

  it('is not read, nor is a marked line; the others keep their numbers', () => {
    const text =
      'a\n<!-- hebb:begin gap=1: x -->\nsecret\n<!-- hebb:end -->\nb\n- c <!-- hebb:line new -->\nd';
    expect(withoutMarked(text)).toBe('a\n\n\n\nb\n\nd');
    expect(withoutMarked('a\n<!-- hebb:begin -->\nb')).toBe('a\n\n');
    expect(withoutMarked('The mark `<!-- hebb:begin -->` opens a block.\nb')).toContain('\nb');
  });
});

describe('a line in a file of somebody else', () => {
  it.each(['', 'a', 'a\n', 'a\r\nb', 'a\r\nb\r\n', '- x\n\n'])('goes as it came: %j', (text) => {
    const once = withLine(text, markedLine('- hebb', false));
    expect(once).toContain('- hebb');
    expect(withLine(once, markedLine('- hebb', false))).toBe(once);
    expect(withoutLine(once)).toBe(text);
  });

  it('takes the file with it that came with it, unless more was written', () => {
    const text = withLine('', markedLine('- hebb', true));
    const renewed = withLine(text, markedLine('- other', false));
    expect(renewed).toContain('- other');
    expect(withoutLine(renewed)).toBeUndefined();
    expect(withoutLine(`${text}- mine\n`)).toBe('- mine\n');
  });
});
