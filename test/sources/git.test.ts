import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HebbError } from '../../src/domain/failure.ts';
import {
  findNewRange,
  openRepository,
  readAddedLines,
  readCommits,
  readSnapshot,
  shallowNotice,
} from '../../src/sources/git.ts';
import { collect, commit, git, initRepository, makeFolder, quietVars } from './git-fixture.ts';

const open = (path: string) => openRepository(path, quietVars());
const codeOf = (path: string) =>
  open(path).then(
    () => 'opened',
    (error) => (error instanceof HebbError ? error.failure.code : 'other'),
  );
const commitsOf = async (path: string) => collect(readCommits(await open(path)));

describe('hostile history', () => {
  const cases: readonly [string, string, string][] = [
    ['bars and quotes', 'a|b "c" \'d\'.ts', 'fix|: "quoted" | \'subject\''],
    ['newline in a name and a body like a header', 'new\nline.ts', 'subject\n\n\x01deadbeef\x1fx\x02body'],
    ['a body with a forged record', 'forged.ts', `s\n\n\n\x01${'a'.repeat(40)}\nM\nfile`],
    ['a subject of control bytes', 'tab\t\x01\x1f.ts', '\x01\x1f\x02'],
    ['an empty subject', 'ünïcode/漢字.ts', ''],
    ['a name like a status', 'M', 'M'],
  ];

  it.each(cases)('%s', async (_, path, message) => {
    const repo = initRepository(makeFolder());
    const first = commit(repo, { 'first.txt': '1' }, 'first');
    const sha = commit(repo, { [path]: 'x' }, message, { day: 1 });
    const commits = await commitsOf(repo);
    expect(commits.map((one) => one.sha)).toEqual([sha, first]);
    expect(commits[0]?.files).toEqual([{ status: 'A', path }]);
    expect(commits[1]).toMatchObject({
      subject: 'first',
      email: 'ada@example.org',
      at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('reads names and texts that are not UTF-8', async () => {
    const repo = initRepository(makeFolder());
    const file = join(repo, 'message');
    writeFileSync(file, Buffer.from('caf\xe9 \xff', 'latin1'));
    const vars = { GIT_AUTHOR_NAME: 'Ada | "x" y' };
    git(repo, ['-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', '--allow-empty', '-F', file], vars);
    git(repo, ['commit', '-q', '--allow-empty', '-F', file]);
    const commits = await commitsOf(repo);
    expect(commits.map((one) => one.subject)).toEqual([expect.stringMatching(/^caf/), 'café ÿ']);
    expect(commits[1]).toMatchObject({ author: 'Ada | "x" y', files: [] });
  });

  it('leaves merges out, and reads an empty commit', async () => {
    const repo = initRepository(makeFolder());
    commit(repo, { a: '1' }, 'one');
    git(repo, ['checkout', '-q', '-b', 'side']);
    commit(repo, { b: '1' }, 'side', { day: 1 });
    git(repo, ['checkout', '-q', 'main']);
    commit(repo, {}, 'nothing', { day: 2 });
    git(repo, ['merge', '-q', '--no-ff', '-m', 'merge', 'side']);
    expect((await commitsOf(repo)).map((one) => one.subject).sort()).toEqual(['nothing', 'one', 'side']);
  });
});

describe('which commits', () => {
  const repo = initRepository(makeFolder());
  const shas = [0, 1, 2, 3].map((day) =>
    commit(repo, { f: `${day}` }, `day ${day}`, { day, vars: { GIT_AUTHOR_NAME: day % 2 ? 'Bob' : 'Ada' } }),
  );
  const days = async (query: object) => {
    const commits = await collect(readCommits(await open(repo), query));
    return commits.map((one) => one.subject.slice(-1)).join('');
  };

  it.each([
    ['all', {}, '3210'],
    ['after a commit', { after: shas[1] }, '32'],
    ['since a day', { since: '2026-01-03T00:00:00Z' }, '32'],
    ['of an author', { author: 'Bob' }, '31'],
    ['at most', { maxCommits: 1 }, '3'],
  ])('%s', async (_, query, expected) => expect(await days(query)).toBe(expected));
});

describe('the watermark', () => {
  it('tells nothing new, newer and rewritten apart', async () => {
    const repo = initRepository(makeFolder());
    const first = commit(repo, { f: '1' }, 'one');
    const before = (await open(repo)).watermark;
    expect(before).toEqual({ head: first, root: repo });
    expect(await findNewRange(await open(repo), before)).toEqual({ kind: 'nothing-new' });
    commit(repo, { f: '2' }, 'two', { day: 1 });
    const second = (await open(repo)).watermark;
    expect(await findNewRange(await open(repo), before)).toEqual({ kind: 'newer', after: first });
    git(repo, ['commit', '-q', '--amend', '-m', 'two, amended']);
    expect(await findNewRange(await open(repo), second)).toEqual({ kind: 'whole', rewritten: true });
    expect(await findNewRange(await open(repo), { ...second, head: '--output=x' })).toMatchObject({
      kind: 'whole',
    });
    expect(await findNewRange(await open(repo))).toEqual({ kind: 'whole', rewritten: false });
  });
});

describe('what stands in the way', () => {
  const base = makeFolder();
  const file = join(base, 'file');
  writeFileSync(file, '');

  it.each([
    ['a missing folder', () => join(base, 'none'), 'repository-missing'],
    ['a file', () => file, 'repository-not-a-folder'],
    ['no repository', () => base, 'git-not-a-repository'],
    ['no commit', () => initRepository(join(base, 'empty')), 'git-empty'],
  ])('%s', async (_, path, code) => expect(await codeOf(path())).toBe(code));

  it('no git', async () => {
    await expect(openRepository(base, quietVars({ PATH: join(base, 'none') }))).rejects.toMatchObject({
      failure: { code: 'git-missing', hint: expect.stringContaining('install git') },
    });
  });

  it('reads a bare and a shallow clone, and says what a shallow one lacks', async () => {
    const repo = initRepository(join(base, 'full'));
    commit(repo, { f: '1' }, 'one');
    commit(repo, { f: '2' }, 'two', { day: 1 });
    git(base, ['clone', '-q', '--bare', repo, 'bare.git']);
    git(base, ['clone', '-q', '--depth', '1', `file://${repo}`, 'shallow']);
    const bare = await open(join(base, 'bare.git'));
    expect(bare).toMatchObject({ root: join(base, 'bare.git'), shallow: false });
    expect(await collect(readCommits(bare))).toHaveLength(2);
    const shallow = await open(join(base, 'shallow'));
    expect(shallow.shallow).toBe(true);
    expect(shallowNotice(shallow).hint).toContain('--unshallow');
    expect(await collect(readCommits(shallow))).toHaveLength(1);
  });
});

describe('added lines and the snapshot', () => {
  it('gives what each commit added to each file', async () => {
    const repo = initRepository(makeFolder());
    commit(repo, { 'a.ts': 'one\ntwo\n', 'q"\n.ts': '+++ b/x\n-- y\n' }, 'first');
    const sha = commit(repo, { 'a.ts': 'one\n++ three\n\x01four' }, 'second', { day: 1 });
    const added = await collect(readAddedLines(await open(repo)));
    expect(added[0]).toEqual({ sha, path: 'a.ts', lines: ['++ three', '\x01four'] });
    expect(added.slice(1).map(({ lines }) => lines)).toEqual([
      ['one', 'two'],
      ['+++ b/x', '-- y'],
    ]);
  });

  it('lists tracked files and branches', async () => {
    const repo = initRepository(makeFolder());
    commit(repo, { 'src/a.ts': '', 'b c.ts': '' }, 'first');
    git(repo, ['branch', 'feat/login']);
    git(repo, ['update-ref', 'refs/remotes/origin/fix/x', 'HEAD']);
    expect(await readSnapshot(await open(join(repo, 'src')))).toEqual({
      files: ['b c.ts', 'src/a.ts'],
      branches: ['feat/login', 'fix/x', 'main'],
    });
  });
});

describe('nothing that a repository configures runs a program', () => {
  it.each([
    'EDITOR',
    'VISUAL',
    'PAGER',
    'PREFIX',
    'SSH_ASKPASS',
    'GIT_EDITOR',
    'GIT_SSH_COMMAND',
    'GIT_PAGER',
    'prefix',
  ])('and %s in the environment stands in no way', async (name) => {
    const repo = initRepository(makeFolder());
    const sha = commit(repo, { 'a.ts': 'x\n' }, 'first');
    const { watermark } = await openRepository(repo, quietVars({ [name]: '/bin/false' }));
    expect(watermark.head).toBe(sha);
  });

  it('ignores fsmonitor, external diff, textconv, pager, hooks, gpg and odd log settings', async () => {
    const repo = initRepository(makeFolder());
    const sha = commit(repo, { 'a.ts': 'x\n', '.gitattributes': '*.ts diff=evil\n' }, 'first');
    const trap = join(repo, 'trap.sh');
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(repo, 'sprung')}\n`);
    chmodSync(trap, 0o755);
    const traps = [
      'core.fsmonitor',
      'diff.external',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.pager',
      'gpg.program',
    ];
    for (const key of traps) git(repo, ['config', key, trap]);
    const odd = [
      ['log.showSignature', 'true'],
      ['color.ui', 'always'],
      ['diff.noprefix', 'true'],
      ['log.showRoot', 'false'],
    ];
    for (const [key = '', value = ''] of odd) git(repo, ['config', key, value]);
    rmSync(join(repo, 'sprung'), { force: true });
    const opened = await open(repo);
    expect((await collect(readCommits(opened)))[0]).toMatchObject({
      sha,
      files: [{ path: '.gitattributes' }, { path: 'a.ts' }],
    });
    expect((await collect(readAddedLines(opened))).map((file) => file.path)).toEqual([
      '.gitattributes',
      'a.ts',
    ]);
    await readSnapshot(opened);
    expect(existsSync(join(repo, 'sprung'))).toBe(false);
  });

  it('is not misled by the variables of a running hook', async () => {
    const repo = initRepository(makeFolder());
    const sha = commit(repo, { a: '1' }, 'first');
    const vars = quietVars({ GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent/index' });
    expect((await openRepository(repo, vars)).watermark.head).toBe(sha);
  });
});
