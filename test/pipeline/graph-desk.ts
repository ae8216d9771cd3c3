import type { GraphScope } from '../../src/domain/graph.ts';
import type { Change } from '../../src/domain/plan.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { emptyState, type State, splitTarget } from '../../src/domain/state.ts';
import { openNodes, readGraph, searchNodes } from '../../src/pipeline/graph-view.ts';
import type { GraphOutcome } from '../../src/pipeline/graph-write.ts';
import { planCreateEntities, planDeleteEntities } from '../../src/pipeline/plan-graph-entities.ts';
import { planAddObservations, planDeleteObservations } from '../../src/pipeline/plan-graph-observations.ts';
import { planCreateRelations, planDeleteRelations } from '../../src/pipeline/plan-graph-relations.ts';
import type { Screen } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import type { Answer, Call } from './graph-model.ts';
import { now } from './samples.ts';

/** The graph of a project that these tests write to. */
export const scope: GraphScope = { owner: { scope: 'project', project: 'p-1' } };

const passing: Screen = () => ({ verdict: 'pass' });

/**
 * A home in memory that answers calls with hebb's planners and keeps what they change: in a new state each time, or, as a
 * process that lives on, in the same maps.
 */
export class Desk {
  state: State;
  changes: readonly Change[] = [];
  now = now;
  readonly screen: Screen;

  readonly #isLasting: boolean;

  constructor(state: State = emptyState, { screen = passing, isLasting = false } = {}) {
    const { memories, relations, tombstones, archive } = state;
    const own = {
      memories: new Map(memories),
      relations: new Map(relations),
      tombstones: new Map(tombstones),
      archive: new Map(archive),
    };
    this.state = isLasting ? { ...state, ...own } : state;
    this.screen = screen;
    this.#isLasting = isLasting;
  }

  call(call: Call): Answer {
    const { state } = this;
    switch (call.tool) {
      case 'create_entities':
        return this.#commit(planCreateEntities(state, { ...call, ...this.#with() }));
      case 'create_relations':
        return this.#commit(planCreateRelations(state, { ...call, ...this.#with() }));
      case 'add_observations':
        return this.#commit(planAddObservations(state, { ...call, ...this.#with() }));
      case 'delete_entities':
        return this.#commit(planDeleteEntities(state, { ...call, ...this.#with() }));
      case 'delete_observations':
        return this.#commit(planDeleteObservations(state, { ...call, ...this.#with() }));
      case 'delete_relations':
        return this.#commit(planDeleteRelations(state, { ...call, ...this.#with() }));
      case 'search_nodes':
        return { data: searchNodes(state, scope, call.query) };
      case 'open_nodes':
        return { data: openNodes(state, scope, call.names) };
      case 'read_graph':
        return { data: readGraph(state, scope) };
    }
  }

  #with() {
    return { scope, policy, now: this.now, screen: this.screen };
  }

  #applyInPlace(): State {
    const next = applyChanges(this.state, this.changes);
    for (const name of ['memories', 'relations', 'tombstones', 'archive'] as const) {
      const table: Map<string, unknown> = this.state[name] as Map<string, unknown>;
      for (const { target, after } of this.changes) {
        const { collection, id } = splitTarget(target);
        if (collection !== name) continue;
        if (after === null) table.delete(id);
        else table.set(id, next[name].get(id) ?? after);
      }
    }
    return this.state;
  }

  #commit(outcome: GraphOutcome<unknown>): Answer {
    if (!outcome.ok) return { error: outcome.failure.message };
    this.changes = outcome.value.changes;
    this.state = this.#isLasting ? this.#applyInPlace() : applyChanges(this.state, this.changes);
    return { data: outcome.value.result };
  }
}
