import type { FileCursor } from '../domain/cursor.ts';
import { hashOf } from '../domain/identity.ts';
import { compact, type Dict } from '../domain/json.ts';
import type { ClientAdapter, ClientEnv } from './client.ts';
import type { Transcript } from './transcript.ts';

/** Asks a client's database; each row is the list of its columns. Throws what the database refuses. */
export type Query = (sql: string, ...values: readonly (string | number)[]) => readonly (readonly unknown[])[];

/** One session that a client's database holds. */
export interface StoredSession {
  readonly id: string;
  /** Of a sub-agent's session, the session that started it. */
  readonly parent?: string;
  /** Another one whenever anything of the session has changed. */
  readonly stamp: string;
  /** When it changed last, ISO 8601. */
  readonly changedAt: string;
}

/** A row, or how large one is that is too large to be read. */
export type StoredRow = { readonly value: Dict } | { readonly bytes: number };

/** How a client's database is read, for clients that keep their sessions in one. */
export interface SessionDatabase {
  /** Globs of the database files; absolute, with `/`. */
  globs(env: ClientEnv): string[];
  /** Every session, the newest first. */
  sessions(query: Query): StoredSession[];
  /** A session's rows in order, one record in memory at a time. */
  rows(query: Query, id: string, maxBytes: number): Iterable<StoredRow>;
}

/** Whether a file is a database, by its name. */
export const isDatabase = (path: string): boolean => path.endsWith('.db');

/** What a session is called beside the files: its database and its id. */
export const storedPath = (path: string, { id }: StoredSession): string => `${path}#${id}`;

/** How far a session was read: whole, as it was then. */
export const storedCursor = ({ stamp }: StoredSession): FileCursor => ({
  inode: 0,
  offset: 0,
  line: 0,
  headHash: hashOf(stamp),
  headLength: 0,
});

/** Where a session lies. */
export interface StoredPlace {
  readonly client: ClientAdapter;
  readonly database: SessionDatabase;
  readonly query: Query;
  /** The database file. */
  readonly path: string;
  /** Megabytes (1,048,576 bytes) of one record. */
  readonly maxLineMb: number;
}

/** Opens a session of a database as a transcript: its rows are numbered, and one that is too large is named with its size. */
export function openStored(session: StoredSession, place: StoredPlace): Transcript {
  const { client, database, query, path, maxLineMb } = place;
  const parser = client.createRowParser(compact({ at: session.changedAt, parentSession: session.parent }));
  function* items(): Transcript['items'] {
    let line = 0;
    for (const row of database.rows(query, session.id, maxLineMb * 1_048_576)) {
      line += 1;
      if ('value' in row) yield* parser.parse(line, row.value);
      else yield tooLong(storedPath(path, session), line, row.bytes);
    }
  }
  return {
    items: items(),
    head: () => parser.head,
    skipReason: () => parser.skipReason,
    cursor: () => storedCursor(session),
  };
}

const tooLong = (file: string, line: number, bytes: number) =>
  ({
    kind: 'bad',
    bad: { file, line, problem: `record of ${bytes} bytes is too long`, text: '' },
  }) as const;
