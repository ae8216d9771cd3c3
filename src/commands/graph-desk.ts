import type { Candidate } from '../domain/candidate.ts';
import { HebbError } from '../domain/failure.ts';
import type {
  AddedObservations,
  Entity,
  Graph,
  GraphRelation,
  GraphScope,
  NewObservations,
  ObservationDeletion,
} from '../domain/graph.ts';
import type { State } from '../domain/state.ts';
import { openNodes, readGraph, searchNodes } from '../pipeline/graph-view.ts';
import type { GraphOutcome, GraphWrite } from '../pipeline/graph-write.ts';
import { planCreateEntities, planDeleteEntities } from '../pipeline/plan-graph-entities.ts';
import { planAddObservations, planDeleteObservations } from '../pipeline/plan-graph-observations.ts';
import { planCreateRelations, planDeleteRelations } from '../pipeline/plan-graph-relations.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import type { Screen } from '../pipeline/screen-masked.ts';
import { addBlocked } from '../store/quarantine.ts';
import type { Store } from '../store/store.ts';
import { openScreen } from './asked-screen.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { graphOwnerOf } from './graph-owner.ts';
import { finderOf, rememberProjects } from './here.ts';
import type { LiveStore } from './live-store.ts';

/** The graph of one place, as the tools of the Memory MCP server work on it. A write is on disk when it is answered. */
export interface GraphDesk {
  /** Answers those that are new. */
  createEntities(entities: readonly Entity[]): Promise<readonly Entity[]>;
  /** Answers those that are new. */
  createRelations(relations: readonly GraphRelation[]): Promise<readonly GraphRelation[]>;
  /** Answers what was new of each; fails as a whole where an entity is unknown. */
  addObservations(additions: readonly NewObservations[]): Promise<readonly AddedObservations[]>;
  deleteEntities(names: readonly string[]): Promise<void>;
  deleteObservations(deletions: readonly ObservationDeletion[]): Promise<void>;
  deleteRelations(relations: readonly GraphRelation[]): Promise<void>;
  read(): Promise<Graph>;
  search(query: string): Promise<Graph>;
  open(names: readonly string[]): Promise<Graph>;
}

/** What a desk is set up with. */
export interface GraphDeskInput {
  readonly input: CommandInput;
  readonly live: LiveStore;
}

/**
 * The graph of the project at hand, or with `--global` the one that holds for every project. Calls take their turn: what is
 * asked later sees what was asked before.
 */
export function openGraphDesk(desk: GraphDeskInput): GraphDesk {
  const { live } = desk;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  let found: Promise<GraphScope> | undefined;
  const scopeIn = (store: Store): Promise<GraphScope> => {
    found ??= scopeOf(desk.input, store);
    return found;
  };
  const write = <T>(plan: GraphPlanner<T>): Promise<T> =>
    inTurn(async () => {
      const store = await live.toWrite();
      return commitGraph(desk, { store, scope: await scopeIn(store), plan });
    });
  const view = (look: (state: State, scope: GraphScope) => Graph): Promise<Graph> =>
    inTurn(async () => {
      const store = await live.toRead();
      const scope = await scopeIn(store);
      return look(store.state(), scope);
    });
  return {
    createEntities: (entities) => write((state, given) => planCreateEntities(state, { ...given, entities })),
    createRelations: (relations) =>
      write((state, given) => planCreateRelations(state, { ...given, relations })),
    addObservations: (observations) =>
      write((state, given) => planAddObservations(state, { ...given, observations })),
    deleteEntities: async (entityNames) => {
      await write((state, given) => planDeleteEntities(state, { ...given, entityNames }));
    },
    deleteObservations: async (deletions) => {
      await write((state, given) => planDeleteObservations(state, { ...given, deletions }));
    },
    deleteRelations: async (relations) => {
      await write((state, given) => planDeleteRelations(state, { ...given, relations }));
    },
    read: () => view(readGraph),
    search: (query) => view((state, scope) => searchNodes(state, scope, query)),
    open: (names) => view((state, scope) => openNodes(state, scope, names)),
  };
}

/** One tool's planner, with its own input filled in. */
type GraphPlanner<T> = (state: State, given: GraphWrite) => GraphOutcome<T>;

async function scopeOf(input: CommandInput, store: Store): Promise<GraphScope> {
  if (hasFlag(input.options, 'global')) return { owner: { scope: 'global' } };
  const finder = finderOf(input, store);
  const owner = await graphOwnerOf(input, finder);
  rememberProjects(store, finder);
  return { owner };
}

/** A write on its way: where, whose and what. */
interface GraphCommit<T> {
  readonly store: Store;
  readonly scope: GraphScope;
  readonly plan: GraphPlanner<T>;
}

async function commitGraph<T>(
  { input, live }: GraphDeskInput,
  { store, scope, plan }: GraphCommit<T>,
): Promise<T> {
  const given = { scope, policy: store.policy(), now: input.host.now() };
  const screen = await screenFor(store, input, (noting) => plan(store.state(), { ...given, screen: noting }));
  let outcome: GraphOutcome<T> | undefined;
  const operation = store.commit({
    command: 'mcp',
    plan: (state) => {
      outcome = plan(state, { ...given, screen });
      return outcome.ok ? outcome.value : { command: 'mcp', changes: [] };
    },
  });
  if (!outcome) throw new Error('a commit without a plan');
  if (operation) live.wrote(JSON.stringify(operation).length);
  if (outcome.ok) return outcome.value.result;
  const blocked = outcome.held.map(({ candidate, reason }) => ({ ...candidate, reason }));
  addBlocked(store, blocked, input.host.now());
  throw new HebbError(outcome.failure);
}

/** The screen, and behind it the model where the config names one: what it will be asked is what a first plan asks. */
async function screenFor(
  store: Store,
  { host }: CommandInput,
  rehearse: (noting: Screen) => unknown,
): Promise<Screen> {
  if (store.settings.models.language.kind === 'none') return screenCandidate;
  const asked: Candidate[] = [];
  rehearse((candidate) => {
    asked.push(candidate);
    return { verdict: 'pass' };
  });
  return (await openScreen(store, host, asked)).screen;
}
