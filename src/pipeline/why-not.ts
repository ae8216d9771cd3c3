import type { Memory } from '../domain/memory.ts';
import type { RecallIndex } from '../domain/recall.ts';
import { defaultRecallPolicy } from '../domain/recall-policy.ts';
import { dayOf, daysBetween } from '../domain/time.ts';
import { expandQuery } from './expand-query.ts';
import { type RecallContext, type Recalled, rankRecall } from './rank-recall.ts';
import { ownerOf } from './recall-item.ts';
import { isDecayed, strengthAt } from './strength.ts';

/** What is known of a memory that was expected: itself, or what is left of it. */
export interface Expected {
  readonly id: string;
  readonly memory?: Memory;
  /** When and why it was forgotten, where it was. */
  readonly forgotten?: { readonly at: string; readonly reason: string };
  /** Files and symbols it cites that no longer exist. */
  readonly staleCitations?: readonly string[];
}

/** One reason, as a sentence with its numbers. `rule` names it for programs. */
export interface WhyNot {
  readonly rule: string;
  readonly text: string;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Who asked what, and what was expected. */
export interface Expectation {
  readonly query: string;
  readonly expected: Expected;
}

/** Why a memory does not come back for a query: every reason that holds, the decisive one first; none when it does come back. */
export function whyNot(
  index: RecallIndex,
  { query, expected }: Expectation,
  context: RecallContext,
): WhyNot[] {
  const { memory, staleCitations = [] } = expected;
  if (!memory) return [absence(expected)];
  const barred = [...standing(memory), ...ownership(memory, context), ...fading(memory, context)];
  const ranking = barred.length > 0 ? [] : placing(index, { query, memory }, context);
  return [...barred, ...ranking, ...staleness(staleCitations)];
}

const reason = (rule: string, text: string, numbers: WhyNot['numbers'] = {}): WhyNot => ({
  rule,
  text,
  numbers,
});

function absence({ id, forgotten }: Expected): WhyNot {
  if (!forgotten) return reason('unknown', `No memory is called ${id}.`);
  const { at, reason: why } = forgotten;
  return reason('forgotten', `It was forgotten on ${dayOf(at)}: ${why.replace(/\.?$/, '.')}`);
}

/** A status that recall leaves out. */
function standing({ status, supersededBy, consolidatedInto, gate }: Memory): WhyNot[] {
  const because = gate.reason === undefined ? '' : `: ${gate.reason}`;
  const texts: Partial<Record<Memory['status'], string>> = {
    pending: 'It waits for a decision (hebb gate) and is not recalled before.',
    blocked: `It is blocked${because}.`,
    rejected: `It was rejected${because}.`,
    retracted: 'It was withdrawn with the session that taught it.',
    superseded: `It is superseded${supersededBy === undefined ? '' : ` by ${supersededBy}`}.`,
    consolidated: `It was consolidated into ${consolidatedInto ?? 'something else'}, which says it instead.`,
  };
  const text = texts[status];
  return text === undefined ? [] : [reason(status, text)];
}

function ownership(memory: Memory, { owners }: RecallContext): WhyNot[] {
  if (owners.includes(ownerOf(memory))) return [];
  const { scope, project, user } = memory;
  return scope === 'project'
    ? [
        reason(
          'other-project',
          `It belongs to the project ${project ?? 'without a name'}; --global looks there too.`,
        ),
      ]
    : [reason('other-user', `It belongs to ${user ?? 'another user'}.`)];
}

function fading(memory: Memory, { strength: policy, now }: RecallContext): WhyNot[] {
  if (!isDecayed(memory, policy, now)) return [];
  const strength = strengthAt(memory, now);
  const days = Math.floor(daysBetween(memory.anchoredAt, now));
  const text = `It has decayed: strength ${strength.toFixed(3)}, under ${policy.decayedBelow}, ${days} days after it was last confirmed.`;
  return [reason('decayed', text, { strength, below: policy.decayedBelow, days })];
}

const staleness = (citations: readonly string[]): WhyNot[] =>
  citations.map((citation) =>
    reason('stale', `It cites ${citation}, which no longer exists: it is never injected.`),
  );

/** A memory that may come back: where it stands for this query. */
function placing(
  index: RecallIndex,
  { query, memory }: { readonly query: string; readonly memory: Memory },
  context: RecallContext,
): WhyNot[] {
  const row = index.rowOf(memory.id);
  if (row === undefined) return [reason('not-indexed', 'It is not in the index: hebb doctor rebuilds it.')];
  const all = rankRecall(index, query, { ...context, limit: index.count });
  const rank = all.findIndex(({ item }) => item.id === memory.id) + 1;
  if (rank > 0) return rank <= context.limit ? [] : [behind(all, rank, context.limit)];
  return [unmet(index, { query, row, found: all.length }, context)];
}

/** Found, and others come first: what would have to be larger. */
function behind(all: readonly Recalled[], rank: number, limit: number): WhyNot {
  const own = all[rank - 1];
  const last = all[limit - 1];
  const [score, needed] = [own?.score ?? 0, last?.score ?? 0];
  const { relevance = 0, strength = 0, trust = 0 } = own?.factors ?? {};
  const text = `It is number ${rank} of ${all.length} and ${limit} are shown: ${score.toFixed(3)} (relevance ${relevance.toFixed(2)}, strength ${strength.toFixed(2)}, trust ${trust.toFixed(2)}) where ${needed.toFixed(3)} is needed.`;
  return reason('rank', text, { rank, of: all.length, limit, score, needed });
}

/** Not found: no word in common, or too many others have them. */
function unmet(
  index: RecallIndex,
  { query, row, found }: { readonly query: string; readonly row: number; readonly found: number },
  { policy = defaultRecallPolicy, lexicon }: RecallContext,
): WhyNot {
  const words = expandQuery(index, query, { synonym: policy.synonym, lexicon });
  const terms = index.termsOf(row);
  const shared = words.filter(({ alternatives }) => alternatives.some(({ term }) => terms.has(term)));
  const numbers = { words: words.length, shared: shared.length, found };
  if (shared.length === 0)
    return reason(
      'no-word',
      `It shares none of the ${words.length} words of the query, nor a synonym of one.`,
      numbers,
    );
  const said = shared.map(({ word }) => word).join(', ');
  return reason(
    'pool',
    `It shares ${shared.length} of ${words.length} words (${said}), and ${policy.pool} others fit better.`,
    numbers,
  );
}
