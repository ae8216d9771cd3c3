import type {
  Entity,
  Graph,
  GraphRelation,
  NewObservations,
  ObservationDeletion,
} from '../../src/domain/graph.ts';

/** A call of one of the nine tools. */
export type Call =
  | { readonly tool: 'create_entities'; readonly entities: readonly Entity[] }
  | { readonly tool: 'create_relations'; readonly relations: readonly GraphRelation[] }
  | { readonly tool: 'add_observations'; readonly observations: readonly NewObservations[] }
  | { readonly tool: 'delete_entities'; readonly entityNames: readonly string[] }
  | { readonly tool: 'delete_observations'; readonly deletions: readonly ObservationDeletion[] }
  | { readonly tool: 'delete_relations'; readonly relations: readonly GraphRelation[] }
  | { readonly tool: 'search_nodes'; readonly query: string }
  | { readonly tool: 'open_nodes'; readonly names: readonly string[] }
  | { readonly tool: 'read_graph' };

/** An answer: data, `null` where the tool only says that it is done, or the message of a failure. */
export type Answer = { readonly data: unknown } | { readonly error: string };

const sameRelation = (a: GraphRelation, b: GraphRelation): boolean =>
  a.from === b.from && a.to === b.to && a.relationType === b.relationType;

/** The Memory MCP server as its behaviour is written down (formats, section E): two lists, searched from the front. */
export function createGraphModel() {
  let entities: { name: string; entityType: string; observations: string[] }[] = [];
  let relations: GraphRelation[] = [];
  const touching = (found: readonly Entity[]): Graph => {
    const names = new Set(found.map(({ name }) => name));
    return {
      entities: [...found],
      relations: relations.filter(({ from, to }) => names.has(from) || names.has(to)),
    };
  };
  const answer = (call: Call): Answer => {
    switch (call.tool) {
      case 'create_entities': {
        const fresh = call.entities.filter(({ name }) => !entities.some((one) => one.name === name));
        entities.push(...fresh.map((one) => ({ ...one, observations: [...one.observations] })));
        return { data: fresh };
      }
      case 'create_relations': {
        const fresh = call.relations.filter((one) => !relations.some((other) => sameRelation(one, other)));
        relations.push(...fresh);
        return { data: fresh };
      }
      case 'add_observations': {
        const missing = call.observations.find(
          ({ entityName }) => !entities.some(({ name }) => name === entityName),
        );
        if (missing) return { error: `Entity with name ${missing.entityName} not found` };
        const data = call.observations.map(({ entityName, contents }) => {
          const entity = entities.find(({ name }) => name === entityName);
          const added = contents.filter((text) => !entity?.observations.includes(text));
          entity?.observations.push(...added);
          return { entityName, addedObservations: added };
        });
        return { data };
      }
      case 'delete_entities': {
        const gone = new Set(call.entityNames);
        entities = entities.filter(({ name }) => !gone.has(name));
        relations = relations.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
        return { data: null };
      }
      case 'delete_observations': {
        for (const { entityName, observations } of call.deletions) {
          const entity = entities.find(({ name }) => name === entityName);
          if (entity)
            entity.observations = entity.observations.filter((text) => !observations.includes(text));
        }
        return { data: null };
      }
      case 'delete_relations':
        relations = relations.filter((one) => !call.relations.some((gone) => sameRelation(one, gone)));
        return { data: null };
      case 'search_nodes': {
        const piece = call.query.toLowerCase();
        const holds = (text: string): boolean => text.toLowerCase().includes(piece);
        return {
          data: touching(
            entities.filter((one) => [one.name, one.entityType, ...one.observations].some(holds)),
          ),
        };
      }
      case 'open_nodes':
        return { data: touching(entities.filter(({ name }) => call.names.includes(name))) };
      case 'read_graph':
        return { data: { entities: [...entities], relations: [...relations] } };
    }
  };
  return (call: Call): Answer => structuredClone(answer(call));
}
