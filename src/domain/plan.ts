import type { Json } from './json.ts';

/** Why a change is made: the rule, in words, its evidence and the numbers that were compared. */
export interface Reason {
  /** Short name of the rule, for example `merge.similar` or `forget.stale`. */
  readonly rule: string;
  /** One sentence for people. */
  readonly text: string;
  readonly evidence: readonly string[];
  readonly numbers: Readonly<Record<string, number | string>>;
}

/** One record that changes. `before` null creates, `after` null removes. */
export interface Change {
  /** `<collection>/<id>`, for example `memories/m-0123456789abcdef`. */
  readonly target: string;
  readonly before: Json;
  readonly after: Json;
  readonly reason: Reason;
}

/** Everything that one step wants to change, decided before anything is written. */
export interface Plan {
  /** The command that asks, for example `consolidate merge`. */
  readonly command: string;
  readonly changes: readonly Change[];
}

/** A committed plan: one journal line. `group` joins the operations of one run. */
export interface Operation {
  readonly v: 1;
  readonly seq: number;
  readonly id: string;
  readonly group: string;
  readonly at: string;
  readonly command: string;
  readonly changes: readonly Change[];
}
