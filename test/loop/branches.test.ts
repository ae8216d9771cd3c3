import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, git, initRepository } from '../sources/git-fixture.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

describe('what is learned on a branch', () => {
  const at = (day: string) => ({ now: `${day}T10:00:00.000Z` });
  /** A desk whose project is a repository, with a worktree on a branch of its own. */
  function makeDesk(branch: string): { readonly desk: Desk; readonly tree: string } {
    const desk = createDesk();
    initRepository(desk.project);
    commit(desk.project, { a: '1' }, 'first');
    const tree = join(desk.userHome, 'tree');
    git(desk.project, ['worktree', 'add', '-q', '-b', branch, tree]);
    return { desk, tree };
  }

  it('is there in the main worktree when the other one is gone, with its branch', async () => {
    const { desk, tree } = makeDesk('walrus-tags');
    await runIn(desk, ['learn', 'Tag releases with the walrus key'], { cwd: tree, ...at('2026-11-01') });
    git(desk.project, ['worktree', 'remove', '--force', tree]);
    const { out } = await runIn(desk, ['recall', 'walrus', 'key', '--no-track'], at('2026-11-02'));
    expect(out).toMatch(/branch walrus-tags\s+Tag releases/);
    expect((await runIn(desk, ['list'])).out).toContain('branch walrus-tags');
    const input = JSON.stringify({
      session_id: 's',
      cwd: desk.project,
      prompt: 'which walrus key do releases have?',
    });
    const block = await runIn(desk, ['inject', 'prompt', '--client', 'claude-code'], {
      input,
      ...at('2026-11-02'),
    });
    expect(block.out).toContain('[learned on the branch walrus-tags, not known to be merged] Tag releases');
    await runIn(desk, ['learn', 'Say hello on the main branch'], at('2026-11-02'));
    const { data } = await jsonIn(desk, ['list', '--all'], at('2026-11-02'));
    expect(JSON.stringify(data)).not.toMatch(/"branch":"main"/);
  });
});
