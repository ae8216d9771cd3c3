import type { Block } from '../domain/report.ts';

/** One thing that was done to a scheduler, or under `--dry-run` would be: a file, or a call of the system's tool. */
export interface ScheduleChange {
  readonly kind: 'write' | 'delete' | 'run';
  /** The path or the call. */
  readonly what: string;
  /** What was written. */
  readonly content?: string;
}

const words = {
  write: ['wrote', 'would write'],
  delete: ['deleted', 'would delete'],
  run: ['ran', 'would run'],
} as const satisfies Readonly<Record<ScheduleChange['kind'], readonly [did: string, would: string]>>;

/** What was done, a line each; what would be written is shown whole. */
export const changeBlocks = (changes: readonly ScheduleChange[], dry: boolean): Block[] =>
  changes.flatMap(({ kind, what, content }): Block[] => [
    { kind: 'item', text: `${words[kind][dry ? 1 : 0]} ${what}` },
    ...(dry && content !== undefined ? [{ kind: 'raw', text: content } as const] : []),
  ]);
