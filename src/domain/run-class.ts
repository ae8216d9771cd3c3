/** Whether a class is made of whole runs, or of a sequence that runs contain (gaps allowed). */
export type RunClassKind = 'run' | 'mined';

/**
 * What promotion counts by: a procedure as a sequence of units, whatever its files, its values and whether a step failed.
 * A unit names what a step does: `run npm test --watch`, `edit ts`, `mcp github/create_issue`.
 */
export interface RunClass {
  /** SHA-256 in hex over the units. */
  readonly hash: string;
  readonly kind: RunClassKind;
  readonly units: readonly string[];
}

/** Key of a class where it is counted: the same procedure of another project or person is another one. */
export const classKey = (place: { readonly project: string; readonly user?: string }, hash: string): string =>
  `${place.project} ${place.user ?? ''} ${hash}`;
