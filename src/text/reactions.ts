import data from '../../templates/reactions.yaml';
import { matchesAny, parseRules, textOf } from './rule-data.ts';

/** What a message says of the work before it. */
export type Reaction = 'correction' | 'thanks';

/** A reaction comes first in a message; what follows is the next task. */
const MAX_READ = 240;

const rules = parseRules(data);
const rulesOf = (kind: Reaction) => rules.filter((rule) => textOf(rule.field('kind')) === kind);
const corrections = rulesOf('correction');
const thanks = rulesOf('thanks');

/** Whether a person's next message corrects or thanks, in nine languages; thanks that go on to object are a correction. Reads the first 240 characters. */
export function findReaction(text: string): Reaction | undefined {
  const read = text.trim().slice(0, MAX_READ);
  if (matchesAny(corrections, read)) return 'correction';
  return matchesAny(thanks, read) ? 'thanks' : undefined;
}
