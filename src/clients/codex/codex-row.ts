import { type Dict, dictAt, stringAt } from '../../domain/json.ts';

/** A row without its envelope. */
export interface CodexRow {
  readonly envelope: string;
  readonly type: string;
  readonly payload: Dict;
}

/** Rows before 0.40 had no envelope: the first one told the session, the others were response items. */
export function parseCodexRow(value: Dict): CodexRow {
  const payload = dictAt(value, 'payload');
  const type = stringAt(value, 'type') ?? '';
  if (payload) return { envelope: type, type: stringAt(payload, 'type') ?? '', payload };
  if (type === '' && stringAt(value, 'id')) return { envelope: 'session_meta', type: '', payload: value };
  return { envelope: 'response_item', type, payload: value };
}
