import type { Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** What is known of the branches of one project. */
export interface BranchKnowledge {
  readonly defaultBranch: string;
  /** Time of the newest commit of each branch that the default branch holds whole. */
  readonly tipAt: ReadonlyMap<string, string>;
  /** Merges into the default branch. */
  readonly merges: readonly { readonly at: string; readonly subject: string }[];
}

const escaped = (text: string): string => text.replace(/[/$()*+.?[\\\]^{|}-]/g, '\\$&');

/** Whether the subject of a merge names a branch, as git and hosts of repositories word it: `'x'`, `owner/x`, `x into main`. */
const names = (subject: string, branch: string): boolean =>
  new RegExp(`(?:^|[\\s'"/])${escaped(branch)}(?:$|[\\s'"])`).test(subject);

/**
 * Whether what was learned on a branch became part of the default branch: the branch got a commit after it was learned and is merged
 * whole, or a later merge names the branch. A branch that was just made is merged whole too, and has nothing of its own yet.
 */
function isMerged(
  { branch, discoveredAt }: Memory,
  { defaultBranch, tipAt, merges }: BranchKnowledge,
): boolean {
  if (branch === undefined || branch === defaultBranch) return true;
  if ((tipAt.get(branch) ?? '') >= discoveredAt) return true;
  return merges.some(({ at, subject }) => at >= discoveredAt && names(subject, branch));
}

/** Memories that were flagged with a branch and now hold for the project: their branch was merged. */
export function planSettleBranches(
  state: State,
  known: ReadonlyMap<string, BranchKnowledge>,
  now: string,
): Plan {
  const changes = [...state.memories.values()].flatMap((memory): Change[] => {
    const { branch, project } = memory;
    const branches = known.get(project ?? '');
    if (branch === undefined || branches === undefined || !isMerged(memory, branches)) return [];
    const after = reviseMemory(memory, { branch: undefined }, now);
    const text = `${branch} was merged into ${branches.defaultBranch}`;
    const reason = { rule: 'branch.merged', text, evidence: [], numbers: {} };
    return [changeRecord('memories', { before: memory, after, reason })];
  });
  return { command: 'settle branches', changes };
}
