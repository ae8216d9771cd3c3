import type { Candidate, Judged } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { State } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import { compareStatements } from '../text/compare-statements.ts';
import { mergeable } from '../text/mergeable.ts';
import { polarityOf } from '../text/polarity.ts';
import { REVIEW, similarity } from '../text/similarity.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { deriveUsage } from './derive-usage.ts';
import { evidenceIds } from './evidence.ts';
import { openNeighbours } from './find-neighbours.ts';
import { isJudged, latestOf } from './judge-consistency.ts';
import { isUserStated } from './memory-of.ts';
import { standingRatings } from './usage-stats.ts';

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

/** Something that was said or learned. */
type Statement = Pick<BeliefEvidence, 'kind' | 'id' | 'at' | 'text' | 'said'>;

/** Statements that a belief is compared with: the nearest by shared words. */
const NEAREST = 50;

/** What the judge did not keep as a memory still speaks; what it kept does so as the memory. */
const unsaved: ReadonlySet<Judged['verdict']> = new Set(['rejected', 'below-threshold', 'pending']);

/** The evidence of each belief by its key, newest first: only what is later than the belief, and not what it was formed from. */
export function findEvidence(
  beliefs: readonly Belief[],
  input: EvidenceInput,
): Map<string, BeliefEvidence[]> {
  const statements = statementsIn(input);
  const index = openNeighbours(new Map(), input.lexicon)({ scope: 'global' });
  statements.forEach(({ text }, at) => {
    index.add({ id: String(at), summary: text });
  });
  return new Map(
    beliefs.map((belief) => {
      const isLater = (id: string): boolean => isLaterThan(belief, statements[Number(id)]);
      const near = index
        .near(belief.statement, isLater, NEAREST)
        .flatMap(({ id }) => statements[Number(id)] ?? []);
      const spoken = near.flatMap((statement) => readStatement(belief, statement, input.lexicon));
      return [
        belief.key,
        [...onceASession(spoken), ...repetitionsOf(belief), ...runsOn(belief, input)].sort(byTime),
      ];
    }),
  );
}

const byTime = (a: BeliefEvidence, b: BeliefEvidence): number =>
  a.at > b.at ? -1 : a.at < b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

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

/** The runs that applied it, as usage of a memory is derived, and what was said of the memory that it came from. */
function runsOn(belief: Belief, { runs, usage }: EvidenceInput): BeliefEvidence[] {
  const { statement, formedAt, memory } = belief;
  const since = formedAt ?? '';
  const own = memory ? new Set([memory.id, ...memory.aliases]) : new Set<string>();
  const known = usage.filter(({ memoryId, at }) => own.has(memoryId) && at > since);
  const derived = deriveUsage(runs, [asMemory(belief)]);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return standingRatings([...known, ...derived], () => belief.key).map((rating): BeliefEvidence => {
    const run = byId.get(rating.runId ?? '');
    const isFor = rating.kind === 'helpful';
    return {
      side: isFor ? 'for' : 'against',
      kind: 'run',
      id: rating.runId ?? rating.sessionId ?? rating.id,
      at: rating.at,
      text: run?.query ?? statement,
      why: whyOf(rating, run),
      said: rating.by === 'person',
    };
  });
}

function whyOf({ kind, by }: Usage, run: Run | undefined): string {
  if (by === 'person')
    return kind === 'helpful' ? 'a person called it helpful' : 'a person called it not helpful';
  const how = run ? ` (${run.outcomeSource})` : '';
  return kind === 'helpful' ? `applied, and it went well${how}` : `applied, and it went wrong${how}`;
}

/** A belief as a memory whose uses are looked for. */
const asMemory = ({ key, statement, formedAt, memory }: Belief): Memory => ({
  v: 1,
  id: `belief-${key}`,
  rev: 1,
  name: `belief:${key}`,
  entityType: 'belief',
  summary: statement,
  observations: memory?.observations ?? [],
  appliesTo: memory?.appliesTo ?? [],
  severity: 'medium',
  source: 'implementation',
  scope: 'global',
  status: 'active',
  support: 1,
  confidence: 1,
  base: 1,
  decayRate: 0,
  anchoredAt: formedAt ?? '',
  discoveredAt: formedAt ?? '',
  admittedAt: formedAt ?? '',
  pinned: false,
  critical: false,
  citations: [],
  provenance: memory?.provenance ?? [],
  gate: {},
  aliases: [],
  updatedAt: formedAt ?? '',
});
