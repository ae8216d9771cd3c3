import type { Json } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import { diffLines } from '../pipeline/diff-lines.ts';
import { redact } from '../text/redact.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { type FileDone, type FilePlan, isChange } from './init-files.ts';
import { labelOf } from './transcript-source.ts';

/** Lines times lines from which on a difference is not drawn: it would take more memory than it is worth. */
const largestDiff = 4_000_000;

const linesIn = (text: string): number => text.split('\n').length;

/** What changes in a file as a unified diff, secrets in the lines around it masked. */
export function diffOf({ path, before = '', after = '' }: FilePlan): string {
  if (linesIn(before) * linesIn(after) > largestDiff) return `${path}: too long to show`;
  const diff = diffLines({ name: path, text: before }, { name: path, text: after });
  return redact(diff).text;
}

/** What became of a file, in a word. */
export function stateOf({ plan }: FileDone): 'left' | 'same' | 'made' | 'changed' | 'removed' {
  if (plan.problem !== undefined) return 'left';
  if (!isChange(plan)) return 'same';
  if (plan.after === undefined) return 'removed';
  return plan.before === undefined ? 'made' : 'changed';
}

const words = {
  left: 'left alone',
  same: 'as it should be',
  made: 'new',
  changed: 'changed',
  removed: 'removed',
};

function fileBlocks(done: FileDone, input: CommandInput): Block[] {
  const { plan, backup } = done;
  const state = stateOf(done);
  const name = labelOf(plan.path, input);
  if (state === 'left')
    return [{ kind: 'item', text: `${name}: ${words.left}`, detail: [plan.problem ?? ''], tone: 'warn' }];
  const isShown = isChange(plan) && (hasFlag(input.options, 'dryRun') || plan.isShared);
  const detail = backup === undefined ? [] : [`as it was: ${labelOf(backup, input)}`];
  return [
    {
      kind: 'item',
      text: `${name}: ${words[state]}`,
      detail,
      ...(state === 'same' ? {} : { tone: 'good' as const }),
    },
    ...(isShown ? [{ kind: 'raw', text: diffOf(plan) } as const] : []),
  ];
}

/** Files for people: what was left and why, what changed and how. Files of hebb's own that are as they should be are counted only. */
export function filesBlocks(done: readonly FileDone[], input: CommandInput): Block[] {
  const quiet = done.filter((one) => stateOf(one) === 'same');
  const told = done.filter((one) => stateOf(one) !== 'same');
  return [
    ...told.flatMap((one) => fileBlocks(one, input)),
    ...(quiet.length > 0
      ? [
          {
            kind: 'line',
            text:
              quiet.length === 1
                ? '  1 file is as it should be.'
                : `  ${quiet.length} files are as they should be.`,
            tone: 'dim',
          } as const,
        ]
      : []),
  ];
}

/** Files for programs. */
export const filesData = (done: readonly FileDone[]): Json =>
  done.map((one) => ({
    client: one.plan.client,
    path: one.plan.path,
    state: stateOf(one),
    problem: one.plan.problem ?? null,
    diff: isChange(one.plan) ? diffOf(one.plan) : '',
    backup: one.backup ?? null,
  }));
