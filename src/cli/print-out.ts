import { writeSync } from 'node:fs';

/**
 * Writes to standard output without opening a stream for it, which takes as long as a small answer takes. Where the reader is slow, a
 * stream waits for it after all, and false comes back; one that went away (`hebb recall x | head`) is no error.
 */
export function printOut(text: string): boolean {
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(1, bytes, done);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EAGAIN' && code !== 'EPIPE') throw error;
    if (code === 'EPIPE') return true;
    process.stdout.write(bytes.subarray(done));
    return false;
  }
  return true;
}
