import { pathToFileURL } from 'node:url';
import { loadDriver, type SqlRow } from './recall-index-driver.ts';

/** A database of another program, opened to be read: nothing of it can be changed through this. */
export interface ForeignDatabase {
  /** Rows as lists of their columns. Throws what SQLite refuses. */
  all(sql: string, ...values: readonly (string | number)[]): SqlRow[];
  close(): void;
}

/** Opens another program's SQLite file read-only, also while that program writes to it. Undefined where no binary of SQLite is installed for this machine; throws for what is no database. */
export function openForeignDatabase(path: string): ForeignDatabase | undefined {
  return loadDriver()?.(`${pathToFileURL(path).href}?mode=ro`);
}
