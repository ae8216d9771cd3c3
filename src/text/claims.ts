import data from '../../templates/statements.yaml';
import { composeText, foldCase } from './normalize.ts';
import { isNegation } from './polarity.ts';
import { stemWord } from './stem.ts';
import { readTokens, type Token } from './tokens.ts';
import { readSections, readWords } from './word-lists.ts';

/** The sections of `templates/statements.yaml`. */
export const statementWords = readSections(data);

/** A section as a set of words; "_" inside an entry is a blank. */
export const wordSet = (name: string): ReadonlySet<string> =>
  new Set(readWords(statementWords.get(name)).map((word) => word.replaceAll('_', ' ')));

const conditions = wordSet('conditions');
const concord = wordSet('concord');
const denials = wordSet('denials');
const auxiliary = wordSet('auxiliary');
const hedges = wordSet('hedges');
const among = wordSet('among');
const onlyWords = wordSet('only');
const tasks = wordSet('tasks');
const contrast = wordSet('contrast');
const contrastAfterComma = wordSet('contrastAfterComma');
const contrastBefore = [...wordSet('contrastBefore')];
const hedgePhrases = [...hedges].filter((hedge) => hedge.includes(' '));

/** How much of a text is read; what is longer is no statement. */
const MAX_STATEMENT = 2000;
const SENTENCE = /[.!?…;]{1,5}(?=\s|$)|[。！？；\n]/u;
const NOT_REALLY =
  /\b(?:not only|not just|not merely|nicht nur|no solo|no sólo|pas seulement|não só|не только)\b|不仅|不只/gu;
/** Russian says "the port — 8080". */
const RUSSIAN_COPULA = /(?<=\p{Script=Cyrillic})\s{1,3}[—–]\s{1,3}/gu;
const LATER_CONDITION = /^(.{1,200}?(?:場合は?|ときは?|なら|たら|하면|으면|라면|일 때))[、,]?\s*(.{1,400})$/u;

/** One thing that a statement claims, in words that can be compared with another's. */
export interface Claim {
  /** The main clause, without condition and contrast. */
  readonly text: string;
  /** The clause under which it holds; empty when it holds always. */
  readonly condition: string;
  /** Whether it says not to, or that it is not so. */
  readonly denied: boolean;
  /** Whether the denial is of a part ("files not ending in .md"), so that it says nothing of the whole. */
  readonly partly: boolean;
  /** "Only", "nur", "だけ": nothing else. */
  readonly only: boolean;
  /** "Some", "usually", "was", "planned": holds in part, or at another time. */
  readonly hedged: boolean;
  /** "And", "also", "such as": one of several. */
  readonly among: boolean;
  /** A task done once, not a rule or a fact. */
  readonly task: boolean;
  /** The stems of its main clause. */
  readonly words: ReadonlySet<string>;
}

const CACHE_LIMIT = 5000;
const cache = new Map<string, readonly Claim[]>();

/** What a text claims: a claim a sentence, two where it says what is meant and what is not. Questions claim nothing. */
export function readClaims(text: string): readonly Claim[] {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const claims = readAll(text);
  cache.set(text, claims);
  return claims;
}

function readAll(text: string): Claim[] {
  const plain = composeText(text.slice(0, MAX_STATEMENT))
    .replace(/[“”"`«»「」*]/g, ' ')
    .replace(NOT_REALLY, ' ')
    .replace(RUSSIAN_COPULA, ' = ');
  return splitSentences(plain).flatMap(readSentence);
}

function splitSentences(text: string): string[] {
  const asked = text.replace(/[^.!?。！？\n]{0,400}[?？]/gu, '');
  return asked.split(SENTENCE).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function readSentence(sentence: string): Claim[] {
  const { main, condition } = splitCondition(readTokens(sentence));
  const { meant, notMeant } = splitContrast(main);
  const claim = claimOf(meant, condition);
  if (notMeant.length === 0) return [claim];
  return [claim, { ...claimOf(notMeant, condition), denied: !claim.denied, partly: false, only: false }];
}

const fold = ({ text }: Token): string => foldCase(text);

/** The words of a condition go with it: from the word that opens it to the comma, else to the end. */
function splitCondition(tokens: readonly Token[]): { main: readonly Token[]; condition: string } {
  const later = LATER_CONDITION.exec(textOf(tokens));
  if (later !== null) return { main: readTokens(later[2] ?? ''), condition: later[1] ?? '' };
  const from = tokens.findIndex((token) => conditions.has(fold(token)));
  if (from < 0) return { main: tokens, condition: '' };
  const comma = tokens.findIndex((token, at) => at > from && (token.text === ',' || fold(token) === 'then'));
  const to = comma < 0 ? tokens.length : comma;
  return {
    main: [...tokens.slice(0, from), ...tokens.slice(to + 1)],
    condition: textOf(tokens.slice(from, to)),
  };
}

function splitContrast(tokens: readonly Token[]): { meant: readonly Token[]; notMeant: readonly Token[] } {
  const words = tokens.map(fold);
  for (let at = 1; at < words.length; at++) {
    const length = [3, 2, 1].find((count) => contrast.has(words.slice(at, at + count).join(' ')));
    if (length !== undefined)
      return { meant: withoutComma(tokens.slice(0, at)), notMeant: tokens.slice(at + length) };
    if (words[at - 1] === ',' && contrastAfterComma.has(words[at] ?? ''))
      return { meant: tokens.slice(0, at - 1), notMeant: tokens.slice(at + 1) };
    if (words[at] === 'over' && /^(?:prefer|use|choose)$/.test(words[0] ?? ''))
      return { meant: tokens.slice(0, at), notMeant: tokens.slice(at + 1) };
  }
  return splitBackward(tokens);
}

const withoutComma = (tokens: readonly Token[]): readonly Token[] =>
  tokens.at(-1)?.text === ',' ? tokens.slice(0, -1) : tokens;

/** Japanese and Korean name first what is not meant. */
function splitBackward(tokens: readonly Token[]): { meant: readonly Token[]; notMeant: readonly Token[] } {
  const text = textOf(tokens);
  const turn = contrastBefore.map((word) => ({ word, at: text.indexOf(word) })).find(({ at }) => at > 0);
  if (turn === undefined) return { meant: tokens, notMeant: [] };
  return {
    meant: readTokens(text.slice(turn.at + turn.word.length)),
    notMeant: readTokens(text.slice(0, turn.at)),
  };
}

function claimOf(tokens: readonly Token[], condition: string): Claim {
  const words = tokens.map(fold);
  const joined = ` ${words.join(' ')} `;
  return {
    text: textOf(tokens),
    condition,
    denied: countDenials(words) % 2 === 1,
    partly: words.some((word, at) => word === 'not' && at > 0 && !auxiliary.has(words[at - 1] ?? '')),
    only: words.some((word) => onlyWords.has(word)),
    hedged:
      words.some((word) => hedges.has(word)) || hedgePhrases.some((phrase) => joined.includes(` ${phrase} `)),
    // "Y" and "O" alone are names, "y" and "o" are words.
    among: tokens.some(
      (token, at) =>
        token.text === ',' ||
        token.text === '/' ||
        among.has(token.text.length === 1 ? token.text : (words[at] ?? '')),
    ),
    task: tasks.has(words[0] ?? ''),
    words: new Set(words.filter((word) => word.length > 2 || !/^[a-z]*$/.test(word)).map(stemWord)),
  };
}

/** Denials that turn a clause around. "Without" denies its object, and several concordant words deny once. */
function countDenials(words: readonly string[]): number {
  const own = words.filter(
    (word) => !conditions.has(word) && (isDenial(word) || /^(?:cannot|can't)$/.test(word)),
  );
  const agreeing = own.filter((word) => concord.has(word));
  const rest = own.filter((word) => !concord.has(word) && !(agreeing.length > 0 && word === 'no'));
  return rest.length + Math.min(1, agreeing.length);
}

/** Whether a folded word turns a clause around. */
export const isDenial = (word: string): boolean =>
  !/^(?:without|ohne|sin|sans|sem|без)$/.test(word) && (isNegation(word) || denials.has(word));

/** The pieces as one text that reads the same again. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, joined }) => (joined ? text : ` ${text}`))
    .join('')
    .trim();
