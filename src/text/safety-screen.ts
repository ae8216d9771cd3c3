import { MAX_TEXT } from './normalize.ts';
import { redact } from './redact.ts';
import { findHidden } from './safety-hidden.ts';
import { findUnsafe, type SafetyFind } from './safety-match.ts';
import { scoreReading } from './safety-model.ts';
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

/** Scores a plain reading: the log odds that it is an attack. */
export type ScoreReading = (reading: string) => number;

interface Weighed extends SafetyReason {
  readonly weight: 'reject' | 'review' | 'weak';
  /** Weak finds of one family are no company for each other. */
  readonly family: string;
}

/** Log odds above which the model asks for a look by itself: 0.4 % of harmless rows when cross-validated. */
const suspicious = 2.5;
/** Log odds above which the model keeps a weak rule company. */
const doubtful = 1;

/**
 * Screens a text for secrets, for orders in the clothes of facts, for claims of authority and for hidden text.
 * Deterministic. Fails closed: an error, or a text longer than 32,000 characters, asks for a look.
 */
export const screenText = (text: string, policy: SafetyPolicy): SafetyScreen =>
  screenScored(text, policy, scoreReading);

/** The screen with another score than that of the linear model: for cross-validation and for tests. Never throws. */
export function screenScored(text: string, policy: SafetyPolicy, score: ScoreReading): SafetyScreen {
  try {
    const { text: kept, found } = redact(text);
    const secrets = found.map(({ rule, kind }): SafetyReason => ({ rule, kind: 'secret', quote: kind }));
    return judge(kept, secrets, [
      ...weighLength(text),
      ...weighText(kept.slice(0, MAX_TEXT), policy),
      ...weighScore(kept.slice(0, MAX_TEXT), policy, score),
    ]);
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
function weighScore(text: string, policy: SafetyPolicy, score: ScoreReading): Weighed[] {
  const odds = policy === 'learning' ? score(readPlainly(text)) : Number.NEGATIVE_INFINITY;
  if (odds < doubtful) return [];
  const weight = odds < suspicious ? 'weak' : 'review';
  return [
    { rule: 'linear-model', kind: 'injection', quote: `odds ${odds.toFixed(1)}`, weight, family: 'model' },
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
