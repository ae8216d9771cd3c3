/**
 * First words of every prompt that hebb itself gives to an agent. A session that begins with them is never read: hebb
 * would learn from itself.
 */
export const ownAgentMarker = '[hebb:own-agent]';

/** Tag of every block that hebb injects into a session; whatever stands in it is no evidence. */
export const injectedTag = 'hebb-memory';

/** Whether a prompt was written by hebb. */
export const isOwnAgentPrompt = (text: string): boolean => text.trimStart().startsWith(ownAgentMarker);

/** Whether a tool is one of hebb's own MCP server, whatever the client puts in front of its name. */
export const isOwnTool = (tool: string): boolean => /^(?:mcp__?)?(?:plugin_)?hebb_/.test(tool);
