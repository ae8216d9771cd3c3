import { type Result, success } from '../domain/failure.ts';
import type { Memory } from '../domain/memory.ts';
import type { Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { requireMemory } from './find-memories.ts';
import { changeRecord, type MemoryFields, reviseMemory } from './record-changes.ts';

/** Pins a memory, so that the automatic policy never forgets it; `called` is its id, alias or name. */
export const planPin = (state: State, called: string, now: string): Result<Plan> =>
  planFields(state, called, {
    command: 'pin',
    rule: 'pin.set',
    text: 'A person pinned it.',
    fields: { pinned: true },
    now,
  });

/** Pins a memory and marks it critical. */
export const planPinCritical = (state: State, called: string, now: string): Result<Plan> =>
  planFields(state, called, {
    command: 'pin',
    rule: 'pin.critical',
    text: 'A person pinned it and calls it critical.',
    fields: { pinned: true, critical: true },
    now,
  });

/** Takes a pin away. */
export const planUnpin = (state: State, called: string, now: string): Result<Plan> =>
  planFields(state, called, {
    command: 'unpin',
    rule: 'pin.removed',
    text: 'A person took the pin away.',
    fields: { pinned: false },
    now,
  });

/** What a person may change in a memory by hand. Identity, history and strength are not among it. */
export type EditedFields = Pick<
  MemoryFields,
  | 'name'
  | 'summary'
  | 'observations'
  | 'appliesTo'
  | 'severity'
  | 'polarity'
  | 'taskPattern'
  | 'area'
  | 'pinned'
  | 'critical'
>;

/** Changes what a person edited, stamped `reviewedBy: human`, so that no later run overturns it. Equal fields change nothing. */
export function planEdit(memory: Memory, edited: EditedFields, now: string): Plan {
  const differing = Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(fieldOf(memory, key)),
    ),
  );
  const names = Object.keys(differing);
  if (names.length === 0) return { command: 'edit', changes: [] };
  const gate = { ...memory.gate, reviewedBy: 'human' };
  const after = reviseMemory(memory, { ...differing, ...returned(memory, names), gate }, now);
  const text = `A person edited ${names.join(', ')}.`;
  const reason = { rule: 'edit.human', text, evidence: [], numbers: { fields: names.length } };
  return { command: 'edit', changes: [changeRecord('memories', { before: memory, after, reason })] };
}

/** What says something new is in recall again until the skill or profile that held it is made anew. */
const returned = ({ status }: Memory, names: readonly string[]): MemoryFields =>
  status === 'consolidated' && names.includes('summary')
    ? { status: 'confirmed', consolidatedInto: undefined }
    : {};

const fieldOf = (memory: Memory, key: string): unknown =>
  Object.entries(memory).find(([name]) => name === key)?.[1];

interface Setting {
  readonly command: string;
  readonly rule: string;
  readonly text: string;
  readonly fields: { readonly pinned: boolean; readonly critical?: boolean };
  readonly now: string;
}

function planFields(
  state: State,
  called: string,
  { command, rule, text, fields, now }: Setting,
): Result<Plan> {
  const found = requireMemory(state, called);
  if (!found.ok) return found;
  const before = found.value;
  const isSet = before.pinned === fields.pinned && (fields.critical ?? before.critical) === before.critical;
  if (isSet) return success({ command, changes: [] });
  const after = reviseMemory(before, fields, now);
  const reason = { rule, text, evidence: [], numbers: {} };
  return success({ command, changes: [changeRecord('memories', { before, after, reason })] });
}
