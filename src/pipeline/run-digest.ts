import { compact } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { LinePlace, RunDigest } from '../domain/run-digest.ts';
import { cut } from '../text/cut.ts';
import { classUnits, hashOfUnits } from './class-units.ts';

/** Characters of a prompt that are kept in short: enough to tell prompts apart and to find them. */
const queryLength = 300;

/** Counts up when digests are made otherwise: what was kept of an older kind is then made anew. */
const digestVersion = '1';

/** A prompt as it is counted: lower case, blanks folded, cut. Two that are equal asked the same. */
export const normalQuery = (query: string): string =>
  cut(query.trim().toLowerCase().replace(/\s+/g, ' '), queryLength);

/** A run in short. Its class is that of the rules as they are now, whatever its line says: counting never waits for `hebb workflows rehash`. */
export function digestOf(run: Run, place: LinePlace): RunDigest {
  const units = classUnits(run.steps);
  return {
    id: run.id,
    sessionId: run.sessionId,
    project: run.project,
    ...compact({ user: run.user }),
    outcome: run.outcome,
    closed: run.closed,
    createdAt: run.createdAt,
    query: normalQuery(run.query),
    ...(units.length > 0 ? { classHash: hashOfUnits(units) } : {}),
    units,
    skills: run.skillsInContext ?? [],
    ...(run.evaluation === undefined ? {} : { asked: true as const }),
    place,
  };
}

/** How runs become digests, for the store that keeps them. Another version of hebb may see other classes: it makes its own. */
export const digestMaker = (hebbVersion: string) => ({
  version: `${hebbVersion} ${digestVersion}`,
  digestOf,
});
