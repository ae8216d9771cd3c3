import { processHost } from './host.ts';
import { printOut } from './print-out.ts';
import { runQuick } from './quick.ts';

declare const __VERSION__: string;

/** Milliseconds after which a hook is let go with nothing: well below the least timeout that is installed. */
const quickLimitMs = 4_000;

/**
 * The call that hooks make at every prompt: without the parser of command lines, and never longer than its limit, whatever it waits for.
 * False when it is another command line after all.
 */
export async function start(argv: readonly string[]): Promise<boolean> {
  const limit = setTimeout(() => process.exit(0), quickLimitMs);
  const text = await runQuick(argv, { host: processHost(), version: __VERSION__ });
  clearTimeout(limit);
  if (text === undefined) return false;
  if (printOut(text)) process.exit(0);
  return true;
}
