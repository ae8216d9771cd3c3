import * as fs from 'node:fs';
import { join } from 'node:path';
import { sessionFileName } from '../domain/identity.ts';
import { type Given, injectionParts, keyOf } from '../domain/injection.ts';
import { compact, isDict, numberAt, parseJson, stringAt } from '../domain/json.ts';
import { monthOf } from '../domain/time.ts';
import type { Usage } from '../domain/usage.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';

/** A record that a process claims to give; lines of older versions of hebb say neither when, nor of a skill which version. */
interface Claim extends Given {
  readonly by: string;
  readonly at?: string;
  readonly version?: number;
}

/** Lines of a session's file: what was given, and where the client threw its context away. */
const forgotLine = `${JSON.stringify({ forgot: true })}\n`;

const fileOf = (paths: Paths, session: string): string =>
  join(paths.injected, `${sessionFileName(session)}.jsonl`);

function parseClaim(value: unknown): Claim[] {
  if (!isDict(value)) return [];
  const part = injectionParts.find((name) => name === value.part);
  const [id, hash, by, at] = ['id', 'hash', 'by', 'at'].map((key) => stringAt(value, key));
  return part !== undefined && id !== undefined && hash !== undefined && by !== undefined
    ? [compact({ part, id, hash, by, at, version: numberAt(value, 'version') })]
    : [];
}

const isForgot = (value: unknown): boolean => isDict(value) && value.forgot === true;

/** Lines of a session's file; those that cannot be read say nothing. */
const readLines = (paths: Paths, session: string): unknown[] =>
  (readIfThere(fileOf(paths, session)) ?? '').split('\n').map(parseJson);

/** Claims since the context was last thrown away. */
function readClaims(paths: Paths, session: string): Claim[] {
  const lines = readLines(paths, session);
  return lines.slice(lines.findLastIndex(isForgot) + 1).flatMap(parseClaim);
}

/** What a session was given since it last lost its context. */
export const readGiven = (paths: Paths, session: string): Given[] => readClaims(paths, session);

/** A whole skill that a session was given. */
export interface GivenBody {
  readonly slug: string;
  readonly version: number;
  readonly at: string;
}

/** Every whole skill that a session was given, also before its context was thrown away. Of several hooks at once the first gave it. */
export function readGivenBodies(paths: Paths, session: string): GivenBody[] {
  const claimed = new Set<string>();
  return readLines(paths, session).flatMap((value) => {
    if (isForgot(value)) claimed.clear();
    return parseClaim(value).flatMap((claim) => {
      const { part, id: slug, version, at } = claim;
      if (claimed.has(keyOf(claim))) return [];
      claimed.add(keyOf(claim));
      return part === 'bodies' && version !== undefined && at !== undefined ? [{ slug, version, at }] : [];
    });
  });
}

function append(paths: Paths, session: string, text: string): void {
  fs.mkdirSync(paths.injected, { recursive: true, mode: 0o700 });
  fs.appendFileSync(fileOf(paths, session), text, { mode: 0o600 });
}

/** Notes that the client threw its context away: everything may be given again. */
export const noteForgot = (paths: Paths, session: string): void => append(paths, session, forgotLine);

/** What a process would give. */
export interface Giving {
  readonly by: string;
  readonly at: string;
  readonly given: readonly Given[];
  /** Version of a skill that is given whole. */
  versionOf(slug: string): number | undefined;
}

/**
 * Claims things for one process, named `by`, and returns those that it was first to claim: of several hooks at once each thing is given
 * by one. One append, not synced: what a power cut takes is only given again.
 */
export function claimGiven(paths: Paths, session: string, { by, at, given, versionOf }: Giving): Given[] {
  const lines = given.map((one) => {
    const version = one.part === 'bodies' ? versionOf(one.id) : undefined;
    return `${JSON.stringify({ ...one, by, at, version })}\n`;
  });
  append(paths, session, lines.join(''));
  const first = new Map<string, string>();
  for (const claim of readClaims(paths, session))
    if (!first.has(keyOf(claim))) first.set(keyOf(claim), claim.by);
  return given.filter((one) => first.get(keyOf(one)) === by);
}

const keptDays = 30;

/** Removes what sessions were given long ago. `wallMs`: the clock of file times. */
export function dropOldGiven(paths: Paths, wallMs: number): void {
  for (const name of namesIn(paths.injected)) {
    const path = join(paths.injected, name);
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    if (stat && wallMs - stat.mtimeMs > keptDays * 86_400_000) fs.rmSync(path, { force: true });
  }
}

/** Notes that memories were given or found: exposure and recall, which are no use. Appended unread: the same line twice is one. */
export function noteUsage(paths: Paths, machine: string, usages: readonly Usage[]): void {
  const [first] = usages;
  if (first === undefined) return;
  const folder = join(paths.usage, machine);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lines = usages.map((usage) => `${JSON.stringify(usage)}\n`).join('');
  fs.appendFileSync(join(folder, `${monthOf(first.at)}.jsonl`), lines, { mode: 0o600 });
}
