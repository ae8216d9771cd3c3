import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, git, initRepository } from '../sources/git-fixture.ts';
import { openHome } from '../support/home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

describe('what is learned on a branch', () => {
  const at = (day: string) => ({ now: `${day}T10:00:00.000Z` });
  const dated = (day: string) => ({
    GIT_COMMITTER_DATE: `${day}T12:00:00Z`,
    GIT_AUTHOR_DATE: `${day}T12:00:00Z`,
  });

  /** A desk whose project is a repository, with a worktree on a branch of its own. */
  function makeDesk(branch: string): { readonly desk: Desk; readonly tree: string } {
    const desk = createDesk();
    initRepository(desk.project);
    commit(desk.project, { a: '1' }, 'first');
    const tree = join(desk.userHome, 'tree');
    git(desk.project, ['worktree', 'add', '-q', '-b', branch, tree]);
    return { desk, tree };
  }

  const branchIn = async ({ home }: Desk): Promise<string | undefined> =>
    [...(await openHome({ home })).state().memories.values()][0]?.branch;

  it.each<[string, (desk: Desk, tree: string) => void, string | undefined]>([
    [
      'nothing was merged',
      (_, tree) => commit(tree, { b: '1' }, 'work', { vars: dated('2026-11-03') }),
      'topic',
    ],
    ['the branch has nothing of its own yet', () => {}, 'topic'],
    [
      'a commit of it came along without a merge of its own',
      ({ project }, tree) => {
        commit(tree, { b: '1' }, 'work', { vars: dated('2026-11-03') });
        git(project, ['merge', '-q', '--ff-only', 'topic']);
      },
      undefined,
    ],
    [
      'a merge names it and it is gone',
      ({ project }, tree) => {
        commit(tree, { b: '1' }, 'work', { vars: dated('2026-10-30') });
        git(project, ['-c', 'core.editor=true', 'merge', '-q', '--no-ff', 'topic'], dated('2026-11-04'));
        git(project, ['worktree', 'remove', '--force', tree]);
        git(project, ['branch', '-q', '-D', 'topic']);
      },
      undefined,
    ],
    [
      'it was merged before and goes on',
      ({ project }, tree) => {
        commit(tree, { b: '1' }, 'work', { vars: dated('2026-10-29') });
        git(project, ['merge', '-q', '--no-ff', '-m', "Merge branch 'topic'", 'topic'], dated('2026-10-30'));
      },
      'topic',
    ],
  ])('keeps its flag as long as it may hold there only: %s', async (_, change, expected) => {
    const { desk, tree } = makeDesk('topic');
    await runIn(desk, ['learn', 'Tag releases with the walrus key'], { cwd: tree, ...at('2026-11-01') });
    change(desk, tree);
    const { data } = await jsonIn(desk, ['extract-git'], at('2026-11-05'));
    expect(data.settled).toBe(expected === undefined ? 1 : 0);
    expect(await branchIn(desk)).toBe(expected);
  });
});
