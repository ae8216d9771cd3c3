import * as fs from 'node:fs';
import { diskOps, type FileOps } from '../../src/store/files.ts';

/** How a step is cut short: not begun, done and nothing after it, or (a write) done for a part of its bytes. */
export type Cut = 'before' | 'after' | 'torn';

/** One step of writing, as it was counted. */
export interface Step {
  readonly name: keyof FileOps;
  /** Whether it changes what another process sees. */
  readonly shows: boolean;
}

/** A dead process: nothing that it would still do is done. */
export class Died extends Error {}

type Cutting = { readonly at: number; readonly cut: Cut } | undefined;

const opensForReading = (name: keyof FileOps, args: readonly unknown[]): boolean =>
  name === 'open' && args[1] === 'r';

/** The disk without waiting for it: what only matters when the machine itself stops. */
export const unsyncedOps: FileOps = { ...diskOps, sync: () => {} };

/**
 * The disk of a process that dies at its n-th step (from 0), or one that only counts. After its death every step fails,
 * so that no `finally` tidies up what a killed process would leave.
 */
export function mortalOps(cutting?: Cutting): { ops: FileOps; steps: Step[] } {
  const steps: Step[] = [];
  let dead = false;
  function step<A extends unknown[], R>(
    name: keyof FileOps,
    work: (...args: A) => R,
    torn?: (...args: A) => void,
  ) {
    return (...args: A): R => {
      if (dead) throw new Died();
      const isLast = cutting?.at === steps.length;
      const shows = !['sync', 'close'].includes(name) && !opensForReading(name, args);
      steps.push({ name, shows });
      if (!isLast) return work(...args);
      dead = true;
      if (cutting.cut === 'torn') torn?.(...args);
      if (cutting.cut === 'after') work(...args);
      throw new Died();
    };
  }
  const half = (fd: number, data: Uint8Array): void => {
    fs.writeSync(fd, data.subarray(0, Math.floor(data.length / 2)));
  };
  const ops: FileOps = {
    open: step('open', diskOps.open),
    write: step('write', diskOps.write, half),
    sync: step('sync', () => {}),
    close: step('close', diskOps.close),
    rename: step('rename', diskOps.rename),
    link: step('link', diskOps.link),
    unlink: step('unlink', diskOps.unlink),
    mkdir: step('mkdir', diskOps.mkdir),
  };
  return { ops, steps };
}

/** A disk on which writing fails from the n-th write on (from 0) with this code; everything else works. */
export function fullDisk(code: string, from: number): { ops: FileOps; writes: () => number } {
  let writes = 0;
  return {
    writes: () => writes,
    ops: {
      ...diskOps,
      write: (fd, data) => {
        if (writes++ < from) return diskOps.write(fd, data);
        fs.writeSync(fd, data.subarray(0, Math.floor(data.length / 3)));
        throw Object.assign(new Error(code), { code });
      },
    },
  };
}
