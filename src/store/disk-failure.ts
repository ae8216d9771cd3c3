import { fail } from '../domain/failure.ts';

/** The system's code of an error; empty when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const causes: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: [
    'the disk is full',
    'free some space and run the same command again; nothing that was committed is lost',
  ],
  EDQUOT: ['the disk quota is used up', 'free some space and run the same command again'],
  EROFS: ['the file system is read-only', 'set HEBB_HOME to a folder that can be written'],
  EACCES: [
    'no permission',
    'give your user read and write access to the home, or set HEBB_HOME to another folder',
  ],
  EPERM: [
    'no permission',
    'give your user read and write access to the home, or set HEBB_HOME to another folder',
  ],
  ENOTDIR: [
    'a file stands where a folder belongs',
    'move that file away, or set HEBB_HOME to another folder',
  ],
  EISDIR: ['a folder stands where a file belongs', 'move that folder away'],
};

/** Turns a system error into a failure that names the file and the next step; anything else is passed on as it is. */
export function diskFailure(error: unknown, path: string): unknown {
  const cause = causes[codeOf(error)];
  return cause ? fail(`disk.${codeOf(error).toLowerCase()}`, `${path}: ${cause[0]}`, cause[1]) : error;
}
