import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokens, splitCompound } from '../../src/text/tokens.ts';
import { isLinear } from '../support/growth.ts';

const shown = (text: string): string =>
  readTokens(text)
    .map(({ kind, text: piece }) => `${kind}:${piece}`)
    .join(' ');

describe('readTokens', () => {
  it.each([
    ['Use pnpm.', 'word:Use word:pnpm punct:.'],
    [
      'see src/text/tokens.ts, ~/.zshrc and C:\\temp\\a',
      'word:see path:src/text/tokens.ts punct:, path:~/.zshrc word:and path:C:\\temp\\a',
    ],
    ['https://example.org/a?b=1.', 'path:https://example.org/a?b=1 punct:.'],
    ['cd ../a/.. and /etc/x.d/.', 'word:cd path:../a/.. word:and path:/etc/x.d/ punct:.'],
    [
      'userId foo_bar pre-commit a.b.c',
      'identifier:userId identifier:foo_bar identifier:pre-commit identifier:a.b.c',
    ],
    ['rm -rf --dry-run', 'word:rm identifier:-rf identifier:--dry-run'],
    [
      'v2.9.10.3 1,024 10MB 50% -7 +7',
      'number:v2.9.10.3 number:1,024 number:10MB number:50% number:-7 number:+7',
    ],
    ['C++ or C#', 'identifier:C++ word:or identifier:C#'],
    ['a <= b -> c', 'word:a symbol:<= word:b symbol:-> word:c'],
    ["find '*.txt'", 'word:find identifier:*.txt'],
    ["don't", "word:don't"],
    ['使用npm安装', 'word:使用 word:npm word:安装'],
    ['等待30秒', 'word:等待 number:30 word:秒'],
    ['ห้ามใช้', 'word:ห้าม word:ใช้'],
    ['done 🚀', 'word:done symbol:🚀'],
    ['**never** push', 'word:never word:push'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('knows what stands in quotes', () => {
    expect(
      readTokens('say "a b" and `c`, it\'s')
        .filter(({ quoted }) => quoted)
        .map(({ text }) => text),
    ).toEqual(['a', 'b', 'c']);
  });

  it('reads anything, and long or nasty input in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(readTokens(text).every((token) => token.text.length > 0)).toBe(true);
      }),
    );
    const units = ['a-', 'a.', '/', '1.', '"', "'", '**', '-', '_a/', 'aA', '$', '会'];
    expect(units.filter((unit) => !isLinear(readTokens, unit.repeat(10_000)))).toEqual([]);
  });
});

describe('splitCompound', () => {
  it.each([
    ['userId', ['user', 'Id']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['foo_bar-baz.ts', ['foo', 'bar', 'baz', 'ts']],
    ['log4j2', ['log', '4', 'j', '2']],
  ])('%s', (text, parts) => {
    expect(splitCompound(text)).toEqual(parts);
  });

  it('reads plain text as it reads the same text beside letters that are not plain', () => {
    const plain = fc.array(
      fc.oneof(
        fc.constantFrom(
          'a',
          'B',
          'Zz',
          'userId',
          '-',
          '--',
          '.',
          '/',
          ':',
          "'",
          '"',
          '`',
          '7',
          '$',
          '+',
          '^',
          '~',
          '_',
          '(',
          ')',
          '@',
          '#',
          '%',
          '*',
          '\\n',
          ' ',
        ),
        fc.string({ unit: 'binary-ascii', maxLength: 3 }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(plain, (pieces) => {
        const text = pieces.join('');
        expect(
          readTokens(`${text}\n\nю`)
            .slice(0, -1)
            .filter(({ text: piece }) => piece !== '\n'),
        ).toEqual(
          readTokens(`${text}\n\nz`)
            .slice(0, -1)
            .filter(({ text: piece }) => piece !== '\n'),
        );
        expect(splitCompound(text)).toEqual(splitCompound(`${text} ю`).slice(0, -1));
      }),
    );
  });
});
