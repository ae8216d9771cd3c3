import { processHost } from './host.ts';
import { printOut } from './print-out.ts';
import { runQuickRecall } from './quick-recall.ts';

declare const __VERSION__: string;

/** A question to memory, asked as plainly as agents ask it. False when the whole command line has to look at it. */
export async function start(argv: readonly string[]): Promise<boolean> {
  const text = await runQuickRecall(argv, { host: processHost(), version: __VERSION__ });
  if (text === undefined) return false;
  printOut(text);
  return true;
}
