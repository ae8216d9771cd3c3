import { fail, HebbError } from '../domain/failure.ts';
import { type CommandInput, textOption } from './command.ts';

/** `--limit`, a whole number above 0. */
export function limitOf({ options }: CommandInput, fallback: number): number {
  const given = textOption(options, 'limit');
  if (given === undefined) return fallback;
  const limit = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (limit > 0) return limit;
  throw new HebbError(
    fail('usage.value', `--limit ${given}: not a whole number above 0`, 'for example --limit 50').failure,
    2,
  );
}
