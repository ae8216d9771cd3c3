import { fail, HebbError } from '../domain/failure.ts';
import type { Command } from './command.ts';

/** What `hebb workflows` does, by name; each is loaded when it is asked for. */
const operations: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./workflow-list.ts')).listRuns,
  show: async () => (await import('./workflow-show.ts')).showRun,
  search: async () => (await import('./workflow-search.ts')).searchForRuns,
  classes: async () => (await import('./workflow-classes.ts')).listClasses,
  rehash: async () => (await import('./workflow-rehash.ts')).rehashRuns,
};

/** `hebb workflows [op]`: what agents did, run by run and by procedure. */
export const run: Command = async (input) => {
  const [op = 'list'] = input.args;
  const load = Object.hasOwn(operations, op) ? operations[op] : undefined;
  if (load) return (await load())(input);
  const known = Object.keys(operations).join(', ');
  throw new HebbError(
    fail('usage.workflows', `workflows ${op}: not one of ${known}`, 'hebb workflows --help').failure,
    2,
  );
};
