import * as fs from 'node:fs';
import { join } from 'node:path';
import { sessionFileName } from '../domain/identity.ts';
import { type Given, injectionParts, keyOf } from '../domain/injection.ts';
import { isDict, stringAt } from '../domain/json.ts';
import { monthOf } from '../domain/time.ts';
import type { Usage } from '../domain/usage.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';

/** A record that a process claims to give. */
interface Claim extends Given {
  readonly by: string;
}

/** Lines of a session's file: what was given, and where the client threw its context away. */
const forgotLine = `${JSON.stringify({ forgot: true })}\n`;

const fileOf = (paths: Paths, session: string): string =>
  join(paths.injected, `${sessionFileName(session)}.jsonl`);

const readLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

function parseClaim(value: unknown): Claim[] {
  if (!isDict(value)) return [];
  const part = injectionParts.find((name) => name === value.part);
  const [id, hash, by] = ['id', 'hash', 'by'].map((key) => stringAt(value, key));
  return part !== undefined && id !== undefined && hash !== undefined && by !== undefined
    ? [{ part, id, hash, by }]
    : [];
}

/** Claims since the context was last thrown away; lines that cannot be read say nothing. */
function readClaims(paths: Paths, session: string): Claim[] {
  const lines = (readIfThere(fileOf(paths, session)) ?? '').split('\n').map(readLine);
  const forgot = lines.findLastIndex((value) => isDict(value) && value.forgot === true);
  return lines.slice(forgot + 1).flatMap(parseClaim);
}

/** What a session was given since it last lost its context. */
export const readGiven = (paths: Paths, session: string): Given[] => readClaims(paths, session);

function append(paths: Paths, session: string, text: string): void {
  fs.mkdirSync(paths.injected, { recursive: true, mode: 0o700 });
  fs.appendFileSync(fileOf(paths, session), text, { mode: 0o600 });
}

/** Notes that the client threw its context away: everything may be given again. */
export const noteForgot = (paths: Paths, session: string): void => append(paths, session, forgotLine);

/**
 * Claims things for one process, named `by`, and returns those that it was first to claim: of several hooks at once each thing is given
 * by one. One append, not synced: what a power cut takes is only given again.
 */
export function claimGiven(
  paths: Paths,
  session: string,
  { by, given }: { by: string; given: readonly Given[] },
): Given[] {
  const lines = given.map((one) => `${JSON.stringify({ ...one, by })}\n`);
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
