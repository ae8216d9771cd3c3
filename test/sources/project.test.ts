import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type KnownProject, type ProjectSight, recognizeProject } from '../../src/domain/project-sight.ts';
import { normalizeRemote, parseRemotes } from '../../src/sources/git-files.ts';
import { identifyProject, identifyUser, userKey } from '../../src/sources/project.ts';
import { commit, git, initRepository, makeFolder, quietVars } from './git-fixture.ts';

const see = (path: string) => identifyProject(path, quietVars());

/** Files sightings one after the other, as a home does, and gives the id that each is filed under. */
function fileAll(...sights: readonly ProjectSight[]): string[] {
  let known: readonly KnownProject[] = [];
  return sights.map((sight) => {
    const fresh = {
      id: sight.project.id,
      aliases: sight.aliases,
      ...(sight.remote ? { remote: sight.remote } : {}),
    };
    const one = recognizeProject(sight, known) ?? fresh;
    known = [...known.filter(({ id }) => id !== one.id), one];
    return one.id;
  });
}

const sameProject = (...sights: readonly ProjectSight[]) => new Set(fileAll(...sights)).size === 1;

function makeApp(remote?: string): string {
  const app = initRepository(join(makeFolder(), 'app'));
  commit(
    app,
    { 'package.json': '{}', 'packages/ui/package.json': '{}', 'packages/ui/src/a.ts': '' },
    `first of ${app}`,
  );
  if (remote) git(app, ['remote', 'add', 'origin', remote]);
  return app;
}

describe('one project', () => {
  it('in its subdirectory and its worktrees, with the branch and area of each', async () => {
    const app = makeApp();
    const trees = makeFolder();
    git(app, ['worktree', 'add', '-q', '-b', 'one', join(trees, 'one')]);
    git(app, ['worktree', 'add', '-q', '-b', 'two/x', join(trees, 'two')]);
    git(app, ['-C', join(trees, 'two'), 'checkout', '-q', '--orphan', 'pages']);
    const folders = [app, join(app, 'packages/ui/src'), join(trees, 'one'), join(trees, 'two')];
    const sights = await Promise.all(folders.map(see));
    expect(new Set(sights.map((sight) => sight.project.id)).size).toBe(1);
    expect(sights.map(({ project, branch, area }) => [project.name, branch, area])).toEqual([
      ['app', 'main', undefined],
      ['app', 'main', 'packages/ui'],
      ['app', 'one', undefined],
      ['app', 'pages', undefined],
    ]);
    expect(sights.map((sight) => sight.root)).toEqual([app, app, join(trees, 'one'), join(trees, 'two')]);
  });

  it('in a second clone, by address or by folder, and in a shallow one', async () => {
    const app = makeApp('https://example.org/team/app.git');
    const base = makeFolder();
    git(base, ['clone', '-q', app, 'copy']);
    git(base, ['clone', '-q', app, 'other']);
    git(join(base, 'other'), ['remote', 'set-url', 'origin', 'git@example.org:Team/App.git']);
    git(base, ['clone', '-q', '--depth', '1', `file://${app}`, 'shallow']);
    const [first, copy, other, shallow] = await Promise.all(
      [app, join(base, 'copy'), join(base, 'other'), join(base, 'shallow')].map(see),
    );
    expect(copy?.project.id).toBe(first?.project.id);
    expect(other?.project.id).toBe(first?.project.id);
    expect(shallow && first && sameProject(first, shallow)).toBe(true);
  });

  it('after the folder moved', async () => {
    const app = makeApp();
    const before = await see(app);
    renameSync(app, `${app}-moved`);
    const after = await see(`${app}-moved`);
    expect(after.project).toEqual({ id: before.project.id, name: 'app-moved' });
    expect(after.aliases).not.toEqual(before.aliases);
  });

  it('through its life: a folder, git, a commit, a remote, another remote', async () => {
    const folder = join(makeFolder(), 'app');
    mkdirSync(folder);
    const sights = [await see(folder)];
    initRepository(folder);
    sights.push(await see(folder));
    commit(folder, { a: '1' }, 'first');
    sights.push(await see(folder));
    git(folder, ['remote', 'add', 'origin', 'https://example.org/one/app']);
    sights.push(await see(folder));
    git(folder, ['remote', 'set-url', 'origin', 'https://example.org/two/app']);
    sights.push(await see(folder));
    expect(new Set(sights.map((sight) => sight.project.id)).size).toBe(4);
    expect(sameProject(...sights)).toBe(true);
    expect(sights.every((sight) => !sight.aliases.includes(sight.project.id))).toBe(true);
  });

  it('seen through a symbolic link, or from a folder that is gone', async () => {
    const app = makeApp();
    const link = join(makeFolder(), 'link');
    symlinkSync(app, link);
    const ids = await Promise.all([app, link, join(app, 'gone/deeper')].map(see));
    expect(new Set(ids.map((sight) => sight.project.id)).size).toBe(1);
  });
});

describe('two projects', () => {
  it('of the same name elsewhere, nested, and without git', async () => {
    const app = makeApp();
    const nested = initRepository(join(app, 'vendor/lib'));
    commit(nested, { a: '1' }, 'nested');
    const plain = makeFolder();
    const sights = await Promise.all([app, makeApp(), nested, plain].map(see));
    expect(new Set(fileAll(...sights)).size).toBe(4);
    expect(sights[3]).toMatchObject({ aliases: [], root: plain });
  });

  it('when one is a fork of the other', async () => {
    const app = makeApp('https://example.org/team/app.git');
    const base = makeFolder();
    git(base, ['clone', '-q', app, 'fork']);
    git(join(base, 'fork'), ['remote', 'set-url', 'origin', 'https://example.org/me/app.git']);
    expect(sameProject(await see(app), await see(join(base, 'fork')))).toBe(false);
  });

  it('where a submodule is not its parent', async () => {
    const app = makeApp();
    const lib = makeApp();
    git(app, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib, 'lib']);
    const [parent, child] = await Promise.all([app, join(app, 'lib')].map(see));
    expect(child?.project.name).toBe('lib');
    expect(child?.project.id).not.toBe(parent?.project.id);
    expect(child?.project.id).toBe((await see(lib)).project.id);
  });
});

describe('without git on the machine', () => {
  it('the path decides, and the better id joins later', async () => {
    const app = makeApp();
    const blind = await identifyProject(app, quietVars({ PATH: '/nonexistent' }));
    expect(blind.project.id).toBe(blind.pathId);
    expect(sameProject(blind, await see(app))).toBe(true);
  });

  it('answers are remembered with the variables', async () => {
    const vars = quietVars();
    const app = makeApp();
    expect(await identifyProject(app, vars)).toBe(await identifyProject(app, vars));
  });
});

describe('remotes', () => {
  it.each([
    ['https://github.com/Owner/Name.git', 'owner/name'],
    ['https://user:pw@github.com:443/owner/name/', 'owner/name'],
    ['git@github.com:owner/name.git', 'owner/name'],
    ['ssh://git@host:2222/group/sub/name', 'group/sub/name'],
    ['github:owner/name', 'owner/name'],
    ['https://dev.azure.com/org/proj/_git/name', 'org/proj/name'],
    ['git@ssh.dev.azure.com:v3/org/proj/name', 'org/proj/name'],
    ['C:\\work\\name', undefined],
    ['../name', undefined],
    ['', undefined],
  ])('%s', (url, expected) => expect(normalizeRemote(url)).toBe(expected));

  it('reads addresses from a config by remote', () => {
    const config =
      '[core]\n\turl = no\n[remote "up"]\n  url = a/b\n[remote "origin"]\n\tfetch = x\n\tURL = "c d"\n[branch "x"]\n url = no\n';
    expect([...parseRemotes(config)]).toEqual([
      ['up', 'a/b'],
      ['origin', 'c d'],
    ]);
  });
});

describe('the person', () => {
  it('is named, else known to git, else the account', async () => {
    const app = makeApp();
    git(app, ['config', 'user.email', 'Ada@Example.org']);
    expect(await identifyUser(quietVars({ HEBB_USER: ' Bob B ' }), app)).toBe('bob-b');
    expect(await identifyUser(quietVars(), app)).toBe('ada@example.org');
    writeFileSync(join(app, '.git/config'), '');
    expect(await identifyUser(quietVars(), makeFolder())).toMatch(/^\S+$/);
    expect(userKey('ada@example.org')).toMatch(/^[0-9a-f]{16}$/);
  });
});
