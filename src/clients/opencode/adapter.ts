import { join } from 'node:path';
import { type ClientAdapter, type ClientEnv, globBelow } from '../client.ts';
import { parseOpencodeHook } from './hook.ts';
import { isOpencodeRow } from './opencode-row.ts';
import { createOpencodeRowParser } from './row-parser.ts';
import { rowsOfSession } from './session-rows.ts';
import { createOpencodeSieve } from './sieve.ts';

/** opencode: documents of `opencode export`, events as JSON lines, and the records that versions before 1.2 kept in `storage/`. */
export const opencode: ClientAdapter = {
  name: 'opencode',
  transcriptGlobs,
  isTranscript: (path) => /\.jsonl?$/.test(path) && !/[\\/]storage[\\/](?!session[\\/])/.test(path),
  isRow: isOpencodeRow,
  createRowParser: createOpencodeRowParser,
  parseHook: parseOpencodeHook,
  hooksNameAll: true,
  rowsOf: rowsOfSession,
  createSieve: createOpencodeSieve,
};

function transcriptGlobs(env: ClientEnv): string[] {
  return [globBelow(opencodeFolder(env), 'storage/session/*/ses_*.json')];
}

/** Where opencode keeps its data. */
export const opencodeFolder = ({ home, vars }: ClientEnv): string =>
  join(vars.XDG_DATA_HOME || join(home, '.local/share'), 'opencode');
