import data from '../../templates/transient-failures.yaml';
import { matchesAny, parseRules } from './rule-data.ts';

/** The rules of `templates/transient-failures.yaml`. */
export const TRANSIENT_RULES = parseRules(data);

/** An error is read at its head and its end; what lies between is output. */
const HEAD = 2000;
const TAIL = 2000;

/** A test runner's or compiler's own lines are about the code, whatever words a test name or a path holds. */
const ABOUT_CODE =
  /^\s{0,20}(?:(?:✓|✔|✗|✕|×|PASS|FAIL|ok|not ok|---|===)(?:\s|:)|\S{1,200}[:(]\d{1,7}[:,]\d{1,7}[):]?\s|\d{1,6}[:|]\s)/;

function tellingText(errorText: string): string {
  const ends =
    errorText.length > HEAD + TAIL ? [errorText.slice(0, HEAD), errorText.slice(-TAIL)] : [errorText];
  return ends.join('\n');
}

/**
 * True when the error passes by itself or is the user's own doing: timeouts, rate limits, connections, name lookup, 5xx, memory, disk,
 * descriptors, permissions, interrupts and refusals. Such errors teach nothing. Reads the first and last 2,000 characters, line by line.
 */
export function isTransientFailure(errorText: string): boolean {
  return tellingText(errorText)
    .split('\n')
    .filter((line) => !ABOUT_CODE.test(line))
    .some((line) => matchesAny(TRANSIENT_RULES, line.slice(0, 500).trim()));
}
