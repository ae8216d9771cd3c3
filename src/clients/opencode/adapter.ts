import { type ClientAdapter, type ClientEnv, globBelow } from '../client.ts';
import { opencodeDatabase } from './database.ts';
import { opencodeFolder } from './folder.ts';
import { parseOpencodeHook } from './hook.ts';
import { isOpencodeRow } from './opencode-row.ts';
import { createOpencodeRowParser } from './row-parser.ts';
import { rowsOfSession } from './session-rows.ts';
import { createOpencodeSieve } from './sieve.ts';

/** opencode: its database, documents of `opencode export`, events as JSON lines, and the records that versions before 1.2 kept in `storage/`. */
export const opencode: ClientAdapter = {
  name: 'opencode',
  transcriptGlobs,
  isTranscript: (path) => /\.(?:jsonl?|db)$/.test(path) && !/[\\/]storage[\\/](?!session[\\/])/.test(path),
  isRow: isOpencodeRow,
  createRowParser: createOpencodeRowParser,
  parseHook: parseOpencodeHook,
  hooksNameAll: true,
  rowsOf: rowsOfSession,
  createSieve: createOpencodeSieve,
  database: opencodeDatabase,
};

function transcriptGlobs(env: ClientEnv): string[] {
  return [globBelow(opencodeFolder(env), 'storage/session/*/ses_*.json')];
}
