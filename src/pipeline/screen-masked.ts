import type { Candidate } from '../domain/candidate.ts';
import { guessLanguage, isStopWord } from '../text/stop-words.ts';

/** What a screen says of a candidate; anything but `pass` ends its way. */
export type ScreenAnswer =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'rejected' | 'blocked' | 'needs-review' | 'pending'; readonly reason: string };

/** A deterministic look at a candidate before it is scored (spec 3, Safety screen). */
export type Screen = (candidate: Candidate) => ScreenAnswer;

const mask = /\[redacted:[^\]\s]{1,60}\]/g;
const secretNouns = new Set(
  'token key api secret password passphrase credential auth bearer basic authorization value access private'.split(
    ' ',
  ),
);

/** Rejects a candidate whose summary, without what redaction masked, says nothing: fewer than two words that carry meaning. */
export function screenMasked(candidate: Candidate): ScreenAnswer {
  const rest = candidate.summary.replace(mask, ' ');
  if (rest === candidate.summary || saysSomething(rest)) return { verdict: 'pass' };
  return { verdict: 'rejected', reason: 'it says nothing apart from a masked secret' };
}

function saysSomething(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  const language = guessLanguage(words);
  const telling = words.filter(
    (word) => !isStopWord(word, language) && !secretNouns.has(word.replace(/s$/, '')),
  );
  return (
    telling.length >= 2 ||
    telling.some((word) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]{4}/u.test(word),
    )
  );
}
