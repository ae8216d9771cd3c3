import type { DistilInput, Distilled, DistilledSkill } from '../domain/distil.ts';
import type { Question } from '../domain/question.ts';
import { type AnswerCheck, askQuestions } from '../models/ask-questions.ts';
import type { MeteredModel } from '../models/language.ts';
import { guidanceOf, skillFromAnswer } from '../pipeline/distil-answer.ts';
import { distilQuestion, judgeSkillQuestion } from '../pipeline/distil-question.ts';
import { judgeVerdicts } from '../pipeline/judge-skill.ts';
import { screenText } from '../text/safety-screen.ts';
import type { DistilTask } from './distil-task.ts';

/** What came of one question: an answer, nothing that can be used, or a model that failed. */
type Asked<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Writes a skill with a model: one question, asked once more when its answer cannot be read or breaks a rule, told which; then a judge
 * that sees the runs. What is refused stays refused. When the model fails (unreachable, its cap reached), the built-in distiller writes.
 */
export async function distilWithModel(task: DistilTask, model: MeteredModel): Promise<Distilled> {
  const { input } = task;
  const written = await write(task, model);
  if (written.kind === 'failed') return withoutModel(task, written.reason);
  if (written.kind === 'unusable') return { kind: 'refused', reasons: [written.reason] };
  if (written.answer.kind !== 'skill') return written.answer;
  const judged = await judge(input, written.answer, model);
  if (judged.kind === 'failed') return withoutModel(task, judged.reason);
  if (judged.kind === 'unusable') return { kind: 'refused', reasons: [`the judge: ${judged.reason}`] };
  if (judged.answer.length > 0)
    return { kind: 'refused', reasons: judged.answer.map((reason) => `the judge: ${shown(reason)}`) };
  const notes = [...(written.answer.notes ?? []), `written by ${model.ledger().model}`];
  return { ...written.answer, notes };
}

function withoutModel({ byRules }: DistilTask, reason: string): Distilled {
  const distilled = byRules();
  const notes = [...(distilled.notes ?? []), `written without the model: ${reason}`];
  return { ...distilled, notes };
}

/** Words of a model in a report: what the safety screen would keep from an agent is kept from everybody. */
const shown = (reason: string): string =>
  screenText(reason, 'skill').verdict === 'accept' ? reason : 'it gave a reason that the safety screen stops';

async function write({ input, problemsOf }: DistilTask, model: MeteredModel): Promise<Asked<Distilled>> {
  let problems: readonly string[] = [];
  const question = distilQuestion(input);
  const asked = await ask(model, question, (_question, answer) => {
    const distilled = distilledFrom(input, answer);
    if (distilled?.kind !== 'skill') return undefined;
    const found = problemsOf(distilled);
    problems = found.map(({ rule, text }) => `${rule}: ${text}`);
    return found.length > 0 ? guidanceOf(found) : undefined;
  });
  if (asked.kind === 'failed') return asked;
  if (asked.kind === 'unusable')
    return problems.length > 0 ? { kind: 'answer', answer: { kind: 'refused', reasons: problems } } : asked;
  const distilled = distilledFrom(input, asked.answer);
  return distilled
    ? { kind: 'answer', answer: distilled }
    : { kind: 'unusable', reason: 'its answer was about something else' };
}

type Answer = Parameters<AnswerCheck>[1];

function distilledFrom(input: DistilInput, answer: Answer): Distilled | undefined {
  if (answer.kind !== 'distil') return undefined;
  return 'said' in answer
    ? skillFromAnswer(input, answer.said)
    : { kind: 'insufficient', reason: `the model: ${shown(answer.insufficient)}` };
}

/** Why the judge rejects a skill; an empty list when it does not. */
async function judge(
  input: DistilInput,
  { document }: DistilledSkill,
  model: MeteredModel,
): Promise<Asked<readonly string[]>> {
  const asked = await ask(model, judgeSkillQuestion(input, document));
  if (asked.kind !== 'answer') return asked;
  return asked.answer.kind === 'judge-skill'
    ? { kind: 'answer', answer: judgeVerdicts(input, asked.answer.verdicts) }
    : { kind: 'unusable', reason: 'its answer was about something else' };
}

async function ask(model: MeteredModel, question: Question, check?: AnswerCheck): Promise<Asked<Answer>> {
  // Also a question that is not put, since a secret stretches over it or a cap is reached, is no answer of the model.
  let failed = true;
  const watched: MeteredModel = {
    ...model,
    ask: async (prompt) => {
      const reply = await model.ask(prompt);
      failed = reply.kind === 'failure';
      return reply;
    },
  };
  const { answered, unanswered } = await askQuestions(watched, [question], check);
  const answer = answered.get(question.id);
  if (answer) return { kind: 'answer', answer };
  return { kind: failed ? 'failed' : 'unusable', reason: unanswered.get(question.id) ?? 'it was not asked' };
}
