import data from '../../templates/findings.yaml';
import { parseRules, type Rule, textOf } from './rule-data.ts';

/** A rule of `templates/findings.yaml`; `role` is finding, guard or junk. */
export interface FindingRule extends Rule {
  readonly role: string;
}

/** Every rule of the data file, in its order. */
export const FINDING_RULES: readonly FindingRule[] = parseRules(data).map((rule) => ({
  ...rule,
  role: textOf(rule.field('role')),
}));
