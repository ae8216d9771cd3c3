import data from '../../templates/directives.yaml';
import { parseRules, type Rule, textOf } from './rule-data.ts';

/** What a rule of `templates/directives.yaml` is for; the file's head explains each. */
export type Role = 'cue' | 'guard' | 'lead' | 'force' | 'avoid' | 'person' | 'project' | 'tongue';

/** A rule with its place in the decision. `level`: of a cue its weight, of a guard the highest weight it undoes; else 0. */
export interface DirectiveRule extends Rule {
  readonly role: string;
  readonly level: number;
  readonly polarity: 'do' | 'avoid' | undefined;
}

const polarityOf = (value: string): 'do' | 'avoid' | undefined =>
  value === 'do' || value === 'avoid' ? value : undefined;

function asDirectiveRule(rule: Rule): DirectiveRule {
  const level = rule.field('weight') ?? rule.field('vetoes');
  return {
    ...rule,
    role: textOf(rule.field('role')),
    level: typeof level === 'number' ? level : 0,
    polarity: polarityOf(textOf(rule.field('polarity'))),
  };
}

/** Every rule of the data file, in its order. */
export const DIRECTIVE_RULES: readonly DirectiveRule[] = parseRules(data).map(asDirectiveRule);

const ROLES: readonly Role[] = ['cue', 'guard', 'lead', 'force', 'avoid', 'person', 'project', 'tongue'];

const BY_ROLE = new Map(ROLES.map((role) => [role, DIRECTIVE_RULES.filter((rule) => rule.role === role)]));

/** The rules with one role, in the order of the file. */
export const rulesOf = (role: Role): readonly DirectiveRule[] => BY_ROLE.get(role) ?? [];
