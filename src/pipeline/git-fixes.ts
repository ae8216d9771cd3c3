import { type GitContext, joinWords, lastPart, type Newest, quotePath, share } from './git-draft.ts';
import { languagesOf } from './git-languages.ts';
import { gitLimits } from './git-limits.ts';
import { pathKind } from './git-rules.ts';
import { saysSomething, subjectText } from './git-subject.ts';
import type { GitTally, Repair } from './git-tally.ts';
import type { CandidateDraft } from './make-candidate.ts';

const TRAILER =
  /^(?:[A-Z][\w-]{1,30}-by|close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|cc|change-id|this reverts commit|\(cherry picked)/i;

/** The first paragraph of a body that is told by a person, on one line, at most 300 characters. */
export function explanationIn(body: string): string | undefined {
  const paragraphs = body.slice(0, 4_000).split(/\n[ \t]{0,20}\n/);
  const told = paragraphs.find((text) => !TRAILER.test(text.trim()) && saysSomething(text));
  return told?.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** What happened, as a sentence: where first, since the place is what one looks up. */
function summaryOf({ subject }: Repair, places: readonly string[]): string {
  const shown = places.slice(0, 2).map(quotePath);
  const where = joinWords(places.length > 2 ? [...shown, 'others'] : shown);
  const start = subject.reverts === undefined ? `Fixed in ${where}` : `Tried in ${where} and taken back`;
  return `${start}: ${subjectText(subject)}`;
}

interface FixContext extends GitContext {
  readonly existing: ReadonlySet<string>;
  readonly commonFrom: number;
}

/** Candidate of one repair whose place still exists; undefined otherwise. */
function fixDraft(repair: Repair, tally: GitTally, context: FixContext): CandidateDraft | undefined {
  const { commit, subject } = repair;
  const places = repair.places.filter((path) => context.existing.has(path));
  if (places.length === 0) return undefined;
  const explanation = explanationIn(commit.body);
  const most = Math.max(...places.map((path) => tally.find(path)?.fixes ?? 0));
  return {
    entityType: 'mistake',
    summary: summaryOf(repair, places),
    title: `${lastPart(places[0] ?? '')} ${subjectText(subject)}`,
    observations: [
      `Commit: ${commit.subject.slice(0, 300)}`,
      ...(explanation ? [`Explained: ${explanation}`] : []),
      `Changed: ${places.map(quotePath).join(', ')}`,
      ...(most >= context.commonFrom ? [`The same place was fixed ${most} times`] : []),
    ],
    appliesTo: [...languagesOf(places), ...places],
    severity: subject.reverts === undefined ? 'medium' : 'high',
    source: 'mistake',
    common: most >= context.commonFrom,
    scope: 'project',
    project: context.project.id,
    confidence: 0.7,
    provenance: [{ origin: 'git', at: commit.at, sha: commit.sha, quote: commit.subject.slice(0, 300) }],
  };
}

/** Candidates of what broke and how it was repaired, newest first, without what no longer exists. */
export function fixDrafts(tally: GitTally, context: GitContext, commonFrom: number): CandidateDraft[] {
  const existing = new Set(context.snapshot.files);
  const drafts = tally.repairs.flatMap(
    (repair) => fixDraft(repair, tally, { ...context, existing, commonFrom }) ?? [],
  );
  return drafts.slice(0, gitLimits.fixesGiven);
}

/** Files that break often: most of their changes are fixes, clearly more than is usual here. */
export function hotSpotDrafts(
  tally: GitTally,
  { snapshot, project }: GitContext,
  from: Newest,
): CandidateDraft[] {
  const code = snapshot.files.filter((path) => pathKind(path) === 'code');
  const files = code.flatMap((path) => tally.find(path) ?? []);
  const total = files.reduce(
    (sum, file) => ({ changes: sum.changes + file.changes, fixes: sum.fixes + file.fixes }),
    { changes: 0, fixes: 0 },
  );
  const usual = total.fixes / Math.max(1, total.changes);
  const least = Math.max(gitLimits.hotSpotShare, usual * gitLimits.hotSpotAbove);
  const hot = files.filter(
    ({ changes, fixes }) =>
      changes >= gitLimits.hotSpotChanges && fixes >= gitLimits.hotSpotFixes && fixes / changes >= least,
  );
  hot.sort(
    (a, b) => b.fixes * b.fixes * a.changes - a.fixes * a.fixes * b.changes || (a.name < b.name ? -1 : 1),
  );
  return hot.slice(0, gitLimits.hotSpotsGiven).map(({ name, changes, fixes }) => ({
    entityType: 'tech-insight',
    summary: `${quotePath(name)} breaks easily: most of its changes are fixes, so cover a change there with a test first`,
    title: `${name} breaks easily`,
    observations: [`${share(fixes, changes)} changes were fixes`],
    appliesTo: [...languagesOf([name]), name],
    severity: 'low',
    source: 'implementation',
    common: true,
    scope: 'project',
    project: project.id,
    confidence: fixes / changes,
    provenance: [{ origin: 'git', ...from }],
  }));
}
