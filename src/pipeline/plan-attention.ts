import type { Attention } from '../domain/association.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import type { Plan, Reason } from '../domain/plan.ts';
import type { AttentionPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { normalizeText } from '../text/normalize.ts';
import { redact } from '../text/redact.ts';
import { attentionTopics, rounded, sessionsSinceFocus, type Topics } from './attention.ts';
import { changeRecord } from './record-changes.ts';

/** What a new focus is made from. */
export interface FocusInput {
  readonly state: State;
  readonly topic: string;
  readonly policy: AttentionPolicy;
  readonly now: string;
}

const longestTopic = 80;
/** The strongest topics that are kept: what was once in focus and is at the floor makes room. */
const topicsKept = 20;

/** Sets a new focus: it gets the weight of one, the others lose their share. The same focus again, with no session since, changes nothing. */
export function planFocus({ state, topic, policy, now }: FocusInput): Result<Plan> {
  const name = normalizeText(redact(topic).text);
  if (name === '' || name.length > longestTopic)
    return failed(
      'usage.value',
      `--focus: a topic has 1 to ${longestTopic} characters`,
      'hebb attention --focus billing',
    );
  const current = attentionTopics(state, sessionsSinceFocus(state), policy);
  if (current[name] === policy.focus) return success({ command: 'attention', changes: [] });
  const topics = strongest({ ...dampened(current, policy), [name]: policy.focus });
  const before = state.attention.get('attention') ?? null;
  const after: Attention = {
    v: 1,
    id: 'attention',
    rev: (before?.rev ?? 0) + 1,
    topics,
    at: now,
    updatedAt: now,
  };
  const others = Object.keys(topics).length - 1;
  const reason: Reason = {
    rule: 'attention.focus',
    text: `A person put ${name} in focus${others > 0 ? `; ${others} other topics are worth ${policy.others} of before` : ''}.`,
    evidence: [],
    numbers: { weight: policy.focus, others: policy.others },
  };
  return success({ command: 'attention', changes: [changeRecord('attention', { before, after, reason })] });
}

const dampened = (topics: Topics, { others, floor }: AttentionPolicy): Topics =>
  Object.fromEntries(
    Object.entries(topics).map(([topic, weight]) => [topic, Math.max(floor, rounded(weight * others))]),
  );

const strongest = (topics: Topics): Topics =>
  Object.fromEntries(
    Object.entries(topics)
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, topicsKept),
  );

/** Takes every topic away. */
export function planResetAttention(state: State): Plan {
  const before = state.attention.get('attention');
  if (!before) return { command: 'attention', changes: [] };
  const topics = Object.keys(before.topics).length;
  const reason = {
    rule: 'attention.reset',
    text: 'A person cleared the focus.',
    evidence: [],
    numbers: { topics },
  };
  return { command: 'attention', changes: [changeRecord('attention', { before, after: null, reason })] };
}
