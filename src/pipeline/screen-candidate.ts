import type { Candidate } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import { type SafetyReason, type SafetyScreen, screenText } from '../text/safety-screen.ts';
import { type ScreenAnswer, screenMasked } from './screen-masked.ts';

/** Everything of a learning that an agent could be shown. */
type Said = Pick<Candidate | Memory, 'name' | 'summary' | 'observations' | 'appliesTo'> & {
  readonly taskPattern?: string | undefined;
};

const textsOf = ({ summary, observations, appliesTo, taskPattern }: Said): string[] => [
  summary,
  ...observations,
  ...(appliesTo.length > 0 ? [appliesTo.join(', ')] : []),
  ...(taskPattern === undefined ? [] : [taskPattern]),
];

const describe = ({ rule, kind, quote }: SafetyReason): string => `${kind}, rule ${rule}: “${quote}”`;

/** The rules that spoke, each once: a text is read by itself and among the others. */
function saidOf(screens: readonly SafetyScreen[]): string {
  const reasons = screens.flatMap((screen) => screen.reasons).filter(({ kind }) => kind !== 'secret');
  const byRule = new Map(reasons.map((reason) => [reason.rule, reason]));
  return [...byRule.values()].slice(0, 3).map(describe).join('; ');
}

/**
 * The safety screen of a learning (spec 3): each of its texts by itself and all of them together, so that an order cut in
 * pieces is read whole. What it blocks goes to quarantine, what it cannot tell waits for a person.
 */
export function screenCandidate(candidate: Candidate | Memory): ScreenAnswer {
  const texts = textsOf(candidate);
  const screens = [...texts, texts.join('\n')].map((text) => screenText(text, 'learning'));
  const rejected = screens.filter(({ verdict }) => verdict === 'reject');
  if (rejected.length > 0) return { verdict: 'blocked', reason: saidOf(rejected) };
  const doubtful = screens.filter(({ verdict }) => verdict === 'review');
  if (doubtful.length > 0) return { verdict: 'needs-review', reason: saidOf(doubtful) };
  return screenMasked(candidate);
}
