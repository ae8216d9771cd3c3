import { MAX_TEXT } from './normalize.ts';
import { redact } from './redact.ts';
import { findHidden } from './safety-hidden.ts';
import { findUnsafe, type SafetyFind } from './safety-match.ts';
import { readDeceived, readPlainly } from './safety-readings.ts';
import { SAFETY_RULES, type SafetyKind, type SafetyPolicy } from './safety-rules.ts';

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

type Weighed = SafetyReason & { readonly weight: 'reject' | 'review' | 'weak'; readonly family: string };

/**
 * Screens a text for secrets, for orders in the clothes of facts, for claims of authority and for hidden text.
 * Deterministic. Fails closed: an error, or a text longer than 32,000 characters, asks for a look.
 */
export function screenText(text: string, policy: SafetyPolicy): SafetyScreen {
  try {
    return screen(text, policy);
  } catch (error) {
    const quote = error instanceof Error ? error.name : 'error';
    return { verdict: 'review', reasons: [{ rule: 'screen-failed', kind: 'hidden', quote }], text: '' };
  }
}

function screen(text: string, policy: SafetyPolicy): SafetyScreen {
  const { text: kept, found } = redact(text);
  const secrets = found.map(
    ({ rule, kind }): SafetyReason => ({ rule, kind: 'secret', quote: `[redacted:${kind}]` }),
  );
  const weighed = [...(text.length > MAX_TEXT ? [TOO_LONG] : []), ...weigh(kept.slice(0, MAX_TEXT), policy)];
  const verdict = verdictOf(weighed);
  const reasons = [
    ...weighed.filter(({ weight }) => weight !== 'weak' || verdict !== 'accept').map(asReason),
    ...secrets,
  ];
  if (verdict !== 'accept') return { verdict, reasons, text: kept };
  return { verdict: secrets.length > 0 ? 'redact' : 'accept', reasons: secrets, text: kept };
}

const TOO_LONG: Weighed = {
  rule: 'too-long',
  kind: 'hidden',
  quote: '',
  weight: 'review',
  family: 'too-long',
};

const asReason = ({ rule, kind, quote }: Weighed): SafetyReason => ({ rule, kind, quote });

/** Strong finds speak for themselves; two weak ones of different families keep each other company. */
function verdictOf(weighed: readonly Weighed[]): 'accept' | 'review' | 'reject' {
  if (weighed.some(({ weight }) => weight === 'reject')) return 'reject';
  if (weighed.some(({ weight }) => weight === 'review')) return 'review';
  return new Set(weighed.map(({ family }) => family)).size >= 2 ? 'review' : 'accept';
}

function weigh(text: string, policy: SafetyPolicy): Weighed[] {
  const rules = SAFETY_RULES.filter((rule) => rule.appliesTo(policy));
  const isOrder = (reading: string): boolean => findUnsafe(reading, rules).length > 0;
  const hidden = findHidden(text, isOrder).map(
    ({ rule, isStrong, quote }): Weighed => ({
      rule,
      kind: 'hidden',
      quote,
      weight: isStrong ? 'reject' : 'review',
      family: rule,
    }),
  );
  const plain = readPlainly(text);
  const deceived = readDeceived(plain);
  const finds = [...findUnsafe(plain, rules), ...(deceived === plain ? [] : findUnsafe(deceived, rules))];
  return [...hidden, ...withoutRepeats(finds).map(weighFind)];
}

function withoutRepeats(finds: readonly SafetyFind[]): SafetyFind[] {
  const seen = new Set<string>();
  return finds.filter(({ rule }) => !seen.has(rule.id) && seen.add(rule.id));
}

function weighFind({ rule, quote, isQuoted }: SafetyFind): Weighed {
  const strength = isQuoted ? 'review' : 'reject';
  return {
    rule: rule.id,
    kind: rule.kind,
    quote,
    weight: rule.isStrong ? strength : 'weak',
    family: rule.family,
  };
}
