import { describe, expect, it } from 'vitest';
import { CODE_PATTERNS, detectCodePatterns } from '../../src/text/code-patterns.ts';
import { languageOf } from '../../src/text/languages.ts';

const firstLanguageFor = (names: ReadonlySet<string>, example: string): string =>
  [...names].find((language) => detectCodePatterns([example], language).length > 0) ?? [...names][0] ?? '';

describe('every pattern of templates/patterns.yaml', () => {
  it.each(CODE_PATTERNS.map((pattern) => [pattern.name, pattern] as const))(
    '%s, by its examples',
    (name, pattern) => {
      expect(pattern.positive.length * pattern.negative.length).toBeGreaterThan(0);
      const missed = pattern.positive.filter(
        (example) =>
          ![...pattern.languages].some((language) => detectCodePatterns([example], language).includes(name)),
      );
      const wrong = pattern.negative.filter((example) =>
        [...pattern.languages].some((language) => detectCodePatterns([example], language).includes(name)),
      );
      expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
    },
  );

  it.each(CODE_PATTERNS.map((pattern) => [pattern.name, pattern] as const))(
    '%s: not in comments, strings or prose',
    (name, pattern) => {
      for (const example of pattern.positive) {
        const language = firstLanguageFor(pattern.languages, example);
        const mark = ['python', 'ruby', 'elixir', 'shell'].includes(language) ? '# ' : '// ';
        expect(detectCodePatterns([mark + example], language)).not.toContain(name);
        expect(detectCodePatterns([example], 'prose')).toEqual([]);
      }
    },
  );
});

describe('what is code', () => {
  it.each([
    ['a string', ["const help = 'await load() and useState( here';"], 'typescript', []],
    ['a block comment over lines', ['/*', ' await load();', 'useState(1)', '*/'], 'typescript', []],
    ['the middle of a doc comment', [' * await load()', ' */ const x = 1;'], 'typescript', []],
    ['a docstring', ['"""', 'except ValueError:', '"""'], 'python', []],
    [
      'a template over lines',
      ['const sql = `', 'await load()', '`;', 'await run();'],
      'typescript',
      ['async-patterns'],
    ],
    ['code after a comment', ['/* why */ const a = await load();'], 'typescript', ['async-patterns']],
    ['an URL is no comment', ["const u = await get('http://x/y');"], 'typescript', ['async-patterns']],
    ['a lifetime is no string', ["fn f(x: &'a S) -> R { x.get().await }"], 'rust', ['async-patterns']],
    ['.create alone is not prisma', ['await db.user.create({ data })'], 'typescript', ['async-patterns']],
    ['latest is not test', ['const latest = tests.latest(1);'], 'typescript', []],
    ['headers are not middleware', ['res.headers.set(a, b);'], 'typescript', []],
  ])('%s', (_, lines, language, names) => {
    expect(detectCodePatterns(lines, language)).toEqual(names);
  });

  it('several patterns at once, in the order of the data', () => {
    const lines = [
      'export async function POST(request: Request) {',
      '  try {',
      '    const body = Input.parse(await request.json());',
      '    if (!body) return null;',
      '  } catch (error) {',
      '  }',
      '}',
    ];
    expect(detectCodePatterns(lines, 'typescript')).toEqual([
      'early-returns',
      'error-handling',
      'async-patterns',
      'api-route',
    ]);
  });
});

it.each([
  ['src/a.ts', 'typescript'],
  ['src/A.TSX', 'tsx'],
  ['docs/README.md', 'prose'],
  ['LICENSE', 'prose'],
  ['a/b.test.py', 'python'],
  ['Makefile', undefined],
  ['a.b/c', undefined],
  ['package.json', 'data'],
  ['C:\\x\\y.go', 'go'],
])('languageOf(%s) is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});
