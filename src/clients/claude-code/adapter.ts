import { isDict } from '../../domain/json.ts';
import { type ClientAdapter, type ClientEnv, globBelow, parentBySubagents } from '../client.ts';
import { parseClaudeHook } from './hook.ts';
import { createClaudeRowParser } from './row-parser.ts';

/** Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, sub-agents in `<session>/subagents/`. */
export const claudeCode: ClientAdapter = {
  name: 'claude-code',
  transcriptGlobs,
  isTranscript,
  isRow,
  createRowParser: createClaudeRowParser,
  parseHook: parseClaudeHook,
  hooksNameAll: true,
  parentOf: parentBySubagents,
  familyOf: (path) => path.replace(/\/subagents\/.*$|\.jsonl$/, ''),
};

function transcriptGlobs({ home, vars }: ClientEnv): string[] {
  const roots = vars.CLAUDE_CONFIG_DIR
    ? [vars.CLAUDE_CONFIG_DIR]
    : [`${home}/.claude`, `${home}/.config/claude`];
  const patterns = ['projects/*/*.jsonl', 'projects/*/*/subagents/**/*.jsonl'];
  return roots.flatMap((root) => patterns.map((pattern) => globBelow(root, pattern)));
}

/** The agent's own memory, spilled outputs, resume state, prompt history and compaction helpers lie beside transcripts. */
const besides = [
  /\/projects\/[^/]+\/memory\//,
  /\/tool-results\//,
  /\/(?:resume-head|history)\.jsonl$/,
  /\/agent-acompact-[^/]*$/,
];

function isTranscript(path: string): boolean {
  const slashed = `/${path.replaceAll('\\', '/')}`;
  return slashed.endsWith('.jsonl') && !besides.some((pattern) => pattern.test(slashed));
}

/** Every row of Claude Code has a type and names its session, itself or the message it belongs to. */
function isRow(value: unknown): boolean {
  if (!isDict(value) || typeof value.type !== 'string' || isDict(value.payload)) return false;
  return ['sessionId', 'session_id', 'parentUuid', 'leafUuid', 'messageId', 'message'].some(
    (key) => key in value,
  );
}
