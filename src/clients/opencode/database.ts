import { isAbsolute, join } from 'node:path';
import { compact, type Dict, parseDict } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';
import { type ClientEnv, globBelow } from '../client.ts';
import type { Query, SessionDatabase, StoredRow, StoredSession } from '../session-database.ts';
import { opencodeFolder } from './folder.ts';
import { takeBack } from './session-rows.ts';

/** opencode's database since 1.2 (read with 1.18): tables `session`, `message` and `part`, whose `data` is the record of an export without its ids. */
export const opencodeDatabase: SessionDatabase = { globs, sessions, rows };

function globs(env: ClientEnv): string[] {
  const folder = opencodeFolder(env);
  const named = env.vars.OPENCODE_DB;
  if (named) return [globBelow('', isAbsolute(named) ? named.slice(1) : join(folder, named).slice(1))];
  return [globBelow(folder, 'opencode*.db')];
}

const sessionsSql = `select s.id, s.parent_id, s.time_updated,
  (select count(*) || ' ' || coalesce(max(p.time_updated), 0) from part p where p.session_id = s.id)
  from session s order by s.time_updated desc, s.id`;

function sessions(query: Query): StoredSession[] {
  return query(sessionsSql).map(([id, parent, updated, parts]) =>
    compact({
      id: String(id),
      parent: typeof parent === 'string' ? parent : undefined,
      stamp: `${updated} ${parts}`,
      changedAt: parseTime(updated) ?? new Date(0).toISOString(),
    }),
  );
}

const partsSql = `select id, case when length(data) <= ? then data end, length(data)
  from part where message_id = ? order by id`;

function* rows(query: Query, id: string, maxBytes: number): Generator<StoredRow> {
  const info = infoOf(query, id);
  if (!info) return;
  yield { value: { info } };
  for (const [messageId, data] of query(
    'select id, data from message where session_id = ? order by id',
    id,
  )) {
    const parts = query(partsSql, maxBytes, String(messageId));
    const message = { ...parsed(data), id: messageId, sessionID: id };
    const whole = parts.map(([partId, text]) => ({ ...parsed(text), id: partId, messageID: messageId }));
    for (const value of takeBack([{ info: message, parts: whole }], info)) yield { value };
    for (const [, text, bytes] of parts) if (text === null) yield { bytes: Number(bytes) };
  }
}

function infoOf(query: Query, id: string): Dict | undefined {
  const [row] = query(
    'select parent_id, directory, version, revert, time_created from session where id = ?',
    id,
  );
  if (!row) return undefined;
  const [parentID, directory, version, revert, created] = row;
  const told = { parentID, directory, version, revert: parsed(revert) };
  const known = Object.entries(told).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(known), id, time: { created } };
}

/** The object in a JSON text; empty for a record that is damaged, undefined for none. */
function parsed(text: unknown): Dict | undefined {
  return typeof text === 'string' ? (parseDict(text) ?? {}) : undefined;
}
