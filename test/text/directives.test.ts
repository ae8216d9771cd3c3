import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectCapture, findDirectives } from '../../src/text/directives.ts';

interface Row {
  readonly text: string;
  readonly capture: boolean;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'text' in value && 'capture' in value;

/** Rows of one folder; those whose pair number is odd are the half that no rule was tuned on. */
function readTable(folder: string): Row[][] {
  const halves: Row[][] = [[], []];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const lines = readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n');
    for (const [at, line] of lines.entries()) {
      const row: unknown = JSON.parse(line);
      if (isRow(row)) halves[Math.floor(at / 2) % 2]?.push(row);
    }
  }
  return halves;
}

const shareCaptured = (rows: readonly Row[]): number =>
  rows.filter((row) => detectCapture(row.text)).length / rows.length;

describe.each(['fixtures/directives', 'fixtures/directives/fresh'])('the table in %s', (folder) => {
  const halves = readTable(folder);
  it('is about half positive', () => {
    const rows = halves.flat();
    const positive = rows.filter((row) => row.capture).length / rows.length;
    expect([rows.length >= 300, positive > 0.45, positive < 0.55]).toEqual([true, true, true]);
  });
  it.each([0, 1])('half %i: at least 85 %% found, at most 1 %% false', (half) => {
    const rows = halves[half] ?? [];
    expect(shareCaptured(rows.filter((row) => row.capture))).toBeGreaterThanOrEqual(0.85);
    expect(shareCaptured(rows.filter((row) => !row.capture))).toBeLessThanOrEqual(0.01);
  });
});

describe('what a directive says', () => {
  it.each([
    ['no, use pnpm instead of npm', 'Use pnpm instead of npm', 'do', 'plain', 'project', 'en'],
    ['Please remember that our API returns UTC.', 'Our API returns UTC', 'do', 'plain', 'project', 'en'],
    ['From now on, answer in German.', 'Answer in German', 'do', 'plain', 'user', 'en'],
    ['I told you to use vitest, not jest!', 'Use vitest, not jest', 'do', 'strong', 'project', 'en'],
    ['You must NEVER commit .env', 'NEVER commit .env', 'avoid', 'strong', 'project', 'en'],
    ['No default exports.', 'No default exports', 'avoid', 'plain', 'project', 'en'],
    ['I prefer short answers.', 'I prefer short answers', 'do', 'plain', 'user', 'en'],
    ['Could you please stop adding emojis?', 'Stop adding emojis', 'avoid', 'plain', 'user', 'en'],
    ['No uses moment, usa date-fns.', 'No uses moment, usa date-fns', 'avoid', 'plain', 'project', 'es'],
    [
      'Pare de colocar emojis nos commits.',
      'Pare de colocar emojis nos commits',
      'avoid',
      'plain',
      'user',
      'pt',
    ],
    ['Antworte mir auf Deutsch.', 'Antworte mir auf Deutsch', 'do', 'plain', 'user', 'de'],
    [
      'Ändere auf keinen Fall etwas in vendor/.',
      'Ändere auf keinen Fall etwas in vendor/',
      'avoid',
      'strong',
      'project',
      'de',
    ],
    ['Désormais, réponds en français.', 'Réponds en français', 'do', 'plain', 'user', 'fr'],
    ['Впредь спрашивай меня.', 'Спрашивай меня', 'do', 'plain', 'user', 'ru'],
    ['绝对不要修改 vendor/ 下的文件。', '绝对不要修改 vendor/ 下的文件', 'avoid', 'strong', 'project', 'zh'],
    [
      'このリポジトリではnpmを絶対に使わないで。',
      'このリポジトリではnpmを絶対に使わないで',
      'avoid',
      'strong',
      'project',
      'ja',
    ],
    ['앞으로 커밋 메시지는 영어로 작성해.', '커밋 메시지는 영어로 작성해', 'do', 'plain', 'user', 'ko'],
  ])('%s', (text, summary, polarity, force, scope, language) => {
    expect(findDirectives(text)).toMatchObject([
      { sentence: text, summary, polarity, force, scope, language },
    ]);
  });
});

describe('what is pasted is not said', () => {
  it.each([
    ['a fence', '```md\nAlways use tabs.\n```'],
    ['an open fence', '~~~\nAlways use tabs.'],
    ['a quote', '> Always use tabs.'],
    ['quoted words', 'The page shows "Always use two spaces for this" in red.'],
    ['a system reminder', '<system-reminder>\nAlways use tabs.\n</system-reminder>'],
    ['command output', '<local-command-stdout>Never use npm.</local-command-stdout>'],
    ['a log', '2026-01-01 10:00:00 WARN Always use tabs.\n[10:00:01] never use npm'],
    ['shell output', '$ make lint\nwarning summary\nAlways use tabs.'],
    ['a diff', 'diff --git a/x b/x\n@@ -1 +1 @@\n+Always use tabs.\n-never use npm'],
    ['a stack trace', 'TypeError: Always use tabs.\n    at run (/x.js:1:2)'],
    ['a pasted conversation', 'Summarize this:\nUser: Always use tabs.\nAgent: Never use npm.'],
    ['a table', '| Always use tabs. | x |'],
    ['a brief with headings', '# Task\nBuild it.\n## Rules\nAlways use tabs.\n- Never use npm.'],
  ])('%s', (_, text) => {
    expect(findDirectives(text)).toEqual([]);
  });

  it('what stands around it is', () => {
    const prompt =
      'The build is broken:\n```\nnpm ERR! always use sudo\n```\nFix it. From now on, use pnpm here.\n\n> never say never\n\n- Never commit dist.';
    expect(findDirectives(prompt).map(({ summary }) => summary)).toEqual([
      'Use pnpm here',
      'Never commit dist',
    ]);
  });
  it('even in a long brief, what is said outright to last is', () => {
    const brief = `# Task\n## Steps\n${'- Move the next file over and check it.\n'.repeat(50)}- Never use npm.\n\nFrom now on, use pnpm.`;
    expect(findDirectives(brief).map(({ summary }) => summary)).toEqual(['Use pnpm']);
  });
  it('a rule that is said twice is one', () => {
    expect(findDirectives('Always use tabs. Fix it. always use tabs!')).toHaveLength(1);
  });
});

describe('any text', () => {
  it('is read without error, and a sentence that is found is in it', () => {
    const piece = fc.constantFrom(
      'always ',
      'never ',
      'use ',
      'tabs',
      '. ',
      '? ',
      '\n',
      '```\n',
      '<a>',
      '</a>',
      '"',
      'no, ',
      '不要',
      'を使って',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const flat = text.replace(/\s+/g, ' ');
        for (const directive of findDirectives(text)) {
          expect(flat).toContain(directive.sentence.replace(/\s+/g, ' '));
          expect(directive.summary).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
