import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every temporary folder of a run of the tests lies in one, which goes with the run: also those of tests that were stopped half-way. */
export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hebb-tests-')));
  // Tests that act as another user of the machine pass through it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
