import type { Answer, Answers, Question } from '../domain/question.ts';
import { type Batch, batchQuestions, splitBatch } from './batch-questions.ts';
import type { MeteredModel } from './language.ts';
import { readReply } from './read-reply.ts';
import { writePrompt } from './write-prompt.ts';

const failuresToStop = 2;

/** What is wrong with an answer beyond its form, in words that the model is told; undefined when nothing is. */
export type AnswerCheck = (question: Question, answer: Answer) => string | undefined;

/** A round of questions while it goes on. */
interface Round {
  readonly model: MeteredModel;
  readonly check: AnswerCheck;
  readonly answered: Map<string, Answer>;
  readonly unanswered: Map<string, string>;
  failuresInRow: number;
}

/**
 * Puts questions to a model; ids must differ. Each gets an answer that was read strictly, or the reason why it has none.
 * Texts are redacted and fenced. A reply that cannot be read is asked for once more, told what was wrong, each question
 * on its own, so that one text cannot spoil the answers to others for ever; so is one that the check finds fault with. After
 * two failures in a row no more is asked.
 */
export async function askQuestions(
  model: MeteredModel,
  questions: readonly Question[],
  check: AnswerCheck = () => undefined,
): Promise<Answers> {
  const { batches, refused } = batchQuestions(questions);
  const round: Round = { model, check, answered: new Map(), unanswered: new Map(refused), failuresInRow: 0 };
  for (const batch of batches) {
    const problem = await askBatch(round, batch);
    if (problem === undefined) continue;
    for (const single of splitBatch(batch)) {
      const again = await askBatch(round, single, problem);
      if (again !== undefined) leaveOpen(round, single, `its answer could not be used: ${again}`);
    }
  }
  return { answered: round.answered, unanswered: round.unanswered };
}

/** The problem with a reply that came but cannot be used; undefined when nothing is left to ask. */
async function askBatch(round: Round, batch: Batch, problem?: string): Promise<string | undefined> {
  if (round.failuresInRow >= failuresToStop) {
    leaveOpen(round, batch, 'it was not asked, since the model failed before');
    return undefined;
  }
  const reply = await round.model.ask(writePrompt(batch, problem));
  if (reply.kind === 'failure') {
    round.failuresInRow += 1;
    leaveOpen(round, batch, reply.reason);
    return undefined;
  }
  round.failuresInRow = 0;
  if (reply.kind === 'refusal') return reply.reason;
  const read = readReply(batch, reply.text);
  if (!read.ok) {
    round.model.countUnusable();
    return read.problem;
  }
  const fault = faultIn(round, batch, read.value);
  if (fault === undefined) for (const [id, answer] of read.value) round.answered.set(id, answer);
  else round.model.countUnusable();
  return fault;
}

function faultIn(
  { check }: Round,
  { questions }: Batch,
  answers: ReadonlyMap<string, Answer>,
): string | undefined {
  for (const question of questions) {
    const answer = answers.get(question.id);
    const fault = answer && check(question, answer);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function leaveOpen({ unanswered }: Round, { questions }: Batch, reason: string): void {
  for (const { id } of questions) unanswered.set(id, reason);
}
