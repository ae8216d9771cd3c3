import * as fs from 'node:fs';
import type { Owner } from './lock.ts';

/** A temporary file of an unknown writer is left behind when it is older than this. Milliseconds. */
const oldMs = 3_600_000;

/** Whether a temporary file belongs to nobody any more: its process is gone, or it is an hour old. */
export function isOrphanTemp(path: string, owner: Owner): boolean {
  const pid = /\.(\d{1,10})(?:-[0-9a-f]{1,16})?\.\d{1,10}\.tmp$/.exec(path)?.[1];
  if (pid !== undefined && Number(pid) !== owner.pid && !owner.isAlive(Number(pid))) return true;
  try {
    return owner.wallMs() - fs.statSync(path).mtimeMs > oldMs;
  } catch {
    return false;
  }
}
