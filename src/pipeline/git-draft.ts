import type { GitSnapshot } from '../domain/commit.ts';
import type { Project } from '../domain/project.ts';

/** A convention before it becomes a candidate. */
export interface ConventionDraft {
  readonly summary: string;
  readonly appliesTo: readonly string[];
  readonly observations: readonly string[];
}

/** What planners need besides the counts. */
export interface GitContext {
  readonly project: Project;
  readonly snapshot: GitSnapshot;
}

/** The newest commit of a reading: the evidence of what the repository as a whole shows. */
export interface Newest {
  readonly sha: string;
  readonly at: string;
}

/** A count of a count, for observations: `14 of 15`. */
export const share = (part: number, whole: number): string => `${part} of ${whole}`;

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** A path as it is written in a sentence. */
export const quotePath = (path: string): string =>
  `\`${path.replaceAll('`', "'").replace(/[\x00-\x1f\x7f]+/g, ' ')}\``;

/** Last part of a path, for names. */
export const lastPart = (path: string): string => path.split('/').filter(Boolean).pop() ?? path;
