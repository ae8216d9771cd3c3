import { join } from 'node:path';
import type { Provenance } from '../domain/candidate.ts';
import { hashOf } from '../domain/identity.ts';
import { isDict } from '../domain/json.ts';
import { monthOf } from '../domain/time.ts';
import type { BadLine } from '../domain/trace.ts';
import { redact } from '../text/redact.ts';
import type { Files } from './files.ts';
import { parseJsonLines, readJsonLines } from './json-lines.ts';
import type { Paths } from './paths.ts';

/** A learning that the screen did not let pass: what stays of it beside its verdict. */
export interface Blocked {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  readonly summary: string;
  readonly provenance: readonly Provenance[];
}

/** Keeps what the screen held back with their reason and where they came from: `quarantine/blocked.jsonl`, each once. */
export function addBlocked(
  home: { files: Files; paths: Paths },
  blocked: readonly Blocked[],
  now: string,
): void {
  const path = join(home.paths.quarantine, 'blocked.jsonl');
  const known = new Set(
    parseJsonLines(home.files.read(path) ?? '', path).rows.map(({ value }) =>
      isDict(value) ? value.id : undefined,
    ),
  );
  const fresh = blocked.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  home.files.ensureFolder(home.paths.quarantine);
  home.files.append(
    path,
    fresh
      .map(
        ({ id, name, reason, summary, provenance }) =>
          `${JSON.stringify({ v: 1, id, at: now, name, reason, summary, provenance })}\n`,
      )
      .join(''),
  );
}

/** Characters that are kept of a damaged line; a document that cannot be read is moved aside whole. */
const longest = 100_000;

/**
 * Sets damaged lines aside, masked, with where they stood and what was wrong: `quarantine/<yyyy-mm>.jsonl`. The same
 * line of the same file is kept once.
 */
export function addToQuarantine(
  home: { files: Files; paths: Paths },
  lines: readonly BadLine[],
  now: string,
): void {
  if (lines.length === 0) return;
  const path = join(home.paths.quarantine, `${monthOf(now)}.jsonl`);
  const known = new Set(readJsonLines(path).rows.map(({ value }) => (isDict(value) ? value.id : undefined)));
  const records = lines
    .map(({ file, line, problem, text }) => ({
      v: 1,
      id: `q-${hashOf(file, text)}`,
      at: now,
      file,
      line,
      problem,
      text: redact(text.slice(0, longest)).text,
    }))
    .filter(({ id }) => !known.has(id));
  if (records.length === 0) return;
  home.files.ensureFolder(home.paths.quarantine);
  home.files.append(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}
