import { FINDING_RULES } from './finding-rules.ts';
import { isJunk } from './junk.ts';
import { matchesAny } from './rule-data.ts';
import { ownSentences } from './sentences.ts';

/** A conclusion that an agent stated about the work. */
export interface Finding {
  /** The sentence as written. */
  readonly sentence: string;
  /** The conclusion without "it turns out that" and the like, when a sentence remains. */
  readonly summary: string;
  readonly language: string;
  /** Id of the rule in `templates/findings.yaml`. */
  readonly rule: string;
}

const CONCLUSIONS = FINDING_RULES.filter((rule) => rule.role === 'finding');
const GUESSES = FINDING_RULES.filter((rule) => rule.role === 'guard');

const LEAD =
  /^(?:(?:so|and|but|ok|okay|great|good|yes|indeed|now i see|i see|ah|aha|found it|got it)[,.!:–— -]{1,3}){0,3}(?:it )?(?:turns|turned) out(?:,| that)? |^(?:resulta|resultó) que |^il s['’](?:avère|est avéré) que |^i (?:found|discovered|learned|confirmed|realized|realised)(?: out)? that /i;

function summarise(sentence: string): string {
  const plain = sentence.replace(/\*\*|__/g, '');
  const rest = plain.replace(LEAD, '').replace(/[.!。！\s]{1,10}$/u, '');
  return /^\p{Ll}+ /u.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}

function readSentence(sentence: string): Finding[] {
  const plain = sentence.replace(/\*\*|__/g, '');
  if (matchesAny(GUESSES, plain) || isJunk(plain)) return [];
  const rule = CONCLUSIONS.find((candidate) => candidate.expression.test(plain));
  if (!rule) return [];
  return [{ sentence, summary: summarise(sentence), language: rule.language, rule: rule.id }];
}

/** The conclusions in an agent's message, in order, each once. Guesses, intentions, process talk and pasted output are left out. */
export function findStatedFindings(assistantText: string): Finding[] {
  const found = ownSentences(assistantText).flatMap(readSentence);
  return [...new Map(found.map((finding) => [finding.summary.toLowerCase(), finding])).values()];
}
