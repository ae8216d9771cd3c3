import { describe, expect, it } from 'vitest';
import { isBot, isMechanical, pathKind } from '../../src/pipeline/git-rules.ts';
import { parseSubject, saysSomething, subjectText } from '../../src/pipeline/git-subject.ts';
import { isLinear } from '../support/growth.ts';

describe('parseSubject', () => {
  it.each([
    ['fix(parser): avoid crash on CDATA (#12)', true, 'avoid crash on CDATA'],
    ['fix: keep | "quotes", close #3', true, 'keep | "quotes"'],
    ['Fix race when the socket closes', true, 'race when the socket closes'],
    ['net/http: fix leak of idle connections', true, 'leak of idle connections'],
    ['Fixed a bug where the cache grows, fixes #9', true, 'the cache grows'],
    ['修复登录页面白屏的问题', true, '修复登录页面白屏的问题'],
    ['fix(ci): use node 20', false, 'use node 20'],
    ['docs: fix a typo', false, 'typo'],
    ['fix(types): export Props', false, 'export Props'],
    ['feat: fix button', false, 'button'],
    ['Prefix all keys', false, 'Prefix all keys'],
    ['', false, ''],
    ['\x01\x1f', false, ''],
  ])('%s', (subject, isFix, text) => {
    const parsed = parseSubject(subject);
    expect(parsed.isFix).toBe(isFix);
    expect(subjectText(parsed)).toBe(text);
  });

  it.each([
    ['Revert "feat(x): cache rows (#4)" (#5)', 'feat(x): cache rows (#4)', 'cache rows'],
    ['revert: feat: cache rows', 'feat: cache rows', 'cache rows'],
    ['Revert "Revert "feat: a""', 'Revert "feat: a"', 'a'],
  ])('%s', (subject, reverts, text) => {
    const parsed = parseSubject(subject);
    expect(parsed).toMatchObject({ isFix: false, reverts });
    expect(subjectText(parsed)).toBe(text);
  });

  it('reads a hostile subject in time that grows no faster than it', () => {
    const subjects = [`fix(${'('.repeat(50_000)}`, '#1 fix '.repeat(20_000), 'fix('.repeat(20_000)];
    expect(subjects.filter((subject) => !isLinear(parseSubject, subject))).toEqual([]);
  });
});

describe('what counts', () => {
  it.each([
    ['avoid crash on CDATA', true],
    ['fix the failing tests', false],
    ['typo', false],
    ['review comments', false],
    ['ログイン画面の不具合', true],
  ])('saysSomething %s', (text, expected) => expect(saysSomething(text)).toBe(expected));

  it.each([
    ['dependabot[bot]', 'x@users.noreply.github.com', true],
    ['renovate', 'bot@renovateapp.com', true],
    ['Release Bot', 'a@b', true],
    ['Ada Abbot', 'ada@abbot.org', false],
    ['Botond', 'b@c', false],
  ])('isBot %s', (author, email, expected) => expect(isBot(author, email)).toBe(expected));

  it.each([
    ['v1.2.3', true],
    ['release: v1.2.3', true],
    ['chore(deps): bump x', true],
    ['autosave 12:00', true],
    ['Merge branch main', true],
    ['fix: release the lock', false],
  ])('isMechanical %s', (subject, expected) => expect(isMechanical(subject)).toBe(expected));

  it.each([
    ['src/a.ts', 'code'],
    ['src/a.spec.ts', 'test'],
    ['tests/test_a.py', 'test'],
    ['pkg/a_test.go', 'test'],
    ['pnpm-lock.yaml', 'lock'],
    ['src/node_modules/x/a.js', 'vendored'],
    ['dist/a.js', 'generated'],
    ['api/a.pb.go', 'generated'],
    ['README', 'prose'],
    ['docs/a.ts', 'prose'],
    ['src/README.md', 'prose'],
    ['logo.PNG', 'binary'],
    ['package.json', 'manifest'],
    ['vite.config.ts', 'manifest'],
    ['.github/workflows/ci.yml', 'machinery'],
    ['testing.ts', 'code'],
  ])('pathKind %s', (path, kind) => expect(pathKind(path)).toBe(kind));
});
