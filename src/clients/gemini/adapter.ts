import { type Dict, dictAt, dictsAt, isDict } from '../../domain/json.ts';
import { type ClientAdapter, type ClientEnv, globBelow } from '../client.ts';
import { parseGeminiHook } from './hook.ts';
import { folderOfChat } from './project-folder.ts';
import { createGeminiRowParser } from './row-parser.ts';
import { createGeminiSieve } from './sieve.ts';

/** Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, before 0.39 one `.json` a session, sub-agents in `chats/<session>/`. */
export const gemini: ClientAdapter = {
  name: 'gemini',
  transcriptGlobs,
  isTranscript: (path) =>
    /\.jsonl?$/.test(path) && !/(?:^|[\\/])(?:logs|settings|projects)\.json$/.test(path),
  isRow,
  createRowParser: createGeminiRowParser,
  parseHook: parseGeminiHook,
  parentOf: (path) => /[\\/]chats[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(path)?.[1],
  familyOf,
  folderOf: folderOfChat,
  rowsOf,
  createSieve: createGeminiSieve,
};

function transcriptGlobs({ home, vars }: ClientEnv): string[] {
  const root = `${vars.GEMINI_CLI_HOME || home}/.gemini`;
  const chats = ['session-*.json', 'session-*.jsonl', '*/*.jsonl'];
  return chats.map((chat) => globBelow(root, `tmp/*/chats/${chat}`));
}

/** A session's own file has the first eight characters of its id in its name; its sub-agents' folder the whole id. */
function familyOf(path: string): string {
  const [, chats, name] =
    /^(.*[\\/]chats)[\\/](?:session-[\d-]{1,20}T[\d-]{1,20}-)?([^\\/.]{8})/.exec(path) ?? [];
  return chats === undefined ? path : `${chats}/${name}`;
}

const messageTypes = new Set(['user', 'gemini', 'info', 'warning', 'error']);

function isRow(value: unknown): boolean {
  if (!isDict(value)) return false;
  if (typeof value.$rewindTo === 'string' || isDict(value.$set)) return true;
  if (typeof value.sessionId === 'string' && typeof value.projectHash === 'string') return true;
  return typeof value.id === 'string' && messageTypes.has(String(value.type)) && 'content' in value;
}

/** A record of a whole session is told as its newer form: what it says of itself, then its messages. */
function rowsOf(value: Dict): Dict[] | undefined {
  if (!Array.isArray(value.messages) || dictAt(value, '$set')) return undefined;
  const { messages: _, ...record } = value;
  return [record, ...dictsAt(value, 'messages')];
}
