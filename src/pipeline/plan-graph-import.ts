import type { ImportedFile } from '../domain/candidate.ts';
import {
  entityId,
  type FoundEntity,
  type FoundRelation,
  type GraphFile,
  type GraphOwner,
} from '../domain/graph.ts';
import type { Memory, Relation, Tombstone } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { factKey } from '../text/lookalikes.ts';
import { memoryOfEntity, withObservations } from './graph-entity.ts';
import { graphIndexOf } from './graph-index.ts';
import { entityOf } from './graph-view.ts';
import { graphReason } from './graph-write.ts';
import { createChanges, freeRelationId } from './plan-graph-entities.ts';
import { draftRelation } from './plan-graph-relations.ts';
import { type PreparedGraph, provenanceOf } from './prepare-graph-file.ts';
import { purgedFacts } from './purged-facts.ts';
import { changeRecord } from './record-changes.ts';

/** What every part of the import of a graph file decides with. */
export interface GraphImport {
  readonly state: State;
  readonly file: GraphFile;
  readonly owner: GraphOwner;
  readonly policy: Policy;
  readonly now: string;
}

/** What importing entities would change: how many are new and how many got observations, and names that stay out. */
export interface EntityImportPlan extends Plan {
  readonly created: number;
  readonly extended: number;
  readonly keptOut: readonly string[];
}

/**
 * Brings entities of a prepared file into the graph. One that is there gets the observations that it lacks; what was
 * forgotten or turned down stays out, entity or single observation; a second import changes nothing.
 */
export function planImportEntities(input: GraphImport, entities: readonly FoundEntity[]): EntityImportPlan {
  const { state, owner, now } = input;
  const index = graphIndexOf(state, { owner });
  const isForgotten = forgottenIn(state, owner);
  const created: Memory[] = [];
  const extended: Change[] = [];
  const keptOut: string[] = [];
  for (const found of entities) {
    const entity = { ...found, observations: found.observations.filter((text) => !isForgotten(text)) };
    const [there] = index.named(entity.name);
    const id = entityId(owner, entity.name);
    if (there) extended.push(...extendChange(there, entity, now));
    else if (state.memories.has(id) || isForgotten(entity.name, id)) keptOut.push(entity.name);
    else created.push(newMemory(input, entity, id));
  }
  const changes = [...createChanges(state, created, { index, now }), ...extended];
  return { command: 'import mcp', changes, created: created.length, extended: extended.length, keptOut };
}

const newMemory = (input: GraphImport, entity: FoundEntity, id: string): Memory =>
  memoryOfEntity(
    input.state,
    { entity, owner: input.owner, id, source: 'import', provenance: [provenanceOf(entity, input)] },
    input,
  );

/** What stands under a tombstone of this owner, by its text or its id. */
function forgottenIn({ tombstones }: State, owner: GraphOwner): (text: string, id?: string) => boolean {
  const standing = [...tombstones.values()].filter(({ liftedAt }: Tombstone) => !liftedAt);
  const names = new Set(standing.flatMap(({ key, memoryId, aliases = [] }) => [key, memoryId, ...aliases]));
  if (names.size === 0) return () => false;
  return (text, id = '') =>
    names.has(id) || names.has(factKey({ entityType: 'note', summary: text, ...owner }));
}

function extendChange(before: Memory, { observations }: FoundEntity, now: string): Change[] {
  const known = new Set(entityOf(before).observations);
  const added = observations.filter((text) => !known.has(text));
  if (added.length === 0) return [];
  const after = withObservations(before, [...before.observations, ...added], now);
  const reason = graphReason('observed', `${added.length} observations were imported for it.`, [before.id]);
  return [changeRecord('memories', { before, after, reason })];
}

/** What importing relations would change, and how many are new. */
export interface RelationImportPlan extends Plan {
  readonly created: number;
}

/** Brings relations of a prepared file into the graph, each once, after its entities. */
export function planImportRelations(
  { state, owner, now }: GraphImport,
  relations: readonly FoundRelation[],
): RelationImportPlan {
  const index = graphIndexOf(state, { owner });
  const added = new Map<string, Change>();
  for (const { row, ...relation } of relations) {
    if (index.stated(relation.from, relation.relationType, relation.to).length > 0) continue;
    const draft = draftRelation(index, relation, { scope: { owner }, now, row });
    const id = freeRelationId(draft, (one) => state.relations.has(one));
    if (added.has(id)) continue;
    const after: Relation = { ...draft, id };
    const reason = graphReason('related', 'It was imported from an MCP memory file.', [after.from, after.to]);
    added.set(id, changeRecord('relations', { before: null, after, reason }));
  }
  return { command: 'import mcp', changes: [...added.values()], created: added.size };
}

/** Keeps what was held back where the review queue finds it, each once; what was purged is not written down again. */
export function planKeepHeld({ state, file, now }: GraphImport, { held }: PreparedGraph): Plan {
  const id = `mcp-${file.hash}`;
  const before = state.imported.get(id) ?? null;
  const known = new Set(before?.judged.map(({ candidate }) => candidate.id));
  const isPurged = purgedFacts(state);
  const fresh = held.filter(({ candidate }) => !known.has(candidate.id) && !isPurged(candidate));
  if (fresh.length === 0) return { command: 'import mcp', changes: [] };
  const after: ImportedFile = {
    v: 1,
    id,
    source: 'import',
    at: now,
    importedAt: now,
    judged: [...(before?.judged ?? []), ...fresh],
  };
  const reason = graphReason('held', `${fresh.length} texts of ${file.file} were held back.`);
  return { command: 'import mcp', changes: [changeRecord('imported', { before, after, reason })] };
}
