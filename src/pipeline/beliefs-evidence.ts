import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { State } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { findRatings } from './beliefs-runs.ts';
import { findStatements } from './beliefs-statements.ts';
import { evidenceIds } from './evidence.ts';
import { isUserStated } from './memory-of.ts';

/** A sentence of core memory under `beliefs`, and since when it holds. */
export interface Belief {
  readonly key: string;
  readonly statement: string;
  /** Null when nobody knows: then everything counts. */
  readonly formedAt: string | null;
  /** Ids of the evidence that it was formed from. */
  readonly formedFrom: ReadonlySet<string>;
  /** The memory that was promoted to it. */
  readonly memory?: Memory;
}

/** One thing that speaks for or against a belief. */
export interface BeliefEvidence {
  readonly side: 'for' | 'against';
  /** `memory` and `candidate`: what was learned; `instruction`: what the user told an agent; `run`: work that applied it. */
  readonly kind: 'memory' | 'candidate' | 'instruction' | 'run';
  /** Id of the memory, candidate, session or run. */
  readonly id: string;
  readonly at: string;
  readonly text: string;
  /** Why it is on this side. */
  readonly why: string;
  /** Whether a person said it. */
  readonly said: boolean;
}

/** What evidence is found in. */
export interface EvidenceInput {
  readonly state: State;
  readonly sessions: readonly SessionDoc[];
  readonly runs: readonly Run[];
  readonly usage: readonly Usage[];
  readonly lexicon?: Lexicon;
}

/** The evidence of each belief by its key, newest first: only what is later than the belief, and not what it was formed from. */
export function findEvidence(
  beliefs: readonly Belief[],
  input: EvidenceInput,
): Map<string, BeliefEvidence[]> {
  const said = findStatements(beliefs, input);
  const rated = findRatings(beliefs, input);
  return new Map(
    beliefs.map((belief) => {
      const { key } = belief;
      const all = [...(said.get(key) ?? []), ...repetitionsOf(belief), ...(rated.get(key) ?? [])];
      return [key, all.sort(byTime)];
    }),
  );
}

const byTime = (a: BeliefEvidence, b: BeliefEvidence): number =>
  a.at > b.at ? -1 : a.at < b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** Later occasions that taught its own memory the same again. */
function repetitionsOf({ statement, formedAt, formedFrom, memory }: Belief): BeliefEvidence[] {
  if (!memory) return [];
  const later = memory.provenance.filter(
    (entry) =>
      (formedAt === null || entry.at > formedAt) && !evidenceIds([entry]).some((id) => formedFrom.has(id)),
  );
  return later.map(({ at, sessionId, sha, quote }) => ({
    side: 'for',
    kind: 'memory',
    id: memory.id,
    at,
    text: quote ?? statement,
    why: `taught again${sessionId ? ` in session ${sessionId}` : sha ? ` by commit ${sha.slice(0, 10)}` : ''}`,
    said: isUserStated(memory),
  }));
}
