import data from '../../templates/safety/rules.yaml';
import { parseRules, type Rule, textOf } from './rule-data.ts';

/** What a text is wanted for: a memory that is recalled, or the body of a skill, where orders are normal. */
export type SafetyPolicy = 'learning' | 'skill';

/** Why a text is not kept as it is. */
export type SafetyKind = 'secret' | 'injection' | 'privilege' | 'hidden';

/** A rule of `templates/safety/rules.yaml`; the head of the file explains the fields. */
export interface SafetyRule extends Rule {
  readonly kind: 'injection' | 'privilege';
  readonly isStrong: boolean;
  readonly family: string;
  /** Concepts that must stand in one sentence; the first is the verb that a guard may undo. */
  readonly all: readonly string[];
  readonly not: readonly string[];
  readonly within: number;
  readonly ordered: boolean;
  readonly hasExpression: boolean;
  /** True when the expression is matched on the whole text. */
  readonly whole: boolean;
  readonly isGuarded: boolean;
  readonly appliesTo: (policy: SafetyPolicy) => boolean;
}

const wordsOf = (value: unknown): string[] => textOf(value).split(' ').filter(Boolean);

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function asSafetyRule(rule: Rule): SafetyRule {
  const wanted = textOf(rule.field('for')) || 'both';
  return {
    ...rule,
    kind: rule.field('kind') === 'privilege' ? 'privilege' : 'injection',
    isStrong: rule.field('weight') === 'strong',
    family: textOf(rule.field('family')) || rule.id,
    all: wordsOf(rule.field('all')),
    not: wordsOf(rule.field('not')),
    within: numberOf(rule.field('within'), 120),
    ordered: rule.field('ordered') === true,
    // Readings are in lower case and words of other scripts have no boundaries here: plain ASCII `\b` is three times as fast.
    expression: new RegExp(textOf(rule.field('expression'))),
    hasExpression: textOf(rule.field('expression')) !== '',
    whole: rule.field('whole') === true,
    isGuarded: rule.field('guard') === 'deny',
    appliesTo: (policy) => wanted === 'both' || wanted === policy,
  };
}

/** Every rule of the data file, in its order. */
export const SAFETY_RULES: readonly SafetyRule[] = parseRules(data).map(asSafetyRule);
