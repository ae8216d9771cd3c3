import type { Memory } from './memory.ts';
import type { Run } from './run.ts';
import type { SkillDocument } from './skill-document.ts';

/** Something that a skill may cite, under the label by which its text does: `L1` learning, `E1` error with its fix, `R1` run. */
export interface Cited<T> {
  readonly label: string;
  readonly what: T;
}

/** Everything that may go into one skill (spec 5, Consolidating into a skill). */
export interface DistilInput {
  /** Folder and name of the skill. */
  readonly slug: string;
  /** The kind of work, as people call it. */
  readonly caption: string;
  readonly learnings: readonly Cited<Memory>[];
  /** Errors of the kind's sessions with their fix; at most 6. */
  readonly errors: readonly Cited<Memory>[];
  /** Runs of the kind that succeeded, the newest first. */
  readonly successes: readonly Cited<Run>[];
  /** Runs of the kind that failed, none of them for a passing reason; at most 4. */
  readonly failures: readonly Cited<Run>[];
  /** The text that stands, when it is patched or repaired, */
  readonly prior?: SkillDocument;
  /** and the last one that hebb wrote itself: what differs a person wrote, and it stays. */
  readonly written?: SkillDocument;
  /** Their version, as it is cited where they cite nothing. */
  readonly writtenBy?: { readonly label: string; readonly id: string };
  /** What the labels of the text that stands mean, as ids: they are given anew. */
  readonly priorCitations?: Readonly<Record<string, string>>;
  /** The version before that was put aside, and why. */
  readonly priorFailure?: { readonly version: number; readonly reason: string };
  /** True when `caption` names the steps of a procedure in order, since no words do. */
  readonly isSequence?: boolean;
  /** True when it comes from behaviour; it then says when it does not apply. */
  readonly fromBehaviour: boolean;
}

/**
 * What a distiller answers. `citations` resolves every label in the text to an id; `notes` say what is not in it and why, and who wrote
 * it. `insufficient`: there is too little to write from; `refused`: what was written may not be used, with every reason.
 */
export type Distilled = DistilledSkill | DistilledNothing;

/** A text. */
export interface DistilledSkill {
  readonly kind: 'skill';
  readonly document: SkillDocument;
  readonly citations: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
}

/** No text, and why. */
export type DistilledNothing =
  | { readonly kind: 'insufficient'; readonly reason: string; readonly notes?: readonly string[] }
  | { readonly kind: 'refused'; readonly reasons: readonly string[]; readonly notes?: readonly string[] };
