import { sha256Of } from '../domain/identity.ts';
import type { Step } from '../domain/run.ts';

/** What the seed system calls a unit; the order of the keys is that of its text. */
interface StrictUnit {
  readonly arg_keys: readonly string[];
  readonly errored: boolean;
  readonly tool: string;
}

/** By code points, as Python sorts: JavaScript's own order is by UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((sign, index) => sign !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

/** Milliseconds of an ISO time, NaN for anything else: `Date.parse` alone takes many a word for a date. */
const timeOf = ({ at }: Step): number => (/^\d{4}-\d\d-\d\d/.test(at) ? Date.parse(at) : Number.NaN);

/** By time when every step tells one, ties by position; as they lie otherwise. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const times = steps.map(timeOf);
  if (times.some(Number.isNaN)) return steps;
  return steps
    .map((step, index) => ({ step, time: times[index] ?? 0 }))
    .sort((a, b) => a.time - b.time)
    .map(({ step }) => step);
}

const unitOf = ({ tool, argKeys, ok }: Step): StrictUnit => ({
  arg_keys: [...argKeys].sort(compareCodePoints),
  errored: ok === false,
  tool,
});

const isSameCall = (a: StrictUnit, b: StrictUnit): boolean =>
  a.tool === b.tool &&
  a.arg_keys.length === b.arg_keys.length &&
  a.arg_keys.every((key, at) => key === b.arg_keys[at]);

/** A call again after it failed takes the place of the failure: fail, fail, work is one unit that worked. */
function foldRetries(units: readonly StrictUnit[]): StrictUnit[] {
  const folded: StrictUnit[] = [];
  for (const unit of units) {
    const last = folded.at(-1);
    if (last?.errored && isSameCall(last, unit)) folded.pop();
    folded.push(unit);
  }
  return folded;
}

/** Compact JSON as Python writes it: all but printable ASCII is escaped. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Identity of a trajectory in the seed system, byte for byte: SHA-256 in hex over its units, with the names of arguments and whether a
 * step failed. A failed run is of another identity than one that worked, so hebb compares by class and keeps this for exchange.
 * Undefined without steps.
 */
export function strictHash(steps: readonly Step[]): string | undefined {
  const units = foldRetries(inOrder(steps).map(unitOf));
  return units.length === 0 ? undefined : sha256Of(asciiJson(units));
}
