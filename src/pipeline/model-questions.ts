import type { Candidate } from '../domain/candidate.ts';
import { hashOf } from '../domain/identity.ts';
import type { Answers, Question } from '../domain/question.ts';

/** What a model adds to the screen of a candidate. It can only add a block; without an answer the candidate waits. */
export type ModelScreen =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'block' | 'unanswered'; readonly reason: string };

/** Verdicts by `screenKey`; undefined when no model is configured. */
export type ModelScreens = ReadonlyMap<string, ModelScreen> | undefined;

/** What a verdict is about: the candidate with just this text, so that none passes on the answer for another. */
export const screenKey = (candidate: Candidate): string => `${candidate.id} ${hashOf(textOf(candidate))}`;

/** One question for each candidate, with everything of it that an agent could be shown; the same text is asked about once. */
export function screenQuestions(candidates: readonly Candidate[]): Question[] {
  const byKey = new Map(candidates.map((candidate) => [screenKey(candidate), candidate]));
  return [...byKey].map(([id, candidate]) => ({
    id,
    kind: 'screen',
    texts: [{ role: 'text', text: textOf(candidate) }],
  }));
}

const textOf = ({ name, summary, observations, appliesTo, taskPattern }: Candidate): string =>
  [
    `${name}: ${summary}`,
    ...observations,
    ...(appliesTo.length > 0 ? [`applies to: ${appliesTo.join(', ')}`] : []),
    ...(taskPattern === undefined ? [] : [`task: ${taskPattern}`]),
  ].join('\n');

/** The model's verdict on each of these candidates; a candidate that was asked about in vain is `unanswered`. */
export const applyScreenAnswers = (
  candidates: readonly Candidate[],
  answers: Answers,
): ReadonlyMap<string, ModelScreen> =>
  new Map(candidates.map(screenKey).map((key) => [key, verdictOf(key, answers)]));

function verdictOf(key: string, { answered, unanswered }: Answers): ModelScreen {
  const answer = answered.get(key);
  if (answer?.kind !== 'screen') return { verdict: 'unanswered', reason: unanswered.get(key) ?? notAsked };
  if (answer.verdict === 'allow') return { verdict: 'allow' };
  return { verdict: 'block', reason: answer.reason };
}

const notAsked = 'it was not asked';

/** What `withModelScreen` adds to a screen's own answers. */
export type AddedByModel =
  | { readonly verdict: 'blocked'; readonly reason: string }
  | { readonly verdict: 'pending'; readonly reason: string };

/**
 * A screen with the model's verdicts behind it. The own screen speaks first, and only what it lets pass can still be
 * blocked or held by the model: a model lifts nothing. With a model, a candidate that it did not answer for stays
 * pending, also one that came after the asking; without one the screen is as it was.
 */
export function withModelScreen<T extends { readonly verdict: string }>(
  screen: (candidate: Candidate) => T,
  screens: ModelScreens,
): (candidate: Candidate) => T | AddedByModel {
  return (candidate) => {
    const own = screen(candidate);
    if (own.verdict !== 'pass' || !screens) return own;
    const added = screens.get(screenKey(candidate)) ?? { verdict: 'unanswered', reason: notAsked };
    if (added.verdict === 'allow') return own;
    return added.verdict === 'block'
      ? { verdict: 'blocked', reason: `the model blocks it: ${added.reason}` }
      : { verdict: 'pending', reason: `it waits for the model: ${added.reason}` };
  };
}
