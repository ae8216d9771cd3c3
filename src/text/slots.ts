import { type Claim, readClaims, statementWords, textOf, wordSet } from './claims.ts';
import { foldCase } from './normalize.ts';
import { readTokens, type Token } from './tokens.ts';
import { readLines } from './word-lists.ts';

/** What a statement gives a value to: "the port is 8080" says port = 8080. */
export interface Slot {
  readonly subject: string;
  /** `is`, or the first spelling of a listed relation ("stored in", "owned by"). */
  readonly relation: string;
  readonly value: string;
}

const copula = wordSet('copula');
const notSubjects = wordSet('notSubjects');
const speaker = wordSet('speaker');
const relations: ReadonlyMap<string, string> = new Map(
  readLines(statementWords.get('relations')).flatMap((line) =>
    line.map((entry) => [entry.replaceAll('_', ' '), (line[0] ?? entry).replaceAll('_', ' ')] as const),
  ),
);
/** Helpers before a relation that belong to neither side: "must be stored in". */
const helpers = new Set(
  'is are be must should shall will has have to been being muss soll debe doit deve'.split(' '),
);
const articles = new Set('the a an der die das el la los las le les l o os this our'.split(' '));

/** The longest subject that is looked at, in words: what stands before a copula further on is a clause. */
const MAX_SUBJECT = 8;

/** Every slot that the sentences of a text fill; none for questions and rules without a relation. */
export const readSlots = (text: string): Slot[] => readClaims(text).flatMap((claim) => slotOf(claim) ?? []);

/** The slot that a claim fills: what stands before its first relation, and what after it. */
export function slotOf({ text }: Pick<Claim, 'text'>): Slot | undefined {
  const tokens = readTokens(text);
  const words = tokens.map((token) => foldCase(token.text));
  const found = findRelation(words);
  if (found === undefined) return undefined;
  const subject = trimSubject(tokens.slice(0, found.from));
  const value = tokens.slice(found.to);
  const head = foldCase(subject.at(-1)?.text ?? '');
  if (subject.length === 0 || subject.length > MAX_SUBJECT || value.length === 0) return undefined;
  if (subject.length === 1 && (notSubjects.has(head) || speaker.has(head))) return undefined;
  return { subject: textOf(subject), relation: found.relation, value: textOf(value) };
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly relation: string;
}

/** A listed relation before the bare copula, so that "is stored in" is no "is". */
function findRelation(words: readonly string[]): Found | undefined {
  for (let at = 1; at < words.length; at++) {
    for (const length of [3, 2, 1]) {
      const relation = relations.get(words.slice(at, at + length).join(' '));
      if (relation !== undefined) return { from: at, to: at + length, relation };
    }
  }
  const at = words.findIndex((word, index) => index > 0 && copula.has(word));
  return at < 0 ? undefined : { from: at, to: at + 1, relation: 'is' };
}

function trimSubject(tokens: readonly Token[]): readonly Token[] {
  let to = tokens.length;
  while (to > 0 && helpers.has(foldCase(tokens[to - 1]?.text ?? ''))) to--;
  const own = tokens.slice(0, to);
  return own.length > 1 && articles.has(foldCase(own[0]?.text ?? '')) ? own.slice(1) : own;
}
