import * as fs from 'node:fs';
import type { RunDigests } from '../domain/run-digest.ts';
import { digestMaker } from '../pipeline/run-digest.ts';
import { openDigests } from '../store/run-digests.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';

/** Every run in short. What was read is kept for the next time, except in a dry run and where no home is. */
export function digestsHere({ door, options, versions }: CommandInput, store: Store): RunDigests {
  const { files, paths } = store;
  const keeps = !hasFlag(options, 'dryRun') && fs.existsSync(paths.state);
  const home = keeps ? { files, paths, pen: door.bare().files } : { files, paths };
  return openDigests(home, digestMaker(versions.hebb));
}
