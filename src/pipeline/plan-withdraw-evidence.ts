import type { Candidate, Provenance } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { evidenceIds, occasionsOf } from './evidence.ts';
import { withdrawnEvidence } from './notes-candidates.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** What agents' memory files say now, and the folder in which they lie. */
export interface PresentMemory {
  readonly present: readonly Candidate[];
  readonly folder: string;
  /** Files that are there and could not be understood: they withdraw nothing. */
  readonly unreadable: readonly string[];
  readonly now: string;
}

/** A memory without some evidence: less support, and retracted when nothing teaches it any more. */
function without(memory: Memory, gone: readonly Provenance[], now: string): Memory {
  const provenance = memory.provenance.filter((entry) => !gone.includes(entry));
  const lost = occasionsOf(memory.provenance).length - occasionsOf(provenance).length;
  const support = Math.max(0, memory.support - lost);
  const status = provenance.length === 0 ? ('retracted' as const) : memory.status;
  return reviseMemory(memory, { provenance, support, status }, now);
}

/** An agent's memory file that is gone, or that says so no more, takes its support back. */
export function planWithdrawEvidence(
  state: State,
  { present, folder, unreadable, now }: PresentMemory,
): Plan {
  const changes = [...state.memories.values()].flatMap((before) => {
    const gone = withdrawnEvidence(before.provenance, present, folder).filter(
      ({ file }) => file === undefined || !unreadable.includes(file),
    );
    if (gone.length === 0) return [];
    const text = `What taught it is gone from ${gone.map(({ file }) => file ?? '').join(', ')}.`;
    const reason = {
      rule: 'evidence.withdrawn',
      text,
      evidence: evidenceIds(gone),
      numbers: { pieces: gone.length },
    };
    return [changeRecord('memories', { before, after: without(before, gone, now), reason })];
  });
  return { command: 'withdraw evidence', changes };
}
