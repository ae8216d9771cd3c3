import { type ConventionDraft, share } from './git-draft.ts';
import { gitLimits } from './git-limits.ts';

const CONVENTIONAL =
  /^(?:build|chore|ci|docs?|feat|fix|perf|refactor|revert|style|tests?|types?|wip|release|workflow|dx|deps|security|i18n)(\([^()]{1,80}\))?!?: \S/i;
const TICKET = /^\[?[A-Z][A-Z0-9]{1,9}-\d{1,7}\]?[: ]/;
const PART = /^(?:\[[\w/. -]{2,40}\]|[\w][\w/.,-]{1,60}:) \S/;
const EMOJI = /^(?::[a-z_0-9]{2,40}:|\p{Extended_Pictographic})/u;

/** Which styles a commit message follows; `counted` is always among them. */
export function subjectStyles(subject: string, body: string): string[] {
  const line = subject.slice(0, 400);
  const conventional = CONVENTIONAL.exec(line);
  const styles = ['counted'];
  if (conventional) styles.push('conventional');
  if (conventional?.[1] !== undefined) styles.push('scoped');
  if (!conventional && PART.test(line)) styles.push('part');
  if (TICKET.test(line)) styles.push('ticket');
  if (EMOJI.test(line)) styles.push('emoji');
  if (/^Signed-off-by: /im.test(body)) styles.push('signed-off');
  return styles;
}

const SENTENCES: readonly (readonly [style: string, least: number, sentence: string])[] = [
  ['conventional', 0.7, 'Commit messages follow Conventional Commits: `type(scope): subject`'],
  ['part', 0.7, 'Commit subjects begin with the part of the project that they change, as `part: subject`'],
  ['ticket', 0.6, 'Commit subjects begin with a ticket number, as `ABC-123: subject`'],
  ['emoji', 0.6, 'Commit subjects begin with an emoji that tells the kind of change'],
  ['signed-off', 0.9, 'Commits carry a `Signed-off-by` line (`git commit --signoff`)'],
];

/** How commit messages are written here; nothing when too few are known or no style prevails. */
export function styleConventions(style: ReadonlyMap<string, number>): ConventionDraft[] {
  const counted = style.get('counted') ?? 0;
  if (counted < gitLimits.stylesNeeded) return [];
  const prevailing = SENTENCES.filter(([key, least]) => (style.get(key) ?? 0) / counted >= least);
  return prevailing.map(([key, , summary]) => ({
    summary,
    appliesTo: ['git'],
    observations: [`${share(style.get(key) ?? 0, counted)} of the newest commits that people wrote`],
  }));
}
