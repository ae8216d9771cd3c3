import { isDict } from '../../domain/json.ts';
import { type ClientAdapter, type ClientEnv, globBelow } from '../client.ts';
import { parseCodexHook } from './hook.ts';
import { createCodexRowParser } from './row-parser.ts';

/** Codex CLI: rollouts in `$CODEX_HOME/sessions/<year>/<month>/<day>/` and `archived_sessions/`. */
export const codex: ClientAdapter = {
  name: 'codex',
  transcriptGlobs,
  isTranscript: (path) => path.endsWith('.jsonl') && !/(?:^|[\\/])history\.jsonl$/.test(path),
  isRow,
  createRowParser: createCodexRowParser,
  parseHook: parseCodexHook,
};

function transcriptGlobs({ home, vars }: ClientEnv): string[] {
  const root = vars.CODEX_HOME || `${home}/.codex`;
  const folders = ['sessions/**', 'archived_sessions/**'];
  return folders.flatMap((folder) =>
    ['jsonl', 'jsonl.zst'].map((ending) => globBelow(root, `${folder}/rollout-*.${ending}`)),
  );
}

/** Rows have an envelope; before 0.40 they were bare response items after a line with id and time. */
function isRow(value: unknown): boolean {
  if (!isDict(value)) return false;
  if (isDict(value.payload)) return typeof value.type === 'string';
  if (typeof value.record_type === 'string') return true;
  if (typeof value.type !== 'string') return typeof value.id === 'string' && 'instructions' in value;
  return (
    ['message', 'function_call', 'function_call_output', 'reasoning'].includes(value.type) &&
    !('message' in value)
  );
}
