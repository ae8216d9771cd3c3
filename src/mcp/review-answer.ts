import { pageOf } from '../commands/agent-answer.ts';
import { type Dict, dictAt, dictsAt, numberAt, stringAt } from '../domain/json.ts';

const textIn = (dict: Dict, key: string): string => stringAt(dict, key) ?? '';

const memoryIn = (pair: Dict, key: string): string => {
  const memory = dictAt(pair, key) ?? {};
  return `${textIn(memory, 'id')} ${textIn(memory, 'summary')}`;
};

const pairEntry =
  (kind: string) =>
  (pair: Dict): string =>
    [
      `${textIn(pair, 'id')} ${kind}, similarity ${(numberAt(pair, 'similarity') ?? 0).toFixed(2)}: ${textIn(pair, 'reason')}`,
      `  existing: ${memoryIn(pair, 'existing')}`,
      `  newer: ${memoryIn(pair, 'newer')}`,
    ].join('\n');

const singleEntry =
  (kind: string) =>
  (one: Dict): string =>
    `${textIn(one, 'id')} ${kind}: ${textIn(one, 'summary')}`;

/** The rules that a reason names, without the words of the text that it quotes. */
const rulesIn = (reason: string): string =>
  [...reason.matchAll(/\b[a-z-]{1,40}, rule [a-z0-9-]{1,60}/g)].map(([rule]) => rule).join('; ');

/** What the screen did not let pass is for people: an agent is told the rule, and nothing of what it says. */
const withheldEntry =
  (kind: string) =>
  (one: Dict): string => {
    const rules = rulesIn(textIn(one, 'reason')) || 'the safety screen';
    return `${textIn(one, 'id')} ${kind} by ${rules} (its text is for a person to see: hebb review)`;
  };

/** The groups of the audit in the order in which they should be looked at, with how an entry is shown. */
const groups: readonly (readonly [key: string, entry: (one: Dict) => string])[] = [
  ['conflicts', pairEntry('conflict')],
  ['pendingReviews', pairEntry('alike')],
  ['pendingMemories', singleEntry('pending')],
  ['waiting', singleEntry('not judged yet')],
  ['held', withheldEntry('held')],
  ['blocked', withheldEntry('blocked')],
];

/** The queue, from an entry on. */
export function queueWords(data: Dict, offset: number): string {
  const audit = dictAt(data, 'audit') ?? {};
  const all = groups.flatMap(([key, entry]) => dictsAt(audit, key).map(entry));
  const counts = groups
    .map(([key]) => [key, dictsAt(audit, key).length] as const)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => `${key} ${count}`);
  const head =
    all.length === 0
      ? 'Nothing waits, and nothing was kept out.'
      : `${all.length} entries: ${counts.join(', ')}. A pair takes keep-new, keep-existing, keep-both or merge; anything else approve, reject or edit with text.`;
  return pageOf({ head, entries: all.slice(offset), offset, total: all.length });
}

/** What became of a decision. */
export function decidedWords(data: Dict, decision: string): string {
  const changes = dictsAt(data, 'changes').map((change) => textIn(change, 'target'));
  return changes.length === 0
    ? 'It was decided so already.'
    : `Decided: ${decision}. Changed: ${changes.slice(0, 20).join(', ')}. hebb undo takes it back.`;
}
