import { failed, type Result, success } from '../domain/failure.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { StrengthPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { distinct } from './evidence.ts';
import { requireMemory } from './find-memories.ts';
import { reinforce } from './fold-strength.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';
import { strengthAt } from './strength.ts';

/**
 * Reinforces memories by hand, as one proof that each helped: base = min(1, strength(now) + 0.1), anchor now, confirmed (spec 4). All or
 * none: fails when one is unknown or does not hold. What is as strong as can be and never fades stays as it is.
 */
export function planReinforce(
  state: State,
  called: readonly string[],
  { policy, now }: { readonly policy: StrengthPolicy; readonly now: string },
): Result<Plan> {
  const found: Memory[] = [];
  for (const one of called) {
    const memory = requireHolding(state, one);
    if (!memory.ok) return memory;
    found.push(memory.value);
  }
  const changes = distinct(found).flatMap((memory) => reinforceChange(memory, policy, now));
  return success({ command: 'reinforce', changes });
}

function requireHolding(state: State, called: string): Result<Memory> {
  const found = requireMemory(state, called);
  if (!found.ok || isLive(found.value)) return found;
  const { id, status } = found.value;
  return failed('memory.status', `${id} is ${status}; only what holds is reinforced`, `hebb explain ${id}`);
}

const isUnbeatable = ({ base, decayRate, status }: Memory): boolean =>
  base >= 1 && decayRate === 0 && status === 'confirmed';

function reinforceChange(before: Memory, policy: StrengthPolicy, now: string): Change[] {
  if (isUnbeatable(before)) return [];
  const { base, anchoredAt, status } = reinforce(before, now, policy);
  const after = reviseMemory(before, { base, anchoredAt, status }, now);
  const from = strengthAt(before, anchoredAt);
  const reason = {
    rule: 'reinforce.stated',
    text: `Reinforced by hand: strength ${from.toFixed(2)} → ${base.toFixed(2)}.`,
    evidence: [],
    numbers: { from, by: policy.reinforceBy, to: base },
  };
  return [changeRecord('memories', { before, after, reason })];
}
