import type { GitPolicy } from '../domain/policy.ts';
import { type GitContext, lastPart, quotePath, share } from './git-draft.ts';
import { languagesOf } from './git-languages.ts';
import { gitLimits } from './git-limits.ts';
import { pathKind } from './git-rules.ts';
import type { Counted, GitTally, Item } from './git-tally.ts';
import type { CandidateDraft } from './make-candidate.ts';

/** `when` changed, `also` changed with it. */
interface CoChange {
  readonly when: Item;
  readonly also: Item;
  readonly mutual: boolean;
  readonly confidence: number;
  readonly counted: Counted;
}

const isFolder = (name: string): boolean => name.endsWith('/');

const kindOf = (name: string) => pathKind(isFolder(name) ? `${name}x` : name);

/** What a file is about: its name without endings and without the marks of a test. */
function stemOf(name: string): string {
  const file = name.replace(/\/$/, '').split('/').pop() ?? '';
  const stem = file.toLowerCase().replace(/(?!^)\..*$/, '');
  return stem.replace(/^test[_-]|[_-]?(?:test|spec)s?$/g, '');
}

/** Pairs that everybody expects: a file and its test or header, and tests among themselves. */
function isExpected(a: string, b: string): boolean {
  return stemOf(a) === stemOf(b) || (kindOf(a) === 'test' && kindOf(b) === 'test');
}

/** The rule that a pair gives, or undefined when it is too unsure, or no more than chance among all commits. */
function coChangeOf(
  [a, b]: readonly [Item, Item],
  counted: Counted,
  { commits, least }: { readonly commits: number; readonly least: number },
): CoChange | undefined {
  if ((counted.count * commits) / (a.changes * b.changes) < gitLimits.coChangeLift) return undefined;
  const aFirst = a.changes < b.changes || (a.changes === b.changes && a.name < b.name);
  const [when, also] = aFirst ? [a, b] : [b, a];
  const confidence = counted.count / when.changes;
  if (confidence < least) return undefined;
  return { when, also, mutual: counted.count / also.changes >= least, confidence, counted };
}

function strongerFirst(x: CoChange, y: CoChange): number {
  const weight = ({ counted, confidence }: CoChange) => counted.count * confidence;
  return weight(y) - weight(x) || (x.when.name + x.also.name < y.when.name + y.also.name ? -1 : 1);
}

const isWithin = (inner: string, outer: string): boolean => isFolder(outer) && inner.startsWith(outer);

/** True when `other` is about the same thing on one side and about a file of this rule's folder on the other. */
const isCloser = (other: CoChange, { when, also }: CoChange): boolean =>
  [
    [other.when.name, other.also.name],
    [other.also.name, other.when.name],
  ].some(
    ([a = '', b = '']) =>
      (a === when.name && b !== also.name && isWithin(b, also.name)) ||
      (a === also.name && b !== when.name && isWithin(b, when.name)),
  );

/** A folder says less than a file in it: the rule about the folder goes where one about such a file stands. */
const withoutVaguer = (rules: readonly CoChange[]): CoChange[] =>
  rules.filter((rule) => {
    const vague = isFolder(rule.when.name) || isFolder(rule.also.name);
    return !vague || !rules.some((other) => isCloser(other, rule));
  });

function summaryOf({ when, also, mutual }: CoChange): string {
  const [a, b] = [quotePath(when.name), quotePath(also.name)];
  return mutual
    ? `${a} and ${b} change together: who edits one edits the other`
    : `When ${a} changes, ${b} changes with it`;
}

const draftOf = (rule: CoChange, { project }: GitContext): CandidateDraft => ({
  entityType: 'pattern',
  summary: summaryOf(rule),
  title: `${lastPart(rule.when.name)} changes with ${lastPart(rule.also.name)}`,
  observations: [
    `Together in ${share(rule.counted.count, rule.when.changes)} commits that changed ${quotePath(rule.when.name)}`,
  ],
  appliesTo: [...languagesOf([rule.when.name, rule.also.name]), rule.when.name, rule.also.name],
  severity: 'high',
  source: 'implementation',
  common: true,
  scope: 'project',
  project: project.id,
  polarity: 'do',
  confidence: rule.confidence,
  provenance: [{ origin: 'git', at: rule.counted.at, sha: rule.counted.sha }],
});

/** Files and folders that change together, as rules about what must not be forgotten; strongest first. */
export function coChangeDrafts(tally: GitTally, context: GitContext, policy: GitPolicy): CandidateDraft[] {
  const { files } = context.snapshot;
  const existing = new Set([...files, ...files.map((path) => path.slice(0, path.lastIndexOf('/') + 1))]);
  const rules = [...tally.pairs()].flatMap(([a, b, counted]) =>
    counted.count >= policy.coChangeSupport && existing.has(a.name) && existing.has(b.name)
      ? (coChangeOf([a, b], counted, { commits: tally.commits, least: policy.coChangeConfidence }) ?? [])
      : [],
  );
  const telling = withoutVaguer(rules).filter(({ when, also }) => !isExpected(when.name, also.name));
  const shown = telling.sort(strongerFirst).slice(0, gitLimits.coChangesGiven);
  return shown.map((rule) => draftOf(rule, context));
}
