import * as fs from 'node:fs';
import { diskFailure } from './disk-failure.ts';

/** True for "there is no such file or folder". */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** A file's text, or undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskFailure(error, path);
  }
}

/** Names in a folder, sorted; none where there is no folder. Temporary files of a write in progress are left out. */
export function namesIn(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => !name.endsWith('.tmp'))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
