import type { Run } from '../domain/run.ts';
import type { Usage } from '../domain/usage.ts';
import type { KindReader } from './reflect-work.ts';

/** A prompt that went wrong while no memory took part: where something worth knowing was not known. */
export interface Gap {
  readonly runId: string;
  readonly sessionId: string;
  readonly project: string;
  readonly at: string;
  readonly query: string;
  readonly kind: string;
  /** What decided that it went wrong. */
  readonly why: string;
}

/** What a memory has to have been in a run to have taken part: being shown is not enough. */
const takingPart: ReadonlySet<Usage['kind']> = new Set([
  'recalled',
  'fetched',
  'applied',
  'helpful',
  'not-helpful',
]);

/** Runs that failed without any memory in them, newest first. */
export function findGaps(runs: readonly Run[], usage: readonly Usage[], kindOf: KindReader): Gap[] {
  const helped = new Set(
    usage
      .filter(({ kind }) => takingPart.has(kind))
      .flatMap(({ runId, sessionId }) => runId ?? sessionId ?? []),
  );
  return runs
    .filter(
      ({ id, sessionId, outcome }) => outcome === 'failure' && !helped.has(id) && !helped.has(sessionId),
    )
    .map((run) => ({
      runId: run.id,
      sessionId: run.sessionId,
      project: run.project,
      at: run.createdAt,
      query: run.query,
      kind: kindOf(run).label,
      why: run.outcomeSource,
    }))
    .sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.runId < b.runId ? -1 : 1));
}
