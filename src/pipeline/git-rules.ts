import data from '../../templates/git-history.yaml';
import { type Dict, dictAt, dictsAt, isDict, stringAt, stringsAt } from '../domain/json.ts';

/** A root file and what it tells. */
export interface ToolRule {
  readonly group: string;
  readonly file: string;
  readonly tool: string;
  readonly sentence: string;
}

/** What a path is to us. Only `code`, `test` and `manifest` are evidence of how a project is changed. */
export type PathKind =
  | 'code'
  | 'test'
  | 'manifest'
  | 'machinery'
  | 'prose'
  | 'lock'
  | 'generated'
  | 'vendored'
  | 'binary';

const rules: Dict = isDict(data) ? data : {};
const folders = dictAt(rules, 'folders') ?? {};
const names = dictAt(rules, 'names') ?? {};

const anyOf = (sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'iu');
const caseful = (sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'u');

const bots = anyOf(stringsAt(rules, 'bots'));
const mechanical = anyOf(stringsAt(rules, 'mechanical'));

/** True for a program that commits. */
export const isBot = (author: string, email: string): boolean =>
  bots.test(`${author.slice(0, 200)} <${email.slice(0, 200)}>`);

/** True for a subject of a release, a dependency update, an automatic save: no evidence of how people change the code. */
export const isMechanical = (subject: string): boolean => mechanical.test(subject.slice(0, 300));

const folderKinds: readonly (readonly [PathKind, ReadonlySet<string>])[] = [
  ['vendored', new Set(stringsAt(folders, 'vendored'))],
  ['generated', new Set(stringsAt(folders, 'generated'))],
  ['prose', new Set(stringsAt(folders, 'prose'))],
  ['machinery', new Set(stringsAt(folders, 'machinery'))],
];

const testFolders: ReadonlySet<string> = new Set(stringsAt(folders, 'tests'));

const nameKinds: readonly (readonly [PathKind, RegExp])[] = [
  ['lock', anyOf(stringsAt(names, 'lock'))],
  ['generated', anyOf(stringsAt(names, 'generated'))],
  ['prose', anyOf(stringsAt(names, 'prose'))],
  ['binary', anyOf(stringsAt(names, 'binary'))],
  ['test', caseful(stringsAt(names, 'tests'))],
  ['manifest', anyOf(stringsAt(names, 'manifests'))],
];

/** What a path is, by its folders and its name. */
export function pathKind(path: string): PathKind {
  const parts = path.slice(-1_000).split('/');
  const name = parts.pop() ?? '';
  const byFolder = folderKinds.find(([, set]) => parts.some((part) => set.has(part)));
  if (byFolder) return byFolder[0];
  const byName = nameKinds.find(([, expression]) => expression.test(name));
  if (byName) return byName[0];
  return parts.some((part) => testFolders.has(part)) ? 'test' : 'code';
}

/** The expression that makes a subject without a type a fix. */
export const fixWords = new RegExp(stringAt(rules, 'fix') ?? '^fix', 'iu');

/** Scopes and types whose fixes teach nothing about the code. */
export const dullScopes: ReadonlySet<string> = new Set(stringsAt(rules, 'dullScopes'));

/** Words that say nothing alone. */
export const dullWords: ReadonlySet<string> = new Set(stringsAt(rules, 'dullWords'));

/** Root files that tell how a project works. */
export const toolRules: readonly ToolRule[] = dictsAt(rules, 'tools').map((rule) => ({
  group: stringAt(rule, 'group') ?? '',
  file: stringAt(rule, 'file') ?? '',
  tool: stringAt(rule, 'tool') ?? '',
  sentence: stringAt(rule, 'sentence') ?? '',
}));

/** A code pattern in words that follow "code here", or undefined for one that the table does not name. */
export const patternPhrase = (pattern: string): string | undefined =>
  stringAt(dictAt(rules, 'patterns') ?? {}, pattern);

/** A language as people write it. */
export const languageName = (language: string): string =>
  stringAt(dictAt(rules, 'languages') ?? {}, language) ?? language;
