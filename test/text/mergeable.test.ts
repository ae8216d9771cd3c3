import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDifference, mergeable } from '../../src/text/mergeable.ts';
import { MERGE, similarity } from '../../src/text/similarity.ts';
import { buildLexicon } from '../../src/text/synonyms.ts';

type Pair = readonly [string, string];

const merges = (a: string, b: string): boolean => mergeable(a, b).mergeable || mergeable(b, a).mergeable;
const merged = (pairs: readonly Pair[]): readonly Pair[] => pairs.filter(([a, b]) => merges(a, b));

const TOOLS =
  'npm pnpm eslint prettier docker redis kafka webpack jest postgres vite cargo poetry gradle terraform'.split(
    ' ',
  );
const reasonOf = (a: string, b: string): string => {
  const answer = mergeable(a, b);
  return answer.mergeable ? 'mergeable' : answer.reason;
};

describe('what may merge', () => {
  const same: readonly Pair[] = [
    ['Use pnpm, never npm', 'use PNPM, never NPM'],
    ['Café menus are cached', 'Cafe\u0301 menus are cached'],
    ['ＵＳＥ　ＰＮＰＭ', 'use pnpm'],
    ['Always use pnpm', 'Use pnpm always'],
    ['Recursively find files', 'Find files recursively'],
    ['Run the tests before committing', 'Before committing, run the tests'],
    ['If the build fails, fix it first', 'Fix it first if the build fails'],
    ['In TypeScript, use single quotes', 'Use single quotes in TypeScript'],
    ['Use tabs and spaces', 'Use spaces and tabs'],
    ['Wait 30 seconds before a retry', 'Wait thirty seconds before a retry'],
    ['wait 30s before retrying', 'Wait 30 seconds before retrying.'],
    ['Retry twenty-five times', 'Retry 25 times'],
    ['Keep functions under 1,000 lines', 'Keep functions under 1000 lines'],
    ['Set the limit to 10MB', 'Set the limit to 10 MB'],
    ['Delete the temp directory after each run', 'Remove the temporary folder after each run'],
    ['Open a PR for every change', 'Open a pull request for every change'],
    ['Update the docs', 'Updating the documentation'],
    ['Tests ran on Node 20', 'Tests run on Node 20'],
    ['Cached indices are rebuilt', 'Cached indexes are rebuilt'],
    ["Don't push to main", 'Do not push to main'],
    ['You must use ESM imports', 'Use ESM imports'],
    ['We should run the linter in CI', 'Run linters in CI'],
    ['Please write commit messages in English', 'Write commit messages in English'],
    ['Use `pnpm` for installs', 'Use pnpm for installs'],
    ['Find read-only files', 'Find files read only'],
    ['Verwende die Bibliothek für Tests', 'Verwende Bibliothek für Tests'],
    ['Benutze niemals npm', 'BENUTZE NIEMALS NPM'],
    ['STRASSE prüfen', 'Straße prüfen'],
    ['Warte dreißig Sekunden', 'Warte 30 Sekunden'],
    ['Usa el caché para las pruebas', 'Usa caché para pruebas'],
    ['Espera treinta segundos', 'Espera 30 segundos'],
    ['Utilise le cache pour les tests', 'Utilise cache pour tests'],
    ['attends trente secondes', 'Attends 30 secondes'],
    ['Não use as dependências do projeto', 'Não use dependências do projeto'],
    ['Espere trinta segundos', 'Espere 30 segundos'],
    ['Подожди тридцать секунд', 'подожди 30 секунд'],
    ['Используй кэш', 'ИСПОЛЬЗУЙ КЭШ'],
    ['请使用缓存', '使用缓存'],
    ['等待三十秒', '等待30秒'],
    ['テストを実行してください', 'テストを実行して'],
    ['ｷｬｯｼｭを使う', 'キャッシュを使う'],
    ['항상 테스트를 실행', '항상 테스트를 실행.'],
    ['삼십 초 대기', '30 초 대기'],
  ];

  it('nine in ten of pairs that say the same merge, with a score above 0.85', () => {
    const missed = same.filter(([a, b]) => !mergeable(a, b).mergeable || similarity(a, b) <= MERGE);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(same.length * 0.1);
  });

  it('a user adds synonyms', () => {
    expect(merges('restart the frobnicator', 'restart the widget')).toBe(false);
    const lexicon = buildLexicon([['frobnicator', 'widget']]);
    expect(mergeable('restart the frobnicators', 'restart the widget', lexicon)).toEqual({ mergeable: true });
  });

  it('every text merges with itself in any case, spacing and Unicode form, and never one way only', () => {
    const word = fc.constantFrom(
      ...'Use tests the of and not in a folder, src/a.ts 30 thirty 🚀 使用 before café -r "x" ?'.split(' '),
    );
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(mergeable(a, `  ${a.normalize('NFD').replaceAll(' ', '   ')} `).mergeable).toBe(true);
        expect(mergeable(a, b).mergeable).toBe(mergeable(b, a).mergeable);
      }),
    );
  });
});

describe('never mergeable, 100 pairs a kind', () => {
  it('opposite polarity', () => {
    const turns: readonly ((tool: string) => Pair)[] = [
      (tool) => [`Use ${tool}`, `Never use ${tool}`],
      (tool) => [`Always run ${tool} in CI`, `Do not run ${tool} in CI`],
      (tool) => [`Enable ${tool}`, `Disable ${tool}`],
      (tool) => [`Run ${tool} before the tests`, `Run ${tool} after the tests`],
      (tool) => [`Deploy with ${tool}`, `Deploy without ${tool}`],
      (tool) => [`Benutze ${tool}`, `Benutze niemals ${tool}`],
      (tool) => [`Usa ${tool}`, `No uses ${tool}`],
      (tool) => [`Utilise ${tool}`, `N'utilise jamais ${tool}`],
      (tool) => [`Use ${tool}`, `Não use ${tool}`],
      (tool) => [`Используй ${tool}`, `Не используй ${tool}`],
      (tool) => [`使用${tool}`, `不要使用${tool}`],
      (tool) => [`${tool}を使う`, `${tool}を使わない`],
      (tool) => [`${tool} 사용`, `${tool} 사용 금지`],
    ];
    const pairs = TOOLS.slice(0, 8).flatMap((tool) => turns.map((turn) => turn(tool)));
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(merged(pairs)).toEqual([]);
    expect(
      pairs
        .slice(0, 13)
        .map(([a, b]) => reasonOf(a, b))
        .filter((reason) => reason !== 'polarity').length,
    ).toBeLessThanOrEqual(3);
  });

  it('numbers', () => {
    const texts = [
      'Retry # times',
      'Wait # seconds',
      'Keep lines under # characters',
      '等待#秒',
      'Warte # Sekunden',
    ];
    const numbers: readonly Pair[] = [
      ['30', '60'],
      ['30', '300'],
      ['3', 'five'],
      ['1.5', '15'],
      ['1,024', '1,042'],
      ['-7', '7'],
      ['-7', '+7'],
      ['10', '10.5'],
      ['10%', '10'],
      ['0644', '0664'],
      ['2', '2²'],
      ['½', '2'],
      ['5 ms', '5 s'],
      ['10MB', '10GB'],
      ['twenty', 'thirty'],
      ['٣', '٤'],
      ['1e3', '1e6'],
      ['10 m', '10 M'],
      ['1st', '2nd'],
      ['三', '四'],
    ];
    const pairs = texts.flatMap((text) =>
      numbers.map(([a, b]): Pair => [text.replace('#', a), text.replace('#', b)]),
    );
    expect(pairs.length).toBe(100);
    expect(merged(pairs)).toEqual([]);
  });

  it('versions', () => {
    const versions: readonly Pair[] = [
      ['1.2.3', '1.2.4'],
      ['v2', 'v3'],
      ['3.1', '3.10'],
      ['20', '20.1'],
      ['1.0.0-rc.1', '1.0.0-rc.2'],
      ['^1.2.0', '~1.2.0'],
      ['>=18', '<=18'],
    ];
    const pairs = TOOLS.flatMap((tool) =>
      versions.map(([a, b]): Pair => [`Pin ${tool} ${a}`, `Pin ${tool} ${b}`]),
    );
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(merged(pairs)).toEqual([]);
  });

  it('paths and identifiers', () => {
    const paths: readonly Pair[] = [
      ['src/a.ts', 'src/b.ts'],
      ['/etc/hosts', '/etc/hostname'],
      ['lib/test', 'lib/tests'],
      ['~/.zshrc', '~/.bashrc'],
      ['/tmp/A', '/tmp/a'],
      ['https://a.example/x', 'https://a.example/y'],
      ['C:\\logs\\a', 'C:\\logs\\b'],
      ['./run.sh', '../run.sh'],
      ['*.js', '*.ts'],
      ['user_id', 'user_ids'],
      ['userId', 'userID'],
      ['-r', '-R'],
      ['$HOME', '$home'],
      ['@a/core', '@b/core'],
      ['foo.bar', 'foo.baz'],
      ['C++', 'C#'],
      ['`test`', '`tests`'],
      ['pre-commit', 'pre-push'],
      ['log4j', 'log4j2'],
      ['a/..', 'a/.'],
    ];
    const texts = [
      'Look into #',
      'Never change #',
      'The rules are in # for now',
      'Before a release, read #',
      '编辑 # 文件',
    ];
    const pairs = texts.flatMap((text) =>
      paths.map(([a, b]): Pair => [text.replace('#', () => a), text.replace('#', () => b)]),
    );
    expect(pairs.length).toBe(100);
    expect(merged(pairs)).toEqual([]);
  });

  it('unrelated text in 12 scripts', () => {
    const texts = [
      'Use the cache for builds',
      'Используй кэш для сборки',
      'Χρησιμοποίησε την κρυφή μνήμη',
      '使用缓存加快构建',
      'キャッシュを使ってください',
      '빌드에 캐시를 사용하세요',
      'استخدم ذاكرة التخزين المؤقت',
      'השתמש במטמון לבנייה',
      'बिल्ड के लिए कैश का उपयोग करें',
      'ใช้แคชสำหรับการสร้าง',
      'Օգտագործիր քեշը կառուցման համար',
      'გამოიყენე ქეში აწყობისთვის',
      'Tests must pass before a merge',
      'Тесты должны пройти',
      '测试必须通过',
      'テストは必ず通すこと',
    ];
    const pairs = texts.flatMap((a, at) => texts.slice(at + 1).map((b): Pair => [a, b]));
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(merged(pairs)).toEqual([]);
    expect(pairs.filter(([a, b]) => similarity(a, b) > 0.5)).toEqual([]);
  });
});

describe('order, scope and small words that carry meaning', () => {
  it.each([
    ['copy A to B', 'copy B to A'],
    ['copy a to b', 'copy b to a'],
    ['prefer tabs over spaces', 'prefer spaces over tabs'],
    ['use npm instead of yarn', 'use yarn instead of npm'],
    ['Use npm, not yarn', 'Use yarn, not npm'],
    ['do not use A, use B', 'use A, do not use B'],
    ['not only admins', 'only admins'],
    ['only admins can delete', 'admins can only delete'],
    ['server calls client', 'client calls server'],
    ['npm replaces yarn', 'npm is replaced by yarn'],
    ['the user is notified', 'the user notifies'],
    ['build and test', 'test and build'],
    ['rename A and B to C and D', 'rename B and A to C and D'],
    ['red foo and bar', 'red bar and foo'],
    ['When A, do B; when C, do D', 'When C, do B; when A, do D'],
    ['use this API, not that API', 'use that API, not this API'],
    ['we use tabs, you use spaces', 'you use tabs, we use spaces'],
    ['copy the log of the server to the folder', 'copy the log to the folder of the server'],
    ['all tests pass', 'some tests pass'],
    ['first file', 'last file'],
    ['every test', 'any test'],
    ['at least 3 retries', 'at most 3 retries'],
    ['has a few bugs', 'has few bugs'],
    ['tests may run', 'tests must run'],
    ['delete my branch', 'delete your branch'],
    ['Use X unless Y', 'Use X if Y'],
    ['is npm used?', 'npm is used'],
    ['a < b', 'a > b'],
    ['✅ use npm', '❌ use npm'],
    ["print 'foo'", "print 'Foo'"],
    ["find '(test)'", "find 'test'"],
    ['import module', 'important module'],
    ['A or B', 'A and B'],
    ['recently modified files are cached', 'modified files are cached recently'],
    ['Use OS cache', 'Use cache'],
    ['Add las file support', 'Add file support'],
    ['list what is in .', 'list what is in ..'],
    ['find . command', 'find command'],
    ['it returns ""', 'it returns'],
    ['🚀', '💥'],
    ['...', '!!!'],
    ['the', 'a'],
  ])('%s / %s', (a, b) => {
    expect(merges(a, b)).toBe(false);
  });

  it('says why', () => {
    const told = (a: string, b: string): string => {
      const answer = mergeable(a, b);
      return answer.mergeable ? '' : describeDifference(answer);
    };
    expect(told('wait 30 s', 'wait 60 s')).toBe('other numbers: 30 against 60');
    expect(told('use npm', 'never use npm')).toBe('one says do, the other do not: nothing against never');
    expect(told('use npm', 'use yarn')).toBe('other words: npm against yarn');
    expect(told('edit src/a.ts', 'edit src/b.ts')).toBe('other paths: src/a.ts against src/b.ts');
    expect(told('copy A to B', 'copy B to A')).toBe('the words stand in another order');
  });
});
