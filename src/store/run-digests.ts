import type { Run } from '../domain/run.ts';
import type { LinePlace, RunDigest, RunDigests, WorkflowRecord } from '../domain/run-digest.ts';
import { addRecordLines, type FactHome } from './facts.ts';
import type { Files } from './files.ts';
import {
  batchRuns,
  createKeeper,
  dropDigests,
  type FileDigests,
  manyBatches,
  packDigests,
  readDigestCache,
} from './run-digest-cache.ts';
import { createPool, type Pool, pooled } from './run-digest-pool.ts';
import { isStillAt, positionAt, readWorkflowLines, workflowFiles } from './run-lines.ts';

/** How runs become digests: what the pipeline knows of them. */
export interface DigestMaker {
  /** Another one makes other digests of the same runs. */
  readonly version: string;
  digestOf(run: Run, place: LinePlace): RunDigest;
}

/** Where runs lie. */
export interface DigestHome extends FactHome {
  /** Keeps digests in `cache/`, also where nothing else may be written; absent: nothing is kept. */
  readonly pen?: Files;
}

/**
 * Every run in short, and the records beside them, each in its latest form: what the cache knows, and of `workflows/` only the bytes
 * after that. A file that was replaced or cut, and a cache that is gone, damaged or of another version, is read anew.
 */
export function openDigests(home: DigestHome, maker: DigestMaker): RunDigests {
  const names = workflowFiles(home);
  const pool = createPool();
  const months = names.map((file) => openFile(home, maker, { file, pool }));
  const { pen } = home;
  if (pen) keepQuietly(() => dropDigests(pen, home.paths, names));
  return unite(months);
}

/** Appends records about runs; those that are known just so are left out. Returns what was new. */
export function addWorkflowRecords(
  home: FactHome,
  records: readonly WorkflowRecord[],
  known: readonly WorkflowRecord[],
): WorkflowRecord[] {
  const texts = new Map(known.map((record) => [record.id, JSON.stringify(record)]));
  const fresh = records.filter((record) => texts.get(record.id) !== JSON.stringify(record));
  addRecordLines(home, fresh);
  return fresh;
}

interface Source {
  readonly file: string;
  readonly pool: Pool;
}

function openFile(home: DigestHome, maker: DigestMaker, { file, pool }: Source): FileDigests {
  const { version } = maker;
  const { pen, paths } = home;
  const cached = readDigestCache(home.files, paths, { version, file, pool });
  const known = cached && isStillAt(home, file, cached.position) ? cached : undefined;
  const runs = [...(known?.runs ?? [])];
  const records = [...(known?.records ?? [])];
  let position = known?.position ?? positionAt(home, file, 0);
  let lines = known?.batches ?? 0;
  const keep = pen && createKeeper(pen, paths, { version, file, known });
  for (const piece of readFile(home, maker, { file, pool, from: position.bytes })) {
    for (const run of piece.runs) runs.push(run);
    for (const record of piece.records) records.push(record);
    ({ position } = piece);
    lines++;
    keepQuietly(() => keep?.(piece));
  }
  const all = { runs, records, position };
  if (pen && known && lines > manyBatches && lines > known.batches)
    keepQuietly(() => packDigests(pen, paths, { version, file, all }));
  return all;
}

/** What only saves time is no failure where it cannot be written; a piece that is missing ends what the cache says. */
function keepQuietly(keep: () => void): void {
  try {
    keep();
  } catch {}
}

/** New lines of a file, so many at a time. */
function* readFile(
  home: FactHome,
  { digestOf }: DigestMaker,
  { file, pool, from }: Source & { readonly from: number },
): Generator<FileDigests> {
  let part = emptyPart();
  let start = from;
  let end = from;
  for (const { line, end: next } of readWorkflowLines(home, file, from)) {
    end = next;
    if (line?.kind === 'run') part.runs.push(pooled(digestOf(line.run, line.place), pool));
    if (line?.kind === 'record') part.records.push(line.record);
    if (part.runs.length < batchRuns) continue;
    yield { ...part, position: positionAt(home, file, end) };
    part = emptyPart();
    start = end;
  }
  if (end > start) yield { ...part, position: positionAt(home, file, end) };
}

const emptyPart = (): { readonly runs: RunDigest[]; readonly records: WorkflowRecord[] } => ({
  runs: [],
  records: [],
});

/** The latest form of each. */
function unite(months: readonly FileDigests[]): RunDigests {
  const runs = new Map<string, RunDigest>();
  const records = new Map<string, WorkflowRecord>();
  for (const month of months) {
    for (const run of month.runs) runs.set(run.id, run);
    for (const record of month.records) records.set(record.id, record);
  }
  return { runs: [...runs.values()], records: [...records.values()] };
}
