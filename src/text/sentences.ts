import { ownProse } from './own-prose.ts';

/** Longest sentence that is looked at, in characters; what is longer is pasted, or cut here. */
export const SENTENCE_CAP = 500;

const BULLET = /^[ \t]{0,40}(?:[-*•‣–]|\d{1,3}[.)])[ \t]{1,4}(?:\[[ xX]\] )?/;
/** Abbreviations whose dot ends nothing. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|bzw|z\. ?b|d\. ?h|p\. ?ej|т\. ?е|т\. ?д|no|nr|sr|dr)\.$/iu;

/** Where a sentence may end: the mark of the script, closing quotes, then space (CJK needs none). */
const END = /[.!?…]{1,5}["”’»)]{0,2}(?=\s)|[。！？]{1,5}["”’」』)]{0,2}/gu;

function splitLine(line: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const match of line.matchAll(END)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(line.slice(Math.max(start, end - 12), end))) continue;
    found.push(line.slice(start, end));
    start = end;
  }
  return [...found, line.slice(start)];
}

/** A line that was wrapped by an editor goes on in the next one: long, unfinished, then lower case. */
function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const continues = before !== undefined && before.length >= 60 && !/[.!?:。！？]\s{0,3}$/.test(before);
    if (continues && /^\s{0,8}\p{Ll}/u.test(line))
      joined[joined.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

/** The sentences that the author of a prompt wrote in it, in order, trimmed, without bullets; pasted matter is left out. */
export function ownSentences(text: string): string[] {
  return joinWrapped(ownProse(text).split('\n'))
    .map((line) => line.replace(BULLET, ''))
    .flatMap(splitLine)
    .map((sentence) => sentence.trim().slice(0, SENTENCE_CAP))
    .filter((sentence) => /\p{L}/u.test(sentence));
}
