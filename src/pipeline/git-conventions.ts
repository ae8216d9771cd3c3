import type { GitSnapshot } from '../domain/commit.ts';
import { type ConventionDraft, type GitContext, joinWords, type Newest, share } from './git-draft.ts';
import { codeLanguageOf } from './git-languages.ts';
import { languageName, pathKind, type ToolRule, toolRules } from './git-rules.ts';
import { styleConventions } from './git-style.ts';
import type { GitTally } from './git-tally.ts';
import type { CandidateDraft } from './make-candidate.ts';

/** Counts of keys, most frequent first; equal ones by name. */
function countBy(keys: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** Tools by their files at the root; where two of one group lie there, neither is told. */
function toolConventions({ files }: GitSnapshot): ConventionDraft[] {
  const atRoot = new Set(files.filter((path) => !path.includes('/')));
  const found = toolRules.filter((rule) => atRoot.has(rule.file));
  const isAlone = (rule: ToolRule): boolean =>
    found.every((other) => other === rule || other.group !== rule.group || other.tool === rule.tool);
  const alone = found.filter(isAlone);
  const first = alone.filter((rule, at) => alone.findIndex((other) => other.tool === rule.tool) === at);
  return first.map(({ sentence, tool, file }) => ({
    summary: sentence,
    appliesTo: [tool],
    observations: [`Tracked at the root: \`${file}\``],
  }));
}

/** The languages in which most code is written: one with three fifths of the files, else the two largest. */
function languageConvention({ files }: GitSnapshot): ConventionDraft[] {
  const code = files
    .filter((path) => pathKind(path) === 'code')
    .flatMap((path) => codeLanguageOf(path) ?? []);
  const counts = countBy(code).filter(([, count]) => count >= 3 && count / code.length >= 0.15);
  const main = counts.filter(([, count]) => count / code.length >= 0.6);
  const told = (main.length > 0 ? main : counts).slice(0, 2).map(([language]) => language);
  if (told.length === 0 || code.length < 10) return [];
  return [
    {
      summary: `The code of this project is written in ${joinWords(told.map(languageName))}`,
      appliesTo: told,
      observations: counts.map(
        ([language, count]) => `${languageName(language)}: ${share(count, code.length)} files of code`,
      ),
    },
  ];
}

const MINE =
  /^(?:renovate|dependabot|copilot|claude|codex|cursor|gh-readonly-queue|snyk|greenkeeper|all-contributors)\b/i;
const TOPIC =
  /^(feat|feature|fix|bugfix|hotfix|chore|docs?|refactor|ci|test|perf|task|story|issue|spike)\/./i;

/** How topic branches are named, when most of them begin with a kind. */
function branchConvention({ branches }: GitSnapshot): ConventionDraft[] {
  const topics = branches.filter(
    (name) =>
      !MINE.test(name) &&
      !/^(?:main|master|dev|develop|trunk|next|gh-pages|v?\d[\w.-]{0,20}|release[/-].{1,80})$/i.test(name),
  );
  const kinds = countBy(topics.flatMap((name) => TOPIC.exec(name)?.[1]?.toLowerCase() ?? []));
  const typed = kinds.reduce((sum, [, count]) => sum + count, 0);
  if (typed < 5 || typed / topics.length < 0.6) return [];
  const examples = kinds
    .slice(0, 2)
    .map(([kind]) => `\`${kind}/…\``)
    .sort();
  return [
    {
      summary: `Branches are named by kind and topic, as ${joinWords(examples)}`,
      appliesTo: ['git'],
      observations: [`${share(typed, topics.length)} topic branches`],
    },
  ];
}

/** Where tests lie and how they are named, if three quarters of them agree on it. */
function testConvention({ files }: GitSnapshot): ConventionDraft[] {
  const tests = files.filter((path) => pathKind(path) === 'test' && TEST_NAME.test(path));
  const code = new Set(files.filter((path) => pathKind(path) === 'code').map(folderOf));
  const [place, inPlace] = countBy(tests.map((path) => placeOf(path, code)))[0] ?? ['', 0];
  const [name, named] = countBy(tests.map(nameOf))[0] ?? ['', 0];
  if (tests.length < 5 || inPlace / tests.length < 0.75) return [];
  const naming = named / tests.length >= 0.75 ? `, named \`${name}\`` : '';
  const languages = countBy(tests.flatMap((path) => codeLanguageOf(path) ?? [])).slice(0, 1);
  return [
    {
      summary: `Tests lie ${place}${naming}`,
      appliesTo: ['testing', ...languages.map(([language]) => language)],
      observations: [`${share(inPlace, tests.length)} test files lie there`],
    },
  ];
}

const TEST_NAME =
  /(?:[._-](?:test|spec|cy|e2e)\.[a-z]{1,5}|\/test_[^/]{1,200}\.py|(?:Test|Tests|Spec|IT)\.[a-z]{1,6})$/;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function placeOf(path: string, code: ReadonlySet<string>): string {
  if (path.includes('__tests__/')) return 'in `__tests__/` folders beside the code that they test';
  if (code.has(folderOf(path))) return 'beside the code that they test';
  const top = path.split('/').find((part) => /^(?:tests?|spec|e2e)$/.test(part));
  const atRoot = top !== undefined && path.startsWith(`${top}/`);
  if (atRoot) return `in \`${top}/\`, apart from the code`;
  return top === undefined ? 'elsewhere' : `in a \`${top}/\` folder of each package`;
}

/** The name of a test with a star for what varies. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending =
    /[._-](?:test|spec|cy|e2e)\.[a-z]{1,5}$/.exec(name)?.[0] ??
    /(?:Tests?|Spec|IT)\.[a-z]{1,6}$/.exec(name)?.[0];
  return ending === undefined ? 'test_*.py' : `*${ending}`;
}

/** How this project works, as its files, branches and commit messages show it. */
export function conventionDrafts(tally: GitTally, context: GitContext, from: Newest): CandidateDraft[] {
  const { snapshot, project } = context;
  const found = [
    ...styleConventions(tally.style),
    ...branchConvention(snapshot),
    ...testConvention(snapshot),
    ...toolConventions(snapshot),
    ...languageConvention(snapshot),
  ];
  return found.map((convention) => ({
    ...convention,
    entityType: 'stack',
    severity: 'high',
    source: 'implementation',
    common: true,
    scope: 'project',
    project: project.id,
    confidence: 0.9,
    provenance: [{ origin: 'git', ...from }],
  }));
}
