import type { Candidate } from '../domain/candidate.ts';
import type { Failure } from '../domain/failure.ts';
import type { GraphOwner, GraphScope } from '../domain/graph.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import { redact } from '../text/redact.ts';
import type { Screen, ScreenAnswer } from './screen-masked.ts';

/** What every writing tool of the graph decides with, beside the state and its own input. */
export interface GraphWrite {
  readonly scope: GraphScope;
  readonly policy: Policy;
  readonly now: string;
  /**
   * The safety screen, with the model behind it where there is one. What it will be asked is known by planning once with a
   * screen that takes notes.
   */
  readonly screen: Screen;
}

/** What a tool would change, and what it answers once that is committed. */
export interface GraphPlan<T> extends Plan {
  readonly result: T;
}

/** Text that the screen did not let pass, with what it said: for `quarantine/`. */
export interface HeldText {
  readonly candidate: Candidate;
  readonly reason: string;
}

/** A plan with its answer; or why nothing is changed at all, and the texts that were the reason. */
export type GraphOutcome<T> =
  | { readonly ok: true; readonly value: GraphPlan<T> }
  | { readonly ok: false; readonly failure: Failure; readonly held: readonly HeldText[] };

/** An outcome that changes something, or nothing. */
export const planned = <T>(tool: string, changes: readonly Change[], result: T): GraphOutcome<T> => ({
  ok: true,
  value: { command: `mcp ${tool}`, changes, result },
});

/** An outcome that changes nothing, in the words of the tool. */
export const refused = (
  message: string,
  hint: string,
  held: readonly HeldText[] = [],
): GraphOutcome<never> => ({ ok: false, failure: { code: 'graph.refused', message, hint }, held });

/** A text with its secrets masked. */
export const masked = (text: string): string => redact(text).text;

/** A text to be judged: what it is about, and what is said. */
export interface GraphText {
  readonly name: string;
  readonly says: readonly string[];
}

/**
 * A piece of the graph as the screen judges it. Names and types are shown to agents like observations, so they are read as
 * well, and with them: what is cut in pieces is read whole.
 */
export const graphCandidate = (
  { name, says }: GraphText,
  { id, owner, now }: CandidateContext,
): Candidate => ({
  id,
  name,
  entityType: 'entity',
  summary: name,
  observations: says,
  appliesTo: [],
  source: 'agent',
  ...owner,
  confidence: 1,
  provenance: [{ origin: 'agent', at: now }],
});

/** Whose it is, when, and the id under which it would be kept. */
export interface CandidateContext {
  readonly id: string;
  readonly owner: GraphOwner;
  readonly now: string;
}

/** A name that is nothing but a secret is kept as the mask of it: only what is dangerous or cannot be told is held. */
export const isHeld = (answer: ScreenAnswer): answer is Exclude<ScreenAnswer, { verdict: 'pass' }> =>
  answer.verdict !== 'pass' && answer.verdict !== 'rejected';

/** What the screen holds of these; in the same order. */
export const heldOf = (candidates: readonly Candidate[], screen: Screen): HeldText[] =>
  candidates.flatMap((candidate) => {
    const answer = screen(candidate);
    return isHeld(answer) ? [{ candidate, reason: answer.reason }] : [];
  });

/** The refusal of a call because of what the screen holds: it names the text and the rule. */
export function heldBack(held: readonly HeldText[]): GraphOutcome<never> {
  const said = held.map(({ candidate, reason }) => `“${candidate.name}”: ${reason}`).join('; ');
  return refused(`blocked by hebb's safety screen, nothing was saved: ${said}`, 'hebb gate audit', held);
}

/** Why a tool changes a record. */
export const graphReason = (rule: string, text: string, evidence: readonly string[] = []): Reason => ({
  rule: `graph.${rule}`,
  text,
  evidence,
  numbers: {},
});
