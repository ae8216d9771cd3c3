import { hashOf, relationId } from './identity.ts';
import type { Relation } from './memory.ts';
import type { BadLine } from './trace.ts';

/** An entity of the graph, as the Memory MCP server shows it. Names are compared by case and may repeat. */
export interface Entity {
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
}

/** A relation of the graph; its ends are names, of entities or of nothing. */
export interface GraphRelation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}

/** What `read_graph`, `search_nodes` and `open_nodes` answer: entities and relations in the order in which they were written. */
export interface Graph {
  readonly entities: readonly Entity[];
  readonly relations: readonly GraphRelation[];
}

/** Observations to add to an entity, and what was added of them. */
export interface NewObservations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** What `add_observations` answers for each of its entities. */
export interface AddedObservations {
  readonly entityName: string;
  readonly addedObservations: readonly string[];
}

/** Observations to take from an entity: exact texts. */
export interface ObservationDeletion {
  readonly entityName: string;
  readonly observations: readonly string[];
}

/** Whose graph: a project's, or the one that holds for every project. */
export type GraphOwner =
  | { readonly scope: 'project'; readonly project: string }
  | { readonly scope: 'global' };

/** The graph that a server works on: what it writes belongs to `owner`; it reads and changes that of `others` as well. */
export interface GraphScope {
  readonly owner: GraphOwner;
  readonly others?: readonly GraphOwner[];
}

/**
 * Id of the n-th entity of a name (from 1): the name is what makes an entity, as it is written. Only entities that came in
 * one call can share a name.
 */
export function entityId(owner: GraphOwner, name: string, number = 1): string {
  const whose = owner.scope === 'project' ? owner.project : '';
  return `m-${hashOf('graph', owner.scope, whose, name, String(number))}`;
}

/** What makes a relation the same: its ends, its type and its label, and the project where it has one. */
export type RelationKey = Pick<Relation, 'from' | 'type' | 'to' | 'label' | 'project'>;

/** Id of a relation with or without a label; `number` tells equal ones apart that came in one call. */
export function idOfRelation({ from, type, to, label, project = '' }: RelationKey, number = 1): string {
  return label === undefined
    ? relationId(from, type, to)
    : `r-${hashOf('graph', project, from, label, to, String(number))}`;
}

/** An entity as it stands in an MCP memory file. */
export interface FoundEntity extends Entity {
  /** Line of the file from 1, or place in its list where all is one document. */
  readonly row: number;
  /** When it was first written, where the file says so. */
  readonly at?: string;
}

/** A relation as it stands in an MCP memory file. */
export interface FoundRelation extends GraphRelation {
  readonly row: number;
}

/** What an MCP memory file holds, in its order, and what could not be read. */
export interface GraphFile {
  readonly file: string;
  /** Hash of the content. */
  readonly hash: string;
  readonly entities: readonly FoundEntity[];
  readonly relations: readonly FoundRelation[];
  readonly problems: readonly BadLine[];
  /** Whether the official server reads all of it as it stands: a row a line, with its type, and nothing but texts. */
  readonly isCanonical: boolean;
}
