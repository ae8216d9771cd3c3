import { startWhenDue } from '../commands/when-due.ts';
import { processHost } from './host.ts';
import { lateDoor } from './late-door.ts';

/** Milliseconds after which a hook is let go: well below the least timeout that is installed. */
const quickLimitMs = 4_000;

const isHookCall = ([name, ...flags]: readonly string[]): boolean =>
  name === 'auto-consolidate' && flags.sort().join(' ') === '--detach --when-due';

/**
 * The call that hooks make at the end of every turn: mostly there is nothing to start, and it ends without the parser of command lines
 * and without the store. False when it is another command line.
 */
export async function start(argv: readonly string[]): Promise<boolean> {
  if (!isHookCall(argv)) return false;
  const limit = setTimeout(() => process.exit(0), quickLimitMs);
  const host = processHost();
  await startWhenDue({ host, door: lateDoor(host) }, 'turn-end');
  clearTimeout(limit);
  return true;
}
