import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlaceFinder, type PlaceFinder } from '../../src/sources/places.ts';
import { copyFolder } from '../support/home.ts';
import { commit, git, initRepository, makeFolder, quietVars } from './git-fixture.ts';

const remote = 'https://example.org/team/app.git';

let made: string | undefined;

/** A copy of one repository: making a new one takes four processes of git. */
function makeApp(): string {
  if (made === undefined) {
    made = initRepository(join(makeFolder(), 'app'));
    commit(made, { 'package.json': '{}', 'src/a.ts': 'a' }, 'first');
    git(made, ['remote', 'add', 'origin', remote]);
  }
  return copyFolder(made, join(makeFolder(), 'app'));
}

const vars = () => quietVars({ HEBB_USER: 'ada' });

function addWorktree(app: string, name: string): string {
  const path = join(makeFolder(), name);
  git(app, ['worktree', 'add', '-q', '-b', name, path]);
  return path;
}

/** A layout of folders beside a repository that a home knows, and whether it is the same project. */
const layouts: readonly (readonly [string, (app: string) => string, boolean])[] = [
  ['the repository', (app) => app, true],
  ['a worktree', (app) => addWorktree(app, 'one'), true],
  [
    'a second worktree',
    (app) => {
      addWorktree(app, 'one');
      return addWorktree(app, 'feature/two');
    },
    true,
  ],
  ['a subdirectory', (app) => join(app, 'src'), true],
  [
    'a repository nested in it',
    (app) => {
      const nested = initRepository(join(app, 'vendor/lib'));
      commit(nested, { a: '1' }, 'nested');
      return nested;
    },
    false,
  ],
  [
    'a clone elsewhere',
    (app) => {
      const base = makeFolder();
      git(base, ['clone', '-q', app, 'copy']);
      git(join(base, 'copy'), ['remote', 'set-url', 'origin', 'git@example.org:Team/App.git']);
      return join(base, 'copy');
    },
    true,
  ],
  [
    'another repository of the same name',
    () => {
      const other = initRepository(join(makeFolder(), 'app'));
      commit(other, { b: '1' }, 'other');
      return other;
    },
    false,
  ],
  [
    'the folder under another name',
    (app) => {
      fs.renameSync(app, `${app}-moved`);
      return `${app}-moved`;
    },
    true,
  ],
  [
    'the repository with another remote',
    (app) => {
      git(app, ['remote', 'set-url', 'origin', 'https://example.org/other/name.git']);
      return app;
    },
    true,
  ],
  [
    'a folder of the same name without git',
    () => {
      const plain = join(makeFolder(), 'app');
      fs.mkdirSync(plain);
      return plain;
    },
    false,
  ],
];

const idAt = async (finder: PlaceFinder, path: string): Promise<string> =>
  (await finder.placeOf(path)).place.project.id;

describe('which project a folder belongs to', () => {
  it.each(layouts)('%s', async (_, layOut, isSame) => {
    const app = makeApp();
    const first = createPlaceFinder(vars(), {});
    const id = await idAt(first, app);
    const path = layOut(app);
    // Another process, with what the home kept.
    const later = createPlaceFinder(vars(), first.projects());
    expect((await idAt(later, path)) === id).toBe(isSame);
  });

  it('a worktree that is gone belongs to the project that was seen there', async () => {
    const app = makeApp();
    const tree = addWorktree(app, 'gone');
    const first = createPlaceFinder(vars(), {});
    const ids = [await idAt(first, app), await idAt(first, tree)];
    git(app, ['worktree', 'remove', '--force', tree]);
    const later = createPlaceFinder(vars(), first.projects());
    const { place, root } = await later.placeOf(join(tree, 'src'));
    expect([...ids, place.project.id, root]).toEqual([ids[0], ids[0], ids[0], app]);
    expect(place.defaultBranch).toBe('main');
  });
});
