import { expect, it } from 'vitest';
import { emptyState } from '../../src/domain/state.ts';
import { type BranchKnowledge, planSettleBranches } from '../../src/pipeline/plan-settle-branches.ts';
import { memory } from './samples.ts';

const learned = '2026-06-01T00:00:00.000Z';
const [before, after] = ['2026-05-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'];

const settled = (branch: string | undefined, known: Partial<BranchKnowledge>, project = 'p'): number => {
  const fields = { scope: 'project' as const, project: 'p', discoveredAt: learned };
  const one = memory('m-a', branch === undefined ? fields : { ...fields, branch });
  const state = { ...emptyState, memories: new Map([[one.id, one]]) };
  const knowledge = { defaultBranch: 'main', tipAt: new Map(), merges: [], ...known };
  const plan = planSettleBranches(state, new Map([[project, knowledge]]), after);
  for (const { after: next } of plan.changes) expect(next).not.toHaveProperty('branch');
  return plan.changes.length;
};

const tip = (at: string) => ({ tipAt: new Map([['fix/a', at]]) });
const merge = (at: string, subject: string) => ({ merges: [{ at, subject }] });

it.each<[string, Partial<BranchKnowledge>, number]>([
  ['of which nothing is known', {}, 0],
  ['with a merged commit that is younger', tip(after), 1],
  ['that was just made, or merged before', tip(before), 0],
  ['that a later merge names', merge(after, "Merge branch 'fix/a'"), 1],
  ['that a host merged', merge(after, 'Merge pull request #7 from ada/fix/a'), 1],
  ['that was merged into another name', merge(after, 'Merged fix/a into main'), 1],
  ['that an earlier merge names', merge(before, "Merge branch 'fix/a'"), 0],
  ['of which a merge names a longer name', merge(after, "Merge branch 'fix/a-2'"), 0],
  ['that is the default branch by now', { defaultBranch: 'fix/a' }, 1],
])('a memory of a branch %s', (_, known, count) => expect(settled('fix/a', known)).toBe(count));

it('memories without a branch and of other projects stay', () => {
  expect(settled(undefined, tip(after))).toBe(0);
  expect(settled('fix/a', tip(after), 'q')).toBe(0);
});
