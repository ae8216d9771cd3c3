import type { Attention } from '../domain/association.ts';
import type { AttentionPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { tokenize } from '../text/terms.ts';

/** Weight by topic, 0..1. */
export type Topics = Readonly<Record<string, number>>;

/** The focus as it is stored; undefined where nothing is in focus. */
const focusIn = ({ attention }: State): Attention | undefined => attention.get('attention');

/**
 * Sessions since the focus was set, by the tags of the last consolidation: those in which the first tool was used after it. So that
 * reading a focus opens no session, and gives the same until hebb consolidates again.
 */
export function sessionsSinceFocus(state: State): number {
  const since = focusIn(state)?.at;
  if (since === undefined) return 0;
  const starts = new Map<string, string>();
  for (const { sessions } of state.tags.values())
    for (const { sessionId, at } of sessions) {
      const start = starts.get(sessionId);
      if (start === undefined || at < start) starts.set(sessionId, at);
    }
  return [...starts.values()].filter((start) => start > since).length;
}

/** Weights of topics after a number of sessions: each session takes `1 − aSession` of them, down to the floor. Empty without a focus. */
export function attentionTopics(
  state: State,
  sessions: number,
  { aSession, floor }: AttentionPolicy,
): Topics {
  const entries = Object.entries(focusIn(state)?.topics ?? {});
  return Object.fromEntries(
    entries.map(([topic, weight]) => [topic, Math.max(floor, rounded(weight * aSession ** sessions))]),
  );
}

/** Six decimals: files and answers hold no tails of binary fractions. */
export const rounded = (weight: number): number => Math.round(weight * 1e6) / 1e6;

/** What of a memory or skill a topic is looked for in. */
export interface Attended {
  readonly text: string;
  readonly appliesTo?: readonly string[];
  readonly tags?: readonly string[];
}

/**
 * By how much the focus lifts something, 1 to 1 + `lift`: `1 + lift × the largest weight of a topic that it is about`, which is one all of
 * whose words it holds. Without a focus, and for what no topic touches, 1: attention tilts and never hides.
 */
export function attentionFactor(item: Attended, topics: Topics, lift: number): number {
  const entries = Object.entries(topics);
  if (entries.length === 0) return 1;
  const said = [
    item.text,
    ...(item.appliesTo ?? []),
    ...(item.tags ?? []).map((tag) => tag.replace(':', ' ')),
  ];
  const terms = new Set(tokenize(said.join('\n')));
  const weights = entries.filter(([topic]) => isAbout(terms, topic)).map(([, weight]) => weight);
  return 1 + lift * Math.max(0, ...weights);
}

function isAbout(terms: ReadonlySet<string>, topic: string): boolean {
  const words = tokenize(topic);
  return words.length > 0 && words.every((word) => terms.has(word));
}
