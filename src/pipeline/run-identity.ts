import type { Run } from '../domain/run.ts';
import { classOf } from './class-units.ts';
import { strictHash } from './strict-hash.ts';

/** A run with the hashes of what its steps are now; without those that it had before. */
export function withIdentity({ strictHash: _, classHash: __, ...run }: Run): Run {
  const [strict, ofClass] = [strictHash(run.steps), classOf(run)];
  return {
    ...run,
    ...(strict === undefined ? {} : { strictHash: strict }),
    ...(ofClass === undefined ? {} : { classHash: ofClass.hash }),
  };
}
