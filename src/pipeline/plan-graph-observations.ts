import type { AddedObservations, GraphScope, NewObservations, ObservationDeletion } from '../domain/graph.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { withObservations, withoutObservations } from './graph-entity.ts';
import { graphIndexOf } from './graph-index.ts';
import { entityOf } from './graph-view.ts';
import {
  type GraphOutcome,
  type GraphWrite,
  graphCandidate,
  graphReason,
  heldBack,
  heldOf,
  masked,
  planned,
  refused,
} from './graph-write.ts';
import { changeRecord } from './record-changes.ts';

/** What `add_observations` is called with. */
export interface AddObservations extends GraphWrite {
  readonly observations: readonly NewObservations[];
}

/** An entity as the items of a call so far leave it. */
interface Growing {
  readonly before: Memory;
  readonly observations: string[];
  readonly known: Set<string>;
}

/** Earlier observations that new ones are read after, so that an order cut in pieces over several calls is read whole. */
const readBefore = 2;

/**
 * Adds observations to the first entity of a name, those that it does not have word for word. An unknown name refuses the
 * whole call. A name from before a merge finds what it became.
 */
export function planAddObservations(
  state: State,
  input: AddObservations,
): GraphOutcome<readonly AddedObservations[]> {
  const { scope, now, screen } = input;
  const index = graphIndexOf(state, scope);
  const growing = new Map<string, Growing>();
  const result: AddedObservations[] = [];
  for (const { entityName, contents } of input.observations) {
    const [found] = [...index.called(entityName), ...index.called(masked(entityName))];
    if (!found) return refused(`Entity with name ${entityName} not found`, 'create_entities makes it');
    const grown = growing.get(found.id) ?? growingOf(found);
    growing.set(found.id, grown);
    const added = contents.map(masked).filter((text) => !grown.known.has(text));
    grown.observations.push(...added);
    for (const text of added) grown.known.add(text);
    result.push({ entityName: masked(entityName), addedObservations: added });
  }
  const grown = [...growing.values()].filter(
    ({ before, observations }) => observations.length > before.observations.length,
  );
  const held = heldOf(
    grown.map((one) => candidateOf(one, input)),
    screen,
  );
  if (held.length > 0) return heldBack(held);
  const changes = grown.map(({ before, observations }) => {
    const count = observations.length - before.observations.length;
    const reason = graphReason('observed', `${count} observations were added to ${before.name}.`, [
      before.id,
    ]);
    return changeRecord('memories', { before, after: withObservations(before, observations, now), reason });
  });
  return planned('add_observations', changes, result);
}

const growingOf = (before: Memory): Growing => ({
  before,
  observations: [...before.observations],
  known: new Set(entityOf(before).observations),
});

function candidateOf({ before, observations }: Growing, { scope: { owner }, now }: AddObservations) {
  const from = before.observations.length;
  const added = observations.slice(from);
  const tail = observations.slice(Math.max(0, from - readBefore), from);
  const whole = tail.length > 0 ? [[...tail, ...added].join('\n')] : [];
  return graphCandidate({ name: before.name, says: [...added, ...whole] }, { id: before.id, owner, now });
}

/** What `delete_observations` is called with. */
export interface DeleteObservations {
  readonly deletions: readonly ObservationDeletion[];
  readonly scope: GraphScope;
  readonly now: string;
}

/** Takes observations from the first entity of a name, exact texts; unknown names and texts are ignored. */
export function planDeleteObservations(
  state: State,
  { deletions, scope, now }: DeleteObservations,
): GraphOutcome<null> {
  const index = graphIndexOf(state, scope);
  const gone = new Map<Memory, Set<string>>();
  for (const { entityName, observations } of deletions) {
    const [found] = [...index.named(entityName), ...index.named(masked(entityName))];
    if (!found) continue;
    const texts = gone.get(found) ?? new Set<string>();
    gone.set(found, texts);
    for (const text of observations) texts.add(text).add(masked(text));
  }
  const changes = [...gone].flatMap(([before, texts]): Change[] => {
    const after = withoutObservations(before, texts, now);
    if (after === before) return [];
    const reason = graphReason('unsaid', `Observations were deleted from ${before.name}.`, [before.id]);
    return [changeRecord('memories', { before, after, reason })];
  });
  return planned('delete_observations', changes, null);
}
