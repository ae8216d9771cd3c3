import { MAX_TEXT } from './normalize.ts';
import { redact } from './redact.ts';
import { findHidden } from './safety-hidden.ts';
import { findUnsafe, type SafetyFind } from './safety-match.ts';
import { scoreReading } from './safety-model.ts';
import { findPublic, type PublicFind } from './safety-public.ts';
import { readDeceived, readPlainly } from './safety-readings.ts';
import { SAFETY_RULES, type SafetyKind, type SafetyPolicy, type SafetyRule } from './safety-rules.ts';

/** One reason of a verdict: the rule by its name, its kind, and the words it was found in (160 characters at most). */
export interface SafetyReason {
  readonly rule: string;
  readonly kind: SafetyKind;
  readonly quote: string;
}

/** The verdict of the safety screen. `text` is what may be kept: the text without its secrets. */
export interface SafetyScreen {
  readonly verdict: 'accept' | 'review' | 'redact' | 'reject';
  readonly reasons: readonly SafetyReason[];
  readonly text: string;
}

/** What the screen asks beside its own rules. */
export interface ScreenAids {
  /** Scores a plain reading: the log odds that it is an attack. */
  readonly score: (reading: string) => number;
  /** Finds of public rules in a text; they are weak, and asked only where the score is not low. */
  readonly findPublic: (text: string) => readonly PublicFind[];
}

/** The screen by its own rules and model alone: no public rules. */
export const OWN_AIDS: ScreenAids = { score: scoreReading, findPublic: () => [] };

const ALL_AIDS: ScreenAids = { score: scoreReading, findPublic };

interface Weighed extends SafetyReason {
  readonly weight: 'reject' | 'review' | 'weak';
  /** Weak finds of one family are no company for each other. */
  readonly family: string;
}

/** Log odds above which the model asks for a look by itself: 0.1 % of harmless rows when cross-validated. */
const suspicious = 3.2;
/** Log odds above which the model keeps a weak rule company. */
const doubtful = 1;
/** Log odds above which a public rule is company enough. */
const notLow = 0.6;

/**
 * Screens a text for secrets, for orders in the clothes of facts, for claims of authority and for hidden text.
 * Deterministic. Fails closed: an error, or a text longer than 32,000 characters, asks for a look.
 */
export const screenText = (text: string, policy: SafetyPolicy): SafetyScreen =>
  screenWith(text, policy, ALL_AIDS);

/** The screen with other aids: for measurement and for tests. Never throws. */
export function screenWith(text: string, policy: SafetyPolicy, aids: ScreenAids): SafetyScreen {
  try {
    const { text: kept, found } = redact(text);
    const secrets = found.map(({ rule, kind }): SafetyReason => ({ rule, kind: 'secret', quote: kind }));
    const head = kept.slice(0, MAX_TEXT);
    const weighed = [...weighLength(text), ...weighText(head, policy)];
    return judge(kept, secrets, [...weighed, ...(policy === 'learning' ? weighAids(head, aids) : [])]);
  } catch (error) {
    const quote = error instanceof Error ? error.name : 'error';
    return { verdict: 'review', reasons: [{ rule: 'screen-failed', kind: 'hidden', quote }], text: '' };
  }
}

function judge(text: string, secrets: readonly SafetyReason[], weighed: readonly Weighed[]): SafetyScreen {
  const verdict = verdictOf(weighed);
  if (verdict === 'accept')
    return { verdict: secrets.length > 0 ? 'redact' : 'accept', reasons: secrets, text };
  const reasons = weighed.map(({ rule, kind, quote }): SafetyReason => ({ rule, kind, quote }));
  return { verdict, reasons: [...reasons, ...secrets], text };
}

/** Strong finds speak for themselves; two weak ones of different families keep each other company. */
function verdictOf(weighed: readonly Weighed[]): 'accept' | 'review' | 'reject' {
  if (weighed.some(({ weight }) => weight === 'reject')) return 'reject';
  if (weighed.some(({ weight }) => weight === 'review')) return 'review';
  return new Set(weighed.map(({ family }) => family)).size >= 2 ? 'review' : 'accept';
}

function weighLength(text: string): Weighed[] {
  if (text.length <= MAX_TEXT) return [];
  const quote = `${text.length} characters`;
  return [{ rule: 'too-long', kind: 'hidden', quote, weight: 'review', family: 'too-long' }];
}

/** The model learned from short texts that tell; the body of a skill orders by nature and is left to the rules. */
function weighAids(text: string, { score, findPublic }: ScreenAids): Weighed[] {
  const odds = score(readPlainly(text));
  const finds = odds < notLow ? [] : findPublic(text);
  const weigh = (rule: string, quote: string, weight: Weighed['weight']): Weighed => ({
    rule,
    kind: 'injection',
    quote,
    weight,
    family: rule,
  });
  const isEnough = odds >= suspicious || finds.length > 0;
  return [
    ...(odds < doubtful && !isEnough
      ? []
      : [weigh('linear-model', `odds ${odds.toFixed(1)}`, isEnough ? 'review' : 'weak')]),
    ...finds.map(({ rule, quote }) => weigh(rule, quote, 'weak')),
  ];
}

const RULES_FOR = {
  learning: SAFETY_RULES.filter((rule) => rule.appliesTo('learning')),
  skill: SAFETY_RULES.filter((rule) => rule.appliesTo('skill')),
} as const;

function weighText(text: string, policy: SafetyPolicy): Weighed[] {
  const rules: readonly SafetyRule[] = RULES_FOR[policy];
  const plain = readPlainly(text);
  const deceived = readDeceived(plain);
  const finds = [...findUnsafe(plain, rules), ...(deceived === plain ? [] : findUnsafe(deceived, rules))];
  return [...weighHidden(text, rules), ...withoutRepeats(finds).map(weighFind)];
}

function weighHidden(text: string, rules: readonly SafetyRule[]): Weighed[] {
  const isOrder = (reading: string): boolean => findUnsafe(reading, rules).length > 0;
  return findHidden(text, isOrder).map(({ rule, isStrong, quote }) => ({
    rule,
    kind: 'hidden',
    quote,
    weight: isStrong ? 'reject' : 'review',
    family: rule,
  }));
}

function withoutRepeats(finds: readonly SafetyFind[]): SafetyFind[] {
  const seen = new Set<string>();
  return finds.filter(({ rule }) => {
    const isNew = !seen.has(rule.id);
    seen.add(rule.id);
    return isNew;
  });
}

/** What is quoted or told as a lesson asks for a look instead of being refused. */
function weighFind({ rule, quote, isQuoted }: SafetyFind): Weighed {
  const strength = isQuoted ? 'review' : 'reject';
  const { id, kind, family } = rule;
  return { rule: id, kind, quote, weight: rule.isStrong ? strength : 'weak', family };
}
