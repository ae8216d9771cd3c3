/**
 * How a value is tied to its name: by assignment (tight or with blanks), by a loose word (`is`), by code that only a
 * literal may follow, or as the next argument.
 */
export type Tie = 'assigned' | 'spaced' | 'loose' | 'literal' | 'argument';

/** A value behind a name, as found in a text. */
export interface NamedValue {
  readonly value: string;
  readonly from: number;
  readonly quoted: boolean;
  readonly tie: Tie;
  readonly kind: string;
  /** True for `NAME=value` of an environment, where a bare word is a value and no code. */
  readonly setting: boolean;
}
