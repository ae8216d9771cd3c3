import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { GraphDesk } from '../commands/graph-desk.ts';
import type { Calls } from './calls.ts';
import { textOf, toolText } from './tool-texts.ts';

/** What the tools of the graph are registered with. */
export interface GraphToolsInput {
  readonly server: McpServer;
  readonly calls: Calls;
  /** Loaded when it is first asked. */
  graph(): Promise<GraphDesk>;
  /** Called after the graph has changed. */
  changed(): void;
}

const entity = z.object({
  name: z.string().describe(textOf('shapes', 'entity', 'name')),
  entityType: z.string().describe(textOf('shapes', 'entity', 'entityType')),
  observations: z.array(z.string()).describe(textOf('shapes', 'entity', 'observations')),
});

const relation = z.object({
  from: z.string().describe(textOf('shapes', 'relation', 'from')),
  to: z.string().describe(textOf('shapes', 'relation', 'to')),
  relationType: z.string().describe(textOf('shapes', 'relation', 'relationType')),
});

const added = z.object({ entityName: z.string(), addedObservations: z.array(z.string()) });
const graphShape = z.object({ entities: z.array(entity), relations: z.array(relation) });
const doneShape = z.object({ success: z.boolean(), message: z.string() });

const adding = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const deleting = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Title, description and hints of a tool. */
const about = (name: string, annotations: ToolAnnotations) => {
  const { title, description } = toolText(name);
  return { title, description, annotations };
};

const texts = (tool: string, argument: string) =>
  z.array(z.string()).describe(toolText(tool).argument(argument));

/** A result as the Memory MCP server gives it: JSON for people to read, and the same as data. */
const dataResult = (shown: unknown, structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(shown, null, 2) }],
  structuredContent,
});

const doneResult = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  structuredContent: { success: true, message },
});

/** A call after which the graph is another. */
const changing = ({ calls, changed }: GraphToolsInput, work: () => Promise<CallToolResult>) =>
  calls.answer(async () => {
    const result = await work();
    changed();
    return result;
  });

function createEntities(to: GraphToolsInput): void {
  const entities = z.array(entity).describe(toolText('create_entities').argument('entities'));
  const inputSchema = z.object({ entities });
  const outputSchema = z.object({ entities: z.array(entity) });
  const tool = { ...about('create_entities', adding), inputSchema, outputSchema };
  to.server.registerTool('create_entities', tool, (given) =>
    changing(to, async () => {
      const created = await (await to.graph()).createEntities(given.entities);
      return dataResult(created, { entities: created });
    }),
  );
}

function createRelations(to: GraphToolsInput): void {
  const relations = z.array(relation).describe(toolText('create_relations').argument('relations'));
  const inputSchema = z.object({ relations });
  const outputSchema = z.object({ relations: z.array(relation) });
  const tool = { ...about('create_relations', adding), inputSchema, outputSchema };
  to.server.registerTool('create_relations', tool, (given) =>
    changing(to, async () => {
      const created = await (await to.graph()).createRelations(given.relations);
      return dataResult(created, { relations: created });
    }),
  );
}

function addObservations(to: GraphToolsInput): void {
  const { argument } = toolText('add_observations');
  const entityName = z.string().describe(argument('entityName'));
  const addition = z.object({ entityName, contents: texts('add_observations', 'contents') });
  const observations = z.array(addition).describe(argument('observations'));
  const inputSchema = z.object({ observations });
  const outputSchema = z.object({ results: z.array(added) });
  const tool = { ...about('add_observations', adding), inputSchema, outputSchema };
  to.server.registerTool('add_observations', tool, (given) =>
    changing(to, async () => {
      const results = await (await to.graph()).addObservations(given.observations);
      return dataResult(results, { results });
    }),
  );
}

function deleteEntities(to: GraphToolsInput): void {
  const inputSchema = z.object({ entityNames: texts('delete_entities', 'entityNames') });
  const tool = { ...about('delete_entities', deleting), inputSchema, outputSchema: doneShape };
  to.server.registerTool('delete_entities', tool, (given) =>
    changing(to, async () => {
      await (await to.graph()).deleteEntities(given.entityNames);
      return doneResult('Entities deleted successfully');
    }),
  );
}

function deleteObservations(to: GraphToolsInput): void {
  const { argument } = toolText('delete_observations');
  const entityName = z.string().describe(argument('entityName'));
  const deletion = z.object({ entityName, observations: texts('delete_observations', 'observations') });
  const inputSchema = z.object({ deletions: z.array(deletion).describe(argument('deletions')) });
  const tool = { ...about('delete_observations', deleting), inputSchema, outputSchema: doneShape };
  to.server.registerTool('delete_observations', tool, (given) =>
    changing(to, async () => {
      await (await to.graph()).deleteObservations(given.deletions);
      return doneResult('Observations deleted successfully');
    }),
  );
}

function deleteRelations(to: GraphToolsInput): void {
  const relations = z.array(relation).describe(toolText('delete_relations').argument('relations'));
  const inputSchema = z.object({ relations });
  const tool = { ...about('delete_relations', deleting), inputSchema, outputSchema: doneShape };
  to.server.registerTool('delete_relations', tool, (given) =>
    changing(to, async () => {
      await (await to.graph()).deleteRelations(given.relations);
      return doneResult('Relations deleted successfully');
    }),
  );
}

function readGraph({ server, calls, graph }: GraphToolsInput): void {
  const inputSchema = z.object({});
  const tool = { ...about('read_graph', reading), inputSchema, outputSchema: graphShape };
  server.registerTool('read_graph', tool, () =>
    calls.answer(async () => {
      const found = await (await graph()).read();
      return dataResult(found, { ...found });
    }),
  );
}

function searchNodes({ server, calls, graph }: GraphToolsInput): void {
  const query = z.string().describe(toolText('search_nodes').argument('query'));
  const inputSchema = z.object({ query });
  const tool = { ...about('search_nodes', reading), inputSchema, outputSchema: graphShape };
  server.registerTool('search_nodes', tool, (given) =>
    calls.answer(async () => {
      const found = await (await graph()).search(given.query);
      return dataResult(found, { ...found });
    }),
  );
}

function openNodes({ server, calls, graph }: GraphToolsInput): void {
  const inputSchema = z.object({ names: texts('open_nodes', 'names') });
  const tool = { ...about('open_nodes', reading), inputSchema, outputSchema: graphShape };
  server.registerTool('open_nodes', tool, (given) =>
    calls.answer(async () => {
      const found = await (await graph()).open(given.names);
      return dataResult(found, { ...found });
    }),
  );
}

/** The nine tools of the Memory MCP server, in its order: the same names, arguments and results. */
export function registerGraphTools(to: GraphToolsInput): void {
  for (const register of [
    createEntities,
    createRelations,
    addObservations,
    deleteEntities,
    deleteObservations,
    deleteRelations,
    readGraph,
    searchNodes,
    openNodes,
  ])
    register(to);
}
