import { isDict } from '../../domain/json.ts';
import { type ClientAdapter, type ClientEnv, globBelow, parentBySubagents } from '../client.ts';
import { parseCursorHook } from './hook.ts';
import { folderOfTranscript } from './project-folder.ts';
import { createCursorRowParser } from './row-parser.ts';

/** Cursor: `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`, sub-agents in `<session>/subagents/`. */
export const cursor: ClientAdapter = {
  name: 'cursor',
  transcriptGlobs,
  isTranscript: (path) => path.endsWith('.jsonl'),
  isRow,
  createRowParser: createCursorRowParser,
  parseHook: parseCursorHook,
  parentOf: parentBySubagents,
  familyOf: (path) =>
    path
      .replace(/\/subagents\/.*$/, '')
      .replace(/\/([^/]+)\/\1\.jsonl$/, '/$1')
      .replace(/\.jsonl$/, ''),
  folderOf: folderOfTranscript,
};

function transcriptGlobs({ home }: ClientEnv): string[] {
  const below = 'projects/*/agent-transcripts';
  const patterns = [`${below}/*.jsonl`, `${below}/*/*.jsonl`, `${below}/*/subagents/*.jsonl`];
  return patterns.map((pattern) => globBelow(`${home}/.cursor`, pattern));
}

/** Rows have a role beside their message, and no type but at the end of a turn. */
function isRow(value: unknown): boolean {
  if (!isDict(value)) return false;
  if (value.type === 'turn_ended') return typeof value.status === 'string';
  return value.type === undefined && /^(?:user|assistant)$/.test(String(value.role)) && isDict(value.message);
}
