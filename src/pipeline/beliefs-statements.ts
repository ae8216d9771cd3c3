import type { Candidate, Judged } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import { compareStatements } from '../text/compare-statements.ts';
import { mergeable } from '../text/mergeable.ts';
import { polarityOf } from '../text/polarity.ts';
import { REVIEW, similarity } from '../text/similarity.ts';
import type { Lexicon } from '../text/synonyms.ts';
import type { Belief, BeliefEvidence, EvidenceInput } from './beliefs-evidence.ts';
import { openNeighbours } from './find-neighbours.ts';
import { isJudged, latestOf } from './judge-consistency.ts';
import { isUserStated } from './memory-of.ts';

/** Something that was said or learned. */
type Statement = Pick<BeliefEvidence, 'kind' | 'id' | 'at' | 'text' | 'said'>;

/** Statements that a belief is compared with: the nearest by shared words. */
const NEAREST = 50;

/** What the judge did not keep as a memory still speaks; what it kept does so as the memory. */
const unsaved: ReadonlySet<Judged['verdict']> = new Set(['rejected', 'below-threshold', 'pending']);

/** What was said or learned since each belief was formed that says the same or the opposite, by the belief's key. */
export function findStatements(
  beliefs: readonly Belief[],
  input: EvidenceInput,
): Map<string, BeliefEvidence[]> {
  if (beliefs.length === 0) return new Map();
  const statements = statementsIn(input);
  const index = openNeighbours(new Map(), input.lexicon)({ scope: 'global' });
  for (const [at, { text }] of statements.entries()) index.add({ id: String(at), summary: text });
  return new Map(
    beliefs.map((belief) => {
      const isLater = (id: string): boolean => isLaterThan(belief, statements[Number(id)]);
      const near = index.near(belief.statement, isLater, NEAREST);
      const read = near
        .flatMap(({ id }) => statements[Number(id)] ?? [])
        .flatMap((statement) => readStatement(belief, statement, input.lexicon));
      return [belief.key, onceASession(read)];
    }),
  );
}

function isLaterThan({ formedAt, memory }: Belief, statement: Statement | undefined): boolean {
  if (!statement || statement.id === memory?.id || memory?.aliases.includes(statement.id)) return false;
  return formedAt === null || statement.at > formedAt;
}

function statementsIn({ state, sessions }: EvidenceInput): Statement[] {
  const held = [...state.memories.values()].filter(isJudged);
  const candidates = [...state.imported.values()].flatMap(({ judged }) =>
    judged.filter(({ verdict }) => unsaved.has(verdict)).map(({ candidate }) => candidate),
  );
  const all = [
    ...held.map((memory) => learned('memory', memory)),
    ...candidates
      .filter(({ id }) => !state.memories.has(id))
      .map((candidate) => learned('candidate', candidate)),
    ...sessions.flatMap(({ id, instructions }) =>
      instructions.map(({ text, at }): Statement => ({ kind: 'instruction', id, at, text, said: true })),
    ),
  ];
  return [...new Map(all.map((one) => [`${one.kind} ${one.id} ${one.text}`, one])).values()];
}

function learned(
  kind: 'memory' | 'candidate',
  { id, summary, source, provenance }: Memory | Candidate,
): Statement {
  const at = latestOf(
    provenance.map((entry) => entry.at),
    '',
  );
  return { kind, id, at, text: summary, said: isUserStated({ source }) };
}

/** An instruction repeated in one session speaks once. */
const onceASession = (evidence: readonly BeliefEvidence[]): BeliefEvidence[] => [
  ...new Map(evidence.map((one) => [`${one.kind} ${one.id} ${one.side}`, one])).values(),
];

function readStatement(belief: Belief, statement: Statement, lexicon?: Lexicon): BeliefEvidence[] {
  const { kind, reason } = compareStatements(belief.statement, statement.text, lexicon);
  if (kind === 'contradicts') return [{ ...statement, side: 'against', why: reason }];
  if (kind === 'same' || kind === 'restates') return [{ ...statement, side: 'for', why: reason }];
  return saysMore(belief.statement, statement.text, lexicon)
    ? [{ ...statement, side: 'for', why: 'says the same with more or less detail' }]
    : [];
}

/** Alike enough for a look, of one polarity, and only one of the two has words of its own: the same thing in another detail. */
function saysMore(a: string, b: string, lexicon?: Lexicon): boolean {
  if (similarity(a, b, lexicon) <= REVIEW || polarityOf(a) !== polarityOf(b)) return false;
  const difference = mergeable(a, b, lexicon);
  if (difference.mergeable) return true;
  const { reason, left, right } = difference;
  return reason === 'word' && (left.length === 0 || right.length === 0);
}
