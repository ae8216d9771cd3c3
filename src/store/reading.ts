import * as fs from 'node:fs';
import { type Dict, parseDict } from '../domain/json.ts';
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

/** The object in a JSON file, for who asks without opening the store; an empty one where there is none or it cannot be read. */
export function readDict(path: string): Dict {
  try {
    return parseDict(readIfThere(path) ?? '') ?? {};
  } catch {
    return {};
  }
}
