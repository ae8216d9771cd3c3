import { fail, HebbError } from '../domain/failure.ts';
import type { CommandInput } from './command.ts';

/** The slug that an operation is called with; a usage failure without one. */
export function slugOf({ args }: CommandInput): string {
  const [op = '', slug = ''] = args;
  if (slug !== '') return slug;
  throw new HebbError(
    fail(`usage.skill-${op}`, `skill ${op}: needs the name of a skill`, 'hebb skill list').failure,
    2,
  );
}
