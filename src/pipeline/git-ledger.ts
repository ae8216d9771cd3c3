import type { GitWatermark } from '../domain/commit.ts';
import { compact, type Dict, dictAt, isDict, numberAt, stringAt, stringsAt } from '../domain/json.ts';

/** How often a file (or a folder, written with a slash at its end) changed, and how often in a fix. */
export type ItemRow = readonly [name: string, changes: number, fixes: number];

/** How often two items changed in one commit, and the newest such commit. */
export type PairRow = readonly [a: string, b: string, together: number, sha: string, at: string];

/** In how many commits a pattern of code was added, and the newest such commit. */
export type PatternRow = readonly [
  language: string,
  pattern: string,
  commits: number,
  sha: string,
  at: string,
];

/** How subjects are written; counts of commits by people. */
export type StyleCounts = Readonly<Record<string, number>>;

/** What a repository's history has shown so far: small, and enough to go on from when only new commits are read. */
export interface GitLedger {
  readonly v: 1;
  readonly watermark?: GitWatermark;
  /** Commits that are evidence of what changes together. */
  readonly commits: number;
  readonly items: readonly ItemRow[];
  readonly pairs: readonly PairRow[];
  readonly style: StyleCounts;
  readonly patterns: readonly PatternRow[];
  /** Ids of candidates given already, newest last. */
  readonly emitted: readonly string[];
}

/** A ledger of nothing. */
export const emptyLedger: GitLedger = {
  v: 1,
  commits: 0,
  items: [],
  pairs: [],
  style: {},
  patterns: [],
  emitted: [],
};

/** The same without counts, for a history that was rewritten: it is counted anew, and what was given is not given twice. */
export const forgetCounts = (ledger: GitLedger): GitLedger => ({ ...emptyLedger, emitted: ledger.emitted });

/** `previous`, with what a read of a part of the history (`--since`, `--author`, `--max-commits`) has given; counts and watermark stay. */
export const keepEmitted = (previous: GitLedger, partial: GitLedger): GitLedger => ({
  ...previous,
  emitted: partial.emitted,
});

const rowsAt = (dict: Dict, key: string): unknown[][] => {
  const rows = dict[key];
  return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row)) : [];
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function itemOf([name, changes, fixes]: readonly unknown[]): ItemRow[] {
  return isText(name) && isCount(changes) && isCount(fixes) ? [[name, changes, fixes]] : [];
}

function countedOf([a, b, count, sha, at]: readonly unknown[]): PairRow[] {
  return isText(a) && isText(b) && isCount(count) && isText(sha) && isText(at)
    ? [[a, b, count, sha, at]]
    : [];
}

function watermarkOf(dict: Dict): GitWatermark | undefined {
  const mark = dictAt(dict, 'watermark');
  const head = mark && stringAt(mark, 'head');
  const root = mark && stringAt(mark, 'root');
  return head !== undefined && root !== undefined ? { head, root } : undefined;
}

/** Reads a ledger back; what is damaged, of another version, or not there is an empty one, so that the history is read anew. */
export function parseLedger(value: unknown): GitLedger {
  if (!isDict(value) || value.v !== 1) return emptyLedger;
  const style = Object.entries(dictAt(value, 'style') ?? {});
  return compact({
    v: 1 as const,
    watermark: watermarkOf(value),
    commits: numberAt(value, 'commits') ?? 0,
    items: rowsAt(value, 'items').flatMap(itemOf),
    pairs: rowsAt(value, 'pairs').flatMap(countedOf),
    style: Object.fromEntries(style.filter((pair): pair is [string, number] => isCount(pair[1]))),
    patterns: rowsAt(value, 'patterns').flatMap(countedOf),
    emitted: stringsAt(value, 'emitted'),
  });
}
