import { statSync } from 'node:fs';
import { clientOf } from '../clients/adapters.ts';
import {
  isDatabase,
  openStored,
  type StoredPlace,
  type StoredSession,
  storedCursor,
  storedPath,
} from '../clients/session-database.ts';
import { openForeignDatabase } from '../store/foreign-database.ts';
import type { CommandInput } from './command.ts';
import {
  accountSame,
  createSource,
  labelOf,
  type Reading,
  readSources,
  type Source,
} from './transcript-source.ts';

/** A transcript as its files are now. */
export interface FileNow {
  /** When it changed last, ISO 8601. */
  readonly at: string;
  readonly bytes: number;
}

/** How a transcript is now; what was written to a database may lie in its log still. */
export function fileNow(path: string): FileNow {
  const files = isDatabase(path) ? [path, `${path}-wal`] : [path];
  const stats = files.flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? []);
  const ms = Math.max(0, ...stats.map(({ mtimeMs }) => mtimeMs));
  return { at: new Date(ms).toISOString(), bytes: stats.reduce((sum, { size }) => sum + size, 0) };
}

/** Reads the sessions of a client's database that are new or have changed since they were read. */
export async function readSessionDatabase(
  path: string,
  input: CommandInput,
  reading: Reading,
): Promise<void> {
  const client = clientOf(path);
  if (!client?.database) return;
  const label = labelOf(path, input);
  const opened = openDatabase(path, label, reading);
  if (!opened) return;
  try {
    const query = opened.all;
    const { maxLineMb } = reading.reader.store.settings.policy.capture;
    await readFamilies({ client, database: client.database, query, path, maxLineMb }, label, reading);
  } catch (error) {
    setAside(path, error, reading);
  } finally {
    opened.close();
  }
}

const withoutSqlite = 'no SQLite is installed for this machine; `opencode export` writes what hebb can read';

function openDatabase(path: string, label: string, reading: Reading) {
  try {
    const opened = openForeignDatabase(path);
    if (!opened) reading.files.push({ file: label, prompts: 0, steps: 0, state: withoutSqlite });
    return opened;
  } catch (error) {
    setAside(path, error, reading);
    return undefined;
  }
}

function setAside(path: string, error: unknown, reading: Reading): void {
  const problem = error instanceof Error ? error.message : 'cannot be read';
  reading.bad.push({ file: path, line: 0, problem, text: '' });
}

/** A session is read with its sub-agents, as their files are. */
async function readFamilies(place: StoredPlace, label: string, reading: Reading): Promise<void> {
  const families = new Map<string, StoredSession[]>();
  for (const session of place.database.sessions(place.query)) {
    const root = session.parent ?? session.id;
    families.set(root, [...(families.get(root) ?? []), session]);
  }
  for (const [root, sessions] of families) {
    const sources = sessions.flatMap((session) => sourceOf(session, place, label, reading) ?? []);
    const own = sources.find(({ path }) => path.endsWith(`#${root}`));
    await readSources({ own, agents: sources.filter((source) => source !== own) }, reading);
  }
}

function sourceOf(
  session: StoredSession,
  place: StoredPlace,
  label: string,
  reading: Reading,
): Source | undefined {
  const path = storedPath(place.path, session);
  const name = storedPath(label, session);
  const mark = reading.reader.store.home().marks[path];
  if (mark?.cursor.headHash === storedCursor(session).headHash) {
    accountSame(name, reading);
    return undefined;
  }
  const transcript = openStored(session, place);
  return createSource({ path, label: name, growth: mark ? 'appended' : 'new', transcript });
}
