import data from '../../templates/skill/words.yaml';
import { dictAt, dictsAt, isDict, stringAt } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import { foldCase } from '../text/normalize.ts';
import { isNegation, polarityOf } from '../text/polarity.ts';
import { isUnsegmented, readTokens } from '../text/tokens.ts';
import { readWords } from '../text/word-lists.ts';
import { programNames } from './command-rules.ts';
import { fileWords, phrase } from './skill-phrases.ts';

/**
 * What a learning is in a skill. `error`: an error with its fix, as hebb words it, or a mistake that somebody told; `avoid`: what one
 * should not do; `fact`: what is so; `step`: what one does.
 */
export type LearningRole = 'error' | 'avoid' | 'fact' | 'step';

/** A mistake taken apart; an empty text where it says nothing of that. */
export interface Trouble {
  readonly symptom: string;
  readonly cause: string;
  readonly fix: string;
}

const words = isDict(data) ? data : {};
const rewords = dictsAt(words, 'rewords').map((pair) => ({
  from: new RegExp(stringAt(pair, 'from') ?? '(?!)', 'iu'),
  to: stringAt(pair, 'to') ?? '',
}));
const plainPrograms = new Set(readWords(words.plainPrograms));
const factLeads = new Set(readWords(words.factLeads));
/** Words that deny and yet begin an order or a condition: “stop the server”, “unless it runs”. */
const notForbidding = new Set(readWords(words.notForbidding));
const listOf = (name: string): string =>
  Object.values(dictAt(words, name) ?? {})
    .flatMap((list) => (typeof list === 'string' && list !== '' ? [list] : []))
    .join('|');
const BECAUSE = new RegExp(
  `^(.{4,}?)(?:[,;:]? (?:${listOf('because')}) |[，、]?(?:${listOf('becauseTight')}))(.{2,})$`,
  'isu',
);
const INSTEAD = new RegExp(`^(.{4,}?)(?:[;,.] (?:${listOf('instead')}) |; |(?<=[.!?]) )(.{4,})$`, 'isu');
const FIXED = /^(?<symptom>.*?); (?<how>fixed by|worked again after|tried) (?<fix>.*?)(?:, not proven)?$/s;

/** Names of programs and code are written as they are, also at the beginning. */
const isPlainWord = (word: string): boolean =>
  /^\p{Ll}[\p{L}’']*[,:]?$/u.test(word) &&
  (plainPrograms.has(word) || !programNames.has(word.replace(/[,:]$/, '')));

/** A text on one line that begins like a sentence and ends like one. */
export function sentence(text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const [first = ''] = trimmed.split(' ', 1);
  const capital = isPlainWord(first) ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1) : trimmed;
  if (/[.!?。！？…]["”’)]?$/.test(capital)) return capital;
  return `${capital}${isUnsegmented(capital.slice(-3)) ? '。' : '.'}`;
}

/** What a learning says, as an order where it is one: without “please”, “we should always”, “I’d rather”. */
export function reworded(summary: string): string {
  let text = summary.replace(/\s+/g, ' ').trim();
  for (const { from, to } of rewords) text = text.replace(from, to).trim();
  return text;
}

/** What a learning is in a skill. A guess by its first words; what cannot be told apart is a step. */
export function roleOf({ entityType, summary }: Memory): LearningRole {
  if (FIXED.test(summary)) return 'error';
  const text = foldCase(reworded(summary));
  const [first = ''] = readTokens(text).map((token) => token.text);
  if ((isNegation(first) && !notForbidding.has(first)) || /^(?:do not|don['’]t) /.test(text)) return 'avoid';
  if (isUnsegmented(text) && polarityOf(text) === 'avoid') return 'avoid';
  if (entityType === 'mistake') return 'error';
  const isSubject =
    isFact(text) || /^`[^`]{1,80}` (?:is|are|was|has|have|does|can|cannot|needs?|\p{Ll}+s)\b/u.test(text);
  return isSubject ? 'fact' : 'step';
}

/** “editing a, b and running c” as an order. */
const imperative = (fix: string): string =>
  fix.replace(/\bediting\b/g, phrase('edit')).replace(/\brunning\b/g, phrase('runIt'));

/** Names of files in folders are those of one session, unless the error itself names them: their kind says what to look for. */
function withoutPaths(fix: string, summary: string): string {
  const [symptom = ''] = summary.split('; ', 1);
  const general = fix.replace(/(?<![`\w./-])[\w@.-]+(?:\/[\w@.-]+)+\.\w{1,6}(?![\w/`])/g, (path) =>
    symptom.includes(path.slice(path.lastIndexOf('/') + 1)) ? path : fileWords(path),
  );
  return general.replace(/(the (?:[\w#+]+ )?file concerned)(?:, \1)+/g, '$1');
}

/** Commands that hebb saw run and tells of in an error with its fix: the one that failed, and those that mended it. */
export function seenCommands({ source, summary }: Memory): string[] {
  const own = source === 'mistake' ? FIXED.exec(summary)?.groups : undefined;
  if (!own) return [];
  const failed = /^`([^`]+)` failed with /.exec(own.symptom ?? '')?.[1] ?? '';
  const ran = [...(own.fix ?? '').matchAll(/`([^`]+)`/g)].map(([, command = '']) => command);
  return [failed, ...ran].filter((command) => command !== '');
}

/** Symptom, cause and fix, as far as a learning tells them: in hebb's own words, or “this happens because of that; do this instead”. */
export function troubleOf({ summary, observations }: Memory): Trouble {
  const own = FIXED.exec(summary)?.groups;
  const told = observations.find(
    (line) => !/^(?:fixed|worked again|tried)/i.test(line) && !summary.includes(line.slice(0, 40)),
  );
  if (own) {
    const isTried = own.how === 'tried';
    const fix = imperative(withoutPaths(own.fix ?? '', summary));
    return {
      symptom: own.symptom ?? summary,
      cause: told ?? '',
      fix: isTried ? phrase('tried', { fix }) : fix,
    };
  }
  const { what, why, instead } = partsOf(summary);
  return { symptom: what, cause: why || told || '', fix: instead };
}

/** Whether a text says what is so. */
const isFact = (text: string): boolean => factLeads.has(foldCase(text).split(' ', 1).join(''));

/** What is said, why, and what to do instead; the latter two are empty where a text names none. */
export function partsOf(summary: string): { what: string; why: string; instead: string } {
  const text = reworded(summary);
  const [, before = text, after = ''] = BECAUSE.exec(text) ?? [];
  const [, what = before, early = ''] = INSTEAD.exec(before) ?? [];
  const [, why = after, late = ''] = (after === '' ? null : INSTEAD.exec(after)) ?? [];
  const instead = [early, late].filter((part) => part !== '').join('; ');
  return why === '' && isFact(instead) ? { what, why: instead, instead: '' } : { what, why, instead };
}
