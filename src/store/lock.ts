import * as fs from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { parseJson } from '../domain/json.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';
import { isMissing } from './reading.ts';

/** The process that asks: what a lock names, and how to tell whether another one still lives. */
export type Owner = Pick<Host, 'pid' | 'host' | 'startOf' | 'isAlive' | 'pause' | 'elapsed' | 'wallMs'>;

const lockSchema = v.object({ pid: v.number(), host: v.string(), started: v.string() });

const describe = (owner: Owner): string =>
  JSON.stringify({ pid: owner.pid, host: owner.host, started: owner.startOf(owner.pid) ?? '' });

function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Breaking takes less than a millisecond; what is older than this was left by a process that died. Milliseconds. */
const staleMs = 2000;

/** A lock is dead when its process is gone on this host. What cannot be read is dead once it is old. */
function isDead(text: string, path: string, owner: Owner): boolean {
  const parsed = v.safeParse(lockSchema, parseJson(text));
  if (!parsed.success) return ageMs(path, owner) > staleMs;
  const { pid, host, started } = parsed.output;
  if (host !== owner.host) return false;
  if (!owner.isAlive(pid)) return true;
  const now = owner.startOf(pid);
  return started !== '' && now !== undefined && now !== started;
}

function ageMs(path: string, owner: Owner): number {
  try {
    return owner.wallMs() - fs.statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Removes a dead lock. Only one process at a time may do so, and it looks again: never a lock that lives. */
function breakDead(files: Files, path: string, owner: Owner): void {
  const guard = `${path}.breaking`;
  if (!files.claim(guard, describe(owner))) {
    if (ageMs(guard, owner) > staleMs) files.remove(guard);
    return;
  }
  const text = readText(path);
  if (text !== undefined && isDead(text, path, owner)) files.remove(path);
  files.remove(guard);
}

/** Who holds a lock, in words; undefined when nobody does. */
export function holderOf(path: string, owner: Owner): string | undefined {
  const text = readText(path);
  if (text === undefined || isDead(text, path, owner)) return undefined;
  const parsed = v.safeParse(lockSchema, parseJson(text));
  return parsed.success ? `process ${parsed.output.pid} on ${parsed.output.host}` : 'another process';
}

/** Takes the lock if it is free or dead. */
export function tryLock(files: Files, path: string, owner: Owner): boolean {
  if (files.claim(path, describe(owner))) return true;
  const text = readText(path);
  if (text !== undefined && isDead(text, path, owner)) breakDead(files, path, owner);
  return files.claim(path, describe(owner));
}

/** How a lock is waited for. */
export interface Waiting {
  readonly waitMs: number;
}

/** Runs the work under the lock, waiting for it; a lock that stays held is a failure with exit 75. */
export function withLock<T>(lock: { files: Files; path: string; owner: Owner } & Waiting, work: () => T): T {
  const { files, path, owner, waitMs } = lock;
  const until = owner.elapsed() + waitMs;
  while (!tryLock(files, path, owner)) {
    if (owner.elapsed() >= until) throw heldFailure(path, owner);
    owner.pause(5);
  }
  try {
    return work();
  } finally {
    files.remove(path);
  }
}

/** One consolidation at a time: does not wait, but fails with exit 75 while another one runs. Looks anew once it is let in. */
export async function withRunLock<T>(
  store: { files: Files; paths: Paths; owner: Owner; refresh(): void },
  work: () => Promise<T>,
): Promise<T> {
  const { files, paths, owner } = store;
  const path = join(paths.locks, 'run.lock');
  if (!tryLock(files, path, owner)) throw heldFailure(path, owner);
  try {
    store.refresh();
    return await work();
  } finally {
    files.remove(path);
  }
}

/** What is said when a lock cannot be had. */
export function heldFailure(path: string, owner: Owner): HebbError {
  const holder = holderOf(path, owner) ?? 'another process';
  const { failure } = fail(
    'lock.held',
    `${path}: held by ${holder}`,
    'wait for it to finish and run the same command again',
  );
  return new HebbError(failure, 75);
}
