import { type Dict, dictsAt, numberAt, stringAt, stringsAt } from '../domain/json.ts';
import { foldLoops } from './fold-loops.ts';
import { mineDefaults, mineProcedures } from './mine-procedures.ts';

/** Sessions that must share a procedure where nothing but actions is known: three are the fewest that are no chance of two. */
const MIN_SESSIONS = 3;

/** No gate follows that asks for success, so what is far behind the best is left out. */
const LEAST_WORTH = 0.08;

/**
 * Answers `{sessions: [{id, actions: [...]}], max}`: what the sessions do again and again, `{patterns: [[action, ...], ...]}`, best first. An
 * action is a unit as it stands; loops are folded as those of runs are.
 */
export function answerMining(request: Dict): { readonly patterns: readonly (readonly string[])[] } {
  const sequences = dictsAt(request, 'sessions').map((session, at) => {
    const id = stringAt(session, 'id') ?? `${at}`;
    return { units: foldLoops(stringsAt(session, 'actions')), query: id, session: id };
  });
  const max = numberAt(request, 'max') ?? mineDefaults.max;
  const options = { minRuns: MIN_SESSIONS, max, leastWorth: LEAST_WORTH };
  return { patterns: mineProcedures(sequences, options).map(({ units }) => units) };
}
