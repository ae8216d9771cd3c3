import { dullScopes, dullWords, fixWords } from './git-rules.ts';

/** A commit subject taken apart. */
export interface Subject {
  /** `fix`, `feat`, ... of Conventional Commits, lower case. */
  readonly type?: string;
  readonly scope?: string;
  /** What remains, as written. */
  readonly rest: string;
  readonly isFix: boolean;
  /** Subject of the commit that this one takes back. */
  readonly reverts?: string;
}

/** Type, scope and rest. Numbered groups: named ones cost as much again on every commit. */
const HEAD = /^([a-z][\w/.-]{1,60})(?:\(([^()]{1,80})\))?!?: {0,3}(\S.*)$/i;

/** Issue and pull request numbers, and the words that close them, wherever they stand. */
function withoutIssues(text: string): string {
  return text
    .replace(
      /\((?:(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|see|ref|re|via)?[:, ]{0,3}(?:[\w.-]{1,40}\/[\w.-]{1,40})?(?:#|GH-)\d{1,9}[, ]{0,3}){1,9}\)/giu,
      ' ',
    )
    .replace(
      /[,;(]? {0,3}\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|see|refs?|ref to)[: ]{1,3}(?:#|GH-)\d{1,9}\)?/giu,
      ' ',
    )
    .replace(/[([]?(?<![\w&])#\d{1,9}[)\]]?/gu, ' ');
}

/** One line of text as part of a sentence: no numbers of issues, no stray ends. */
export const tidyText = (text: string): string =>
  withoutIssues(text.slice(0, 400))
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,.–-]{1,9}|[\s:;,.–-]{1,9}$/gu, '');

const withoutFixWord = (text: string): string =>
  text.replace(
    /^(?:hot|bug)?fix(?:e[sd]|ing)?(?: (?:a|an|the|for))?[: ]{1,3}(?:(?:bug|issue|problem)s?(?: (?:where|with|that|when|in))?[: ]{1,3})?/iu,
    '',
  );

/** True when a text tells more than that something was fixed. */
export function saysSomething(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_$.]{1,60}/gu) ?? [];
  const telling = words.filter((word) => !dullWords.has(word));
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u.test(text);
  return telling.length >= 3 || unspaced;
}

/** Takes a subject apart. Never fails: an empty subject has an empty text. */
export function parseSubject(subject: string): Subject {
  const line = subject
    .slice(0, 400)
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim();
  const reverts = /^revert:? {1,3}"?(.*?)"?(?: {1,3}\(#\d{1,9}\))?$/i.exec(line)?.[1];
  if (reverts !== undefined) return { rest: reverts, isFix: false, reverts };
  const [, type, inScope, rest = line] = HEAD.exec(line) ?? [];
  const kind = type?.toLowerCase();
  const scope = inScope?.toLowerCase();
  const byType = kind !== undefined && /^(?:(?:bug|hot)?fix|fixes|fixed)$/.test(kind);
  const conventional =
    kind !== undefined &&
    /^(?:feat|docs?|chore|test|ci|build|style|refactor|perf|types?|wip|release|workflow|dx|deps)$/.test(kind);
  const isFix = (byType || (!conventional && fixWords.test(rest))) && !dullScopes.has(scope ?? kind ?? '');
  if (kind === undefined) return { rest, isFix };
  return scope === undefined ? { type: kind, rest, isFix } : { type: kind, scope, rest, isFix };
}

/** What a subject says, as part of a sentence: without type, scope, issue numbers and the word "fix". */
export function subjectText({ rest, reverts }: Subject): string {
  return reverts === undefined ? withoutFixWord(tidyText(rest)) : subjectText(parseSubject(reverts));
}
