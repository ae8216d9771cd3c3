import { type Dict, dictAt, dictsAt, isDict, numberAt, stringAt } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';

/** A row without its envelope: what a session says of itself, a message with its parts, or one part of a message told before. */
export interface OpencodeRow {
  readonly session?: Dict;
  readonly message?: Dict;
  readonly parts: readonly Dict[];
  /** True when the parts are all that the message will ever have; parts of an event may still grow. */
  readonly whole: boolean;
}

/** Rows of an export, of the older storage and of the database are `{info}` and `{info, parts}`; events name their kind and version (`message.part.updated.1`). */
export function parseOpencodeRow(row: Dict): OpencodeRow {
  const kind = eventKind(row);
  const told = kind === '' ? row : (dictAt(row, 'data') ?? dictAt(row, 'properties') ?? {});
  const part = dictAt(told, 'part');
  const info = dictAt(told, 'info');
  const isMessage = info !== undefined && typeof info.role === 'string';
  return {
    ...(info && !isMessage ? { session: info } : {}),
    ...(isMessage ? { message: info } : {}),
    parts: part ? [part] : dictsAt(told, 'parts'),
    whole: kind === '',
  };
}

/** `session.updated` of `session.updated.1`; empty for a row that is no event. */
export const eventKind = (row: Dict): string => (stringAt(row, 'type') ?? '').replace(/\.\d{1,3}$/, '');

/** When a row was written: the message's own time, else the event's. Milliseconds since 1970 there. */
export function timeOfRow(row: Dict): string | undefined {
  const { session, message } = parseOpencodeRow(row);
  const time = dictAt(message ?? session ?? {}, 'time') ?? {};
  const data = dictAt(row, 'data') ?? {};
  return parseTime(numberAt(time, 'created') ?? numberAt(data, 'time') ?? numberAt(data, 'timestamp'));
}

/** Whether a row looks like opencode's, in one of its forms. */
export function isOpencodeRow(value: unknown): boolean {
  if (!isDict(value)) return false;
  const info = dictAt(value, 'info');
  if (info) return /^(?:ses|msg)_/.test(stringAt(info, 'id') ?? '');
  if (typeof value.aggregate_id === 'string' && isDict(value.data)) return typeof value.type === 'string';
  return isSessionRecord(value);
}

/** The record of a session in the older storage. */
export const isSessionRecord = (value: Dict): boolean =>
  /^ses_/.test(stringAt(value, 'id') ?? '') && typeof value.directory === 'string' && isDict(value.time);
