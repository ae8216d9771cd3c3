import { fail, HebbError } from '../domain/failure.ts';
import { type Options, textOption } from './command.ts';

/** Longest span that is looked over: a hundred years keep every date in range. */
const MAX_DAYS = 36_500;

/** `--days`, a number above 0; undefined when it was not given. */
export function daysOption(options: Options): number | undefined {
  const given = textOption(options, 'days');
  if (given === undefined) return undefined;
  const days = /^\d{1,5}(?:\.\d{1,3})?$/.test(given) ? Number(given) : 0;
  if (days > 0 && days <= MAX_DAYS) return days;
  throw new HebbError(
    fail('usage.value', `--days ${given}: not a number of days`, 'for example --days 30').failure,
    2,
  );
}
