import type { Run, Step } from '../../src/domain/run.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Usage, UsageKind } from '../../src/domain/usage.ts';
import { daysAgo, now } from './samples.ts';

let count = 0;

/** A command that worked; `cmd` is its line and its shape. */
export const ran = (cmd: string, fields: Partial<Step> = {}): Step => ({
  toolUseId: `t-${count++}`,
  tool: 'Bash',
  argKeys: ['command'],
  shape: `Bash ${cmd}`,
  ok: true,
  at: now,
  row: count,
  files: [],
  command: cmd,
  ...fields,
});

/** A command that failed with this message, which is its signature too. */
export const failing = (cmd: string, message: string): Step =>
  ran(cmd, { ok: false, errorText: message, signature: message.toLowerCase() });

/** An edit of a file. */
export const edited = (file: string): Step => ({
  toolUseId: `t-${count++}`,
  tool: 'Edit',
  argKeys: ['file_path'],
  shape: 'Edit',
  ok: true,
  at: now,
  row: count,
  files: [file],
});

/** A run of some days ago; its steps follow one another by seconds, and their rows are in order. */
export function runOf(id: string, days: number, steps: readonly Step[] = [], fields: Partial<Run> = {}): Run {
  const createdAt = daysAgo(days);
  return {
    v: 1,
    id,
    sessionId: `s-${id}`,
    client: 'claude-code',
    project: 'p',
    query: `prompt of ${id}`,
    steps: steps.map((step, index) => ({
      ...step,
      at: addDays(createdAt, (index + 1) / 86_400),
      row: index + 1,
    })),
    outcome: 'unknown',
    outcomeSource: 'none',
    createdAt,
    closed: true,
    ...fields,
  };
}

/** Something that happened to a memory in a run of its own. */
export const use = (memoryId: string, kind: UsageKind, days = 1, fields: Partial<Usage> = {}): Usage => {
  const id = `u-${count++}`;
  return {
    v: 1,
    id,
    memoryId,
    kind,
    at: daysAgo(days),
    by: 'derived',
    sessionId: `s-${id}`,
    runId: `w-${id}`,
    evidence: [],
    ...fields,
  };
};

/** As many of them. */
export const uses = (times: number, memoryId: string, kind: UsageKind): Usage[] =>
  Array.from({ length: times }, () => use(memoryId, kind));
