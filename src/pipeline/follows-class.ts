import type { RunClass } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { containsProcedure } from './contains-procedure.ts';

/** What tells the way that a run went. */
export type RunPath = Pick<RunDigest, 'classHash' | 'units'>;

/** Whether a run went the way of a class: it is of the class; for a mined one it contains the procedure. */
export const followsClass = (
  { classHash, units }: RunPath,
  { hash, kind, units: procedure }: RunClass,
): boolean => (kind === 'run' ? classHash === hash : containsProcedure(units, procedure));
