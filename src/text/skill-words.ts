import data from '../../templates/skills.yaml';
import { matchesAny, parseRules } from './rule-data.ts';

/** The rules of `templates/skills.yaml`. */
export const OCCASION_RULES = parseRules(data);

/** Whether a description says when to take the skill, in any of nine languages. */
export const saysWhen = (description: string): boolean => matchesAny(OCCASION_RULES, description);
