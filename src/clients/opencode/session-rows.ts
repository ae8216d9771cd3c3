import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Dict, dictAt, dictsAt, isDict, stringAt } from '../../domain/json.ts';
import { isSessionRecord } from './opencode-row.ts';

/** A session and its messages, each `{info, parts}`. */
interface SessionRecord {
  readonly info: Dict;
  readonly messages: readonly Dict[];
}

/** The rows of a value that holds a whole session: an export, or the session's record in the older storage, whose messages lie beside it. */
export function rowsOfSession(value: Dict, path: string): Dict[] | undefined {
  const info = dictAt(value, 'info');
  if (info && Array.isArray(value.messages))
    return sessionRows({ info, messages: dictsAt(value, 'messages') });
  return isSessionRecord(value)
    ? sessionRows({ info: value, messages: storedMessages(value, path) })
    : undefined;
}

/** What a session says of itself, then its messages but for those that the person took back. */
const sessionRows = ({ info, messages }: SessionRecord): Dict[] => [{ info }, ...takeBack(messages, info)];

/** Messages without those that the person took back, as the session's `revert` tells. */
export function takeBack(messages: readonly Dict[], info: Dict): Dict[] {
  const revert = dictAt(info, 'revert');
  return messages.flatMap((message) => (revert ? standing(message, revert) : [message]));
}

/** Ids grow with time: what was taken back is everything from a message, or from a part of it, on. */
function standing(message: Dict, revert: Dict): Dict[] {
  const id = stringAt(dictAt(message, 'info') ?? {}, 'id') ?? '';
  const from = stringAt(revert, 'messageID') ?? '';
  const part = stringAt(revert, 'partID');
  if (id < from) return [message];
  if (id > from || part === undefined) return [];
  return [
    { ...message, parts: dictsAt(message, 'parts').filter((one) => (stringAt(one, 'id') ?? '') < part) },
  ];
}

/** `storage/session/<project>/<session>.json`, `storage/message/<session>/`, `storage/part/<message>/`. */
function storedMessages(session: Dict, path: string): Dict[] {
  const storage = dirname(dirname(dirname(path)));
  return recordsIn(join(storage, 'message', stringAt(session, 'id') ?? '')).map((info) => ({
    info,
    parts: recordsIn(join(storage, 'part', stringAt(info, 'id') ?? '')),
  }));
}

/** The records of a folder in the order of their names, which is that of time; what cannot be read is left out. */
function recordsIn(folder: string): Dict[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.sort().flatMap((name) => record(join(folder, name)));
  } catch {
    return [];
  }
}

function record(path: string): Dict[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isDict(value) ? [value] : [];
  } catch {
    return [];
  }
}
