import { readFile, stat } from 'node:fs/promises';
import { hashOf } from '../domain/identity.ts';
import type { NoteFile } from '../domain/note.ts';
import { withoutMarked } from '../text/marked-block.ts';

/** A note longer than this is not a note. */
const MAX_BYTES = 1_048_576;

/**
 * Reads a text file under the name that evidence gives it, without what hebb itself wrote into it; undefined when it is gone, unreadable,
 * no file, or too large.
 */
export async function readTextFile(path: string, file: string): Promise<NoteFile | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    const whole = (await readFile(path, 'utf8')).replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    const text = withoutMarked(whole);
    return { file, at: found.mtime.toISOString(), hash: hashOf(text), text };
  } catch {
    return undefined;
  }
}
