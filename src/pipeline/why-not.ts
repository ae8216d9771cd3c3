import type { Memory } from '../domain/memory.ts';
import type { RecallIndex } from '../domain/recall.ts';
import type { RecallContext } from './rank-recall.ts';

/** What is known of a memory that was expected: itself, or what is left of it. */
export interface Expected {
  readonly id: string;
  readonly memory?: Memory;
  /** When and why it was forgotten, where it was. */
  readonly forgotten?: { readonly at: string; readonly reason: string };
  /** Files and symbols it cites that no longer exist. */
  readonly staleCitations?: readonly string[];
}

/** One reason, as a sentence with its numbers. `rule` names it for programs. */
export interface WhyNot {
  readonly rule: string;
  readonly text: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Why a memory does not come back for a query: every reason that holds, the decisive one first; none when it does come back. */
export function whyNot(
  _index: RecallIndex,
  { query: _query, expected }: { readonly query: string; readonly expected: Expected },
  _context: RecallContext,
): WhyNot[] {
  if (expected.memory === undefined)
    return [{ rule: 'unknown', text: `No memory is called ${expected.id}.`, numbers: {} }];
  return [];
}
