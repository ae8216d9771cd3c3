import type { Report } from '../domain/report.ts';
import type { Run } from '../domain/run.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { rehashRun } from '../pipeline/rehash-run.ts';
import { addRuns } from '../store/facts.ts';
import { readRun } from '../store/run-lines.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { digestsHere } from './run-digests.ts';

/** Runs that are held and written at once. */
const batchSize = 500;

/**
 * `hebb workflows rehash [--dry-run]`: brings the hashes that stand in the runs up to the rules of this version. Runs are read one by one;
 * each that changes gets a new line. Counting does not wait for it: it always goes by the rules.
 */
export async function rehashRuns(input: CommandInput): Promise<Report> {
  const isDry = hasFlag(input.options, 'dryRun');
  const store = await input.door.write();
  const { runs } = digestsHere(input, store);
  let changed = 0;
  let batch: Run[] = [];
  for (const [index, { place }] of runs.entries()) {
    const run = readRun(store, place);
    const next = run && rehashRun(run);
    if (next && next !== run) batch.push(next);
    if (batch.length < batchSize && index < runs.length - 1) continue;
    changed += batch.length;
    if (!isDry) addRuns(store, batch);
    batch = [];
    input.host.progress('hashing runs', { done: index, total: runs.length });
  }
  return {
    exit: 0,
    human: [
      ...(isDry ? [dryLine] : []),
      { kind: 'line', text: `${changed} of ${runs.length} runs had hashes of other rules.` },
    ],
    data: { runs: runs.length, changed, dryRun: isDry },
  };
}
