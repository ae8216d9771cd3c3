import type { McpServer, ProtocolEra } from '@modelcontextprotocol/server';
import type { GraphDesk } from '../commands/graph-desk.ts';
import type { Calls } from './calls.ts';
import { textOf } from './tool-texts.ts';

const uri = 'memory://knowledge-graph';

/** What the resource is registered with. */
export interface GraphResourceInput {
  readonly server: McpServer;
  readonly era: ProtocolEra;
  readonly calls: Calls;
  graph(): Promise<GraphDesk>;
}

/**
 * The whole graph as a resource that can be watched, as the Memory MCP server has it. Returns what is to be called when the
 * graph has changed; clients of protocol revisions before 2026 hear of it once they subscribed, later ones by their listener.
 */
export function registerGraphResource({ server, era, calls, graph }: GraphResourceInput): () => void {
  const config = {
    title: textOf('resource', 'title'),
    description: textOf('resource', 'description'),
    mimeType: 'application/json',
  };
  server.registerResource('knowledge-graph', uri, config, async () => {
    const text = JSON.stringify(await calls.track(graph().then((desk) => desk.read())), null, 2);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  });
  const watched = new Set<string>();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  return () => {
    if (era === 'modern' || watched.has(uri)) server.server.sendResourceUpdated({ uri }).catch(() => {});
  };
}
