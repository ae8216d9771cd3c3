import type { GitSnapshot, GitWatermark } from '../domain/commit.ts';
import type { GitLedger, PairRow, PatternRow } from './git-ledger.ts';
import { gitLimits } from './git-limits.ts';
import { folderOf, type GitTally } from './git-tally.ts';

/** Pairs worth going on with: of things that still exist, and not already known to change apart. Likeliest first. */
function keptPairs(tally: GitTally, exists: (name: string) => boolean): PairRow[] {
  const rows: { row: PairRow; weight: number; name: string }[] = [];
  for (const [a, b, { count, sha, at }] of tally.pairs()) {
    const confidence = count / Math.min(a.changes, b.changes);
    if (count < 2 || confidence < 0.5 || !exists(a.name) || !exists(b.name)) continue;
    const [first, second] = a.name < b.name ? [a.name, b.name] : [b.name, a.name];
    const row: PairRow = [first, second, count, sha, at];
    rows.push({ row, weight: count * confidence, name: row.join() });
  }
  rows.sort((x, y) => y.weight - x.weight || (x.name < y.name ? -1 : 1));
  return rows.slice(0, gitLimits.pairsKept).map(({ row }) => row);
}

function keptPatterns(tally: GitTally): PatternRow[] {
  return [...tally.patterns]
    .map(([key, { count, sha, at }]): PatternRow => {
      const [language = '', pattern = ''] = key.split('\n');
      return [language, pattern, count, sha, at];
    })
    .sort((x, y) => (x.join() < y.join() ? -1 : 1));
}

function keptStyle(tally: GitTally): Record<string, number> {
  const share = (tally.style.get('counted') ?? 0) > gitLimits.stylesKept ? 0.5 : 1;
  const entries = [...tally.style].map(([key, count]): [string, number] => [key, Math.floor(count * share)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a home keeps of a tally: counts of what still exists, in a fixed order. */
export function closeTally(
  tally: GitTally,
  snapshot: GitSnapshot,
  more: { readonly watermark: GitWatermark; readonly emitted: readonly string[] },
): GitLedger {
  const existing = new Set([...snapshot.files, ...snapshot.files.map(folderOf)]);
  const exists = (name: string): boolean => existing.has(name);
  const items = tally.items.filter(({ name, changes }) => changes > 0 && exists(name));
  return {
    v: 1,
    watermark: more.watermark,
    commits: tally.commits,
    items: items
      .map(({ name, changes, fixes }) => [name, changes, fixes] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    pairs: keptPairs(tally, exists),
    style: keptStyle(tally),
    patterns: keptPatterns(tally),
    emitted: more.emitted.slice(-gitLimits.emittedKept),
  };
}
