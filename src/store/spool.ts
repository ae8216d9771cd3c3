import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';
import { isMissing } from './reading.ts';

/** A payload that waits in the spool. */
export interface Spooled {
  readonly path: string;
  /** Client that the hook's command names. */
  readonly client: string;
  /** When it was captured: the file's time, ISO. */
  readonly at: string;
  readonly bytes: number;
}

/** Names that count up: 2 before 10. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Payloads waiting, oldest first. */
export function listSpool(paths: Paths): Spooled[] {
  return spoolNames(paths)
    .flatMap((name): (Spooled & { readonly ms: number })[] => {
      const path = join(paths.spool, name);
      const stat = statIfThere(path);
      const [client = ''] = name.split('.');
      return stat ? [{ path, client, at: stat.mtime.toISOString(), bytes: stat.size, ms: stat.mtimeMs }] : [];
    })
    .sort((a, b) => a.ms - b.ms || byNumber.compare(a.path, b.path));
}

function spoolNames(paths: Paths): string[] {
  try {
    return fs.readdirSync(paths.spool).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function statIfThere(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Puts a payload into the spool under a name of its own. */
export function addToSpool(
  files: Files,
  paths: Paths,
  payload: { client: string; pid: number; text: string },
): void {
  files.ensureFolder(paths.spool);
  for (let number = 0; ; number++) {
    const path = join(paths.spool, `${payload.client}.${payload.pid}.${payload.pid}.${number}.json`);
    if (files.create(path, payload.text)) return;
  }
}
