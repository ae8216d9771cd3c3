import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShell } from '../../src/text/shell.ts';
import { isLinear } from '../support/growth.ts';

/** Commands as `word word`, joined by what ends each. */
const shown = (line: string): string =>
  parseShell(line)
    .map(({ env, words, end }) =>
      [...env.map((item) => `(${item})`), ...words, end].filter(Boolean).join(' '),
    )
    .join(' / ');

describe('parseShell', () => {
  it.each([
    ['npm test', 'npm test'],
    ['cd web && npm run lint', 'cd web && / npm run lint'],
    ['CI=1 FOO="a b" npm test', '(CI=1) (FOO=a b) npm test'],
    ['npm test 2>&1 | tail -20', 'npm test | / tail -20'],
    ['npm test > out.txt 2> err.txt; echo done', 'npm test ; / echo done'],
    ['npm test &> all.log', 'npm test'],
    ['npm test || true', 'npm test || / true'],
    ['npm start & sleep 2', 'npm start & / sleep 2'],
    ['grep "a && b | c" file', 'grep a && b | c file'],
    ["echo 'it; is'\"'\"'s' x", "echo it; is's x"],
    ['git commit -m "a \\"quoted\\" word"', 'git commit -m a "quoted" word'],
    ['(cd a; make) && ls', 'cd a ; / make ; / ls'],
    ['if test -f x; then npm ci; fi', 'test -f x ; / npm ci ;'],
    ['# only a comment', ''],
    ['ls # why', 'ls'],
    ['echo a#b', 'echo a#b'],
    ['echo $(date | cut -c1) end', 'echo $(date | cut -c1) end'],
    ['diff <(sort a) <(sort b)', 'diff <(sort a) <(sort b)'],
    ['npm \\\n  test', 'npm test'],
    ['npm ci\nnpm test', 'npm ci ; / npm test'],
    ["cat > a.txt <<'EOF'\nrm -rf /\nEOF\nnpm test", 'cat ; / npm test'],
    [
      'git commit -m "$(cat <<\'EOF\'\nfeat: x (y)\n\nbody; more\nEOF\n)" && git push',
      "git commit -m $(cat <<'EOF'\nfeat: x (y)\n\nbody; more\nEOF\n) && / git push",
    ],
    ['echo "unclosed', 'echo unclosed'],
    ['', ''],
  ])('%j', (line, expected) => {
    expect(shown(line)).toBe(expected);
  });

  it('reads anything without throwing, and every word once', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a \'"\\$()<>|&;#\n`=EOF') }), (line) => {
        const commands = parseShell(line);
        expect(commands.every(({ env, words }) => env.length + words.length > 0)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
        fc.pre(
          ![
            'if',
            'then',
            'else',
            'elif',
            'fi',
            'while',
            'until',
            'do',
            'done',
            'time',
            'for',
            'case',
          ].includes(words[0] ?? ''),
        );
        expect(parseShell(words.join(' '))).toEqual([{ env: [], words, end: '' }]);
      }),
    );
  });

  it('stays linear on long lines', () => {
    const parts = ['"', "'", '$(', '<<E\n', '((', 'a=b ', '\\'];
    expect(parts.filter((part) => !isLinear(parseShell, part.repeat(10_000)))).toEqual([]);
  });
});
