import { compact } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import { classOf } from './class-units.ts';
import { strictHash } from './strict-hash.ts';

/** The run with hashes by the rules as they are now; the same object when they stand already. */
export function rehashRun(run: Run): Run {
  const strict = strictHash(run.steps);
  const classHash = classOf(run)?.hash;
  if (run.strictHash === strict && run.classHash === classHash) return run;
  return compact({ ...run, strictHash: strict, classHash });
}
