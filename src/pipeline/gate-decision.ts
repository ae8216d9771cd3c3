import type { Memory } from '../domain/memory.ts';
import type { Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Lexicon } from '../text/synonyms.ts';
import type { Screen } from './screen-masked.ts';

/** What may be decided at the gate. `edit` needs a text. */
export const gateDecisions = [
  'approve',
  'reject',
  'edit',
  'keep-new',
  'keep-existing',
  'keep-both',
  'merge',
] as const;

/** One of `gateDecisions`. */
export type GateDecision = (typeof gateDecisions)[number];

/** A decision on what the audit lists: the id of a memory, of a review, or of a candidate. */
export interface GateAnswer {
  readonly id: string;
  readonly decision: GateDecision;
  readonly text?: string;
  readonly decidedBy: 'human' | 'agent';
}

/** What deciding needs beside the answer. The screen is asked about whatever an agent lets through. */
export interface ResolveContext {
  readonly policy: Policy;
  readonly screen: Screen;
  readonly now: string;
  readonly lexicon?: Lexicon;
}

/** An answer with its context. */
export interface Resolution extends GateAnswer, ResolveContext {}

/** The stamp of a decision in a memory's gate. */
export const stampOf = ({ decision, decidedBy, now }: Resolution): Memory['gate'] => ({
  reviewedBy: decidedBy,
  decision,
  decidedAt: now,
});

/** Who decided what, as the reason of a change. */
export const decisionReason = ({ decision, decidedBy }: Resolution, evidence: readonly string[]): Reason => ({
  rule: `gate.${decision}`,
  text: `${whoOf(decidedBy)} decided: ${decision}.`,
  evidence,
  numbers: {},
});

const whoOf = (decidedBy: Resolution['decidedBy']): string =>
  decidedBy === 'human' ? 'A person' : 'An agent';

/** A plan of decisions. */
export const resolvePlan = (changes: Plan['changes']): Plan => ({ command: 'gate resolve', changes });
