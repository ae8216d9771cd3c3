import { composeText, isPlain, MAX_TEXT } from './normalize.ts';
import { plainPattern } from './plain-pattern.ts';

/** `identifier` is any compound of code (camelCase, snake_case, kebab-case, dotted, flags); `punct` separates clauses. */
export type TokenKind = 'word' | 'number' | 'identifier' | 'path' | 'symbol' | 'punct';

/** One piece of a text as written (after NFKC). `quoted`: it stands inside quotes or backticks. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  readonly quoted: boolean;
  /** The piece touches the one before it: no white space between them. */
  readonly joined: boolean;
}

/** "here" and "above" standing alone are paths, not full stops. */
const DOTS = String.raw`(?<!\S)\.{1,2}(?!\S)`;
// A full stop, comma or colon belongs to an address or path only when more of it follows.
const URL = String.raw`[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/(?:[^\s"'\x60<>.,;:!?)]|[.,;:!?)](?=[^\s"'\x60<>.,;:!?)])){1,400}`;
const STEP = String.raw`[/\\](?:[\p{L}\p{M}\p{N}_@$*?{}+=%-]|\.\.(?=\s|$)|[.,:](?=[\p{L}\p{N}_*{$./\\])){1,80}`;
const PATH = String.raw`(?:[A-Za-z]:|~)?[\p{L}\p{M}\p{N}_@$*{}+.%-]{0,80}(?:${STEP}){1,40}[/\\]?`;
const FLAG = String.raw`(?<![\p{L}\p{N}_])--?\p{L}[\p{L}\p{N}_-]{0,60}`;
const NUMBER = String.raw`(?:(?<![^\s(\[=,])[-+])?[vV]?\d[A-Za-z0-9_]{0,40}(?:(?:[.:+-][A-Za-z0-9_]{1,40})|,\d{1,40}){0,20}%?`;
const WORD = String.raw`[@$#.]?[\p{L}_][\p{L}\p{M}\p{N}_]{0,80}(?:(?:[.'’-]|::?|\/)[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,80}){0,20}(?:\+\+|#|\(\))?`;
const GLOB = String.raw`[*?]{1,2}\.[\p{L}\p{N}_*?.{}-]{1,80}`;
const SIGN = String.raw`->|=>|""|''|[<>=+*|&^%~!]{1,3}|[/\\?@#§‰]|(?!\x60)\p{S}`;
/** Nothing longer can start where a plain word ends at a blank: the short way for most words. */
const PLAIN = String.raw`[A-Za-z]{1,40}(?=[ \n]|$)`;
const LEXER = new RegExp(
  `(${PLAIN})|(${DOTS}|${URL}|${PATH})|(${FLAG}|${GLOB})|(${NUMBER})|(${WORD})|(${SIGN})|[.,;:\\n()]`,
  'gu',
);
const PLAIN_LEXER = plainPattern(LEXER);
/** The kind of each group of LEXER, in order; what is in none separates. */
const KINDS: readonly TokenKind[] = ['word', 'path', 'identifier', 'number', 'word', 'symbol'];
const QUOTED =
  /"[^"\n]{1,200}"|`[^`\n]{1,200}`|“[^”]{1,200}”|«[^»]{1,200}»|「[^」]{1,200}」|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])/gu;
const PLAIN_QUOTED = plainPattern(QUOTED);
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]/u;
const SCRIPT_RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}々ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]+/gu;

/** Made for the first text that needs it: loading its tables would cost every command. */
let segmenter: Intl.Segmenter | undefined;

/** Does a piece hold characters of a script that is written without spaces? */
export function isUnsegmented(text: string): boolean {
  return !isPlain(text) && UNSEGMENTED.test(text);
}

/**
 * The pieces of a text in order: words, numbers, code, paths, signs and separators. Scripts without spaces
 * are cut by Intl.Segmenter. Reads at most MAX_TEXT units; never throws.
 */
export function readTokens(text: string): Token[] {
  const composed = composeText(text.slice(0, MAX_TEXT)).replace(/\*\*([^*\n]{1,200})\*\*/g, '$1');
  const plain = isPlain(composed);
  const spans = [...composed.matchAll(plain ? PLAIN_QUOTED : QUOTED)].map(
    (m) => [m.index, m.index + m[0].length] as const,
  );
  const out: Token[] = [];
  let span = 0;
  let end = -1;
  for (const match of composed.matchAll(plain ? PLAIN_LEXER : LEXER)) {
    while ((spans[span]?.[1] ?? Number.POSITIVE_INFINITY) <= match.index) span++;
    const place = {
      quoted: (spans[span]?.[0] ?? composed.length) < match.index,
      joined: match.index === end,
    };
    end = match.index + match[0].length;
    addPiece(out, match[0], { ...place, kind: kindOf(match) });
  }
  return out;
}

type Place = Pick<Token, 'kind' | 'quoted' | 'joined'>;

function kindOf(match: RegExpMatchArray): TokenKind {
  for (let group = 1; group < match.length; group++) {
    if (match[group] !== undefined) return KINDS[group - 1] ?? 'punct';
  }
  return 'punct';
}

function addPiece(out: Token[], text: string, place: Place): void {
  if (place.kind === 'punct' || place.kind === 'symbol' || place.kind === 'number') {
    if (text !== '!') out.push({ ...place, text });
  } else if (isUnsegmented(text)) addRuns(out, text, place);
  else out.push(classify(place.kind === 'identifier' ? text.replace(/[.]+$/, '') : text, place));
}

/** Text that mixes scripts ("使用npm安装") is cut where the script changes, then inside by the segmenter. */
function addRuns(out: Token[], text: string, place: Place): void {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let joined = place.joined;
  for (const [run] of text.matchAll(SCRIPT_RUNS)) {
    if (isUnsegmented(run)) {
      for (const part of segmenter.segment(run)) {
        if (part.isWordLike) out.push({ text: part.segment, kind: 'word', quoted: place.quoted, joined });
        joined = true;
      }
    } else {
      for (const match of run.matchAll(LEXER))
        addPiece(out, match[0], { ...place, joined, kind: kindOf(match) });
    }
    joined = true;
  }
}

const LETTERS = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*$/u;
const PLAIN_LETTERS = plainPattern(LETTERS);

/** A path of plain words ("files/directories") stays a path for the exact reader; its parts are words anyway. */
function classify(text: string, place: Place): Token {
  if (place.kind !== 'word') return { ...place, text };
  const isWord = (isPlain(text) ? PLAIN_LETTERS : LETTERS).test(text);
  return { ...place, text, kind: isWord && !isCamel(text) ? 'word' : 'identifier' };
}

const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const PLAIN_CAMEL = plainPattern(CAMEL);

/** An inner capital after a small letter, or two capitals before a small one: userId, HTTPServer. */
export function isCamel(text: string): boolean {
  return (isPlain(text) ? PLAIN_CAMEL : CAMEL).test(text);
}

const PARTS = /\p{Lu}{2,}(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu;
const PLAIN_PARTS = plainPattern(PARTS);

/** The words inside a compound: camelCase, snake_case, kebab-case, dots and slashes all separate. */
export function splitCompound(text: string): string[] {
  return [...text.matchAll(isPlain(text) ? PLAIN_PARTS : PARTS)].map(([part]) => part);
}
