import { ownLabels, type Question, type QuestionKind, type QuestionText } from '../domain/question.ts';
import { hasSecret, redact } from '../text/redact.ts';

/** Questions of one kind that share a prompt; their texts are redacted. */
export interface Batch {
  readonly kind: QuestionKind;
  readonly questions: readonly Question[];
}

/** Questions ready to be asked, and why others are not. */
export interface Batched {
  readonly batches: readonly Batch[];
  readonly refused: ReadonlyMap<string, string>;
}

// A prompt takes further questions up to these; beyond, answers get worse and one bad text spoils more.
// A question whose texts have labels of their own shares none: the labels of two could be the same.
const sharedTexts = 20;
const sharedLength = 12_000;
const longestQuestion = 24_000;
const mostTexts = 200;

/** Redacts every text, and groups neighbours of one kind. A question that cannot be asked whole is not asked at all. */
export function batchQuestions(questions: readonly Question[]): Batched {
  const batches: Question[][] = [];
  const refused = new Map<string, string>();
  for (const question of questions.map(redactQuestion)) {
    const problem = problemWith(question);
    const last = batches.at(-1);
    if (problem !== undefined) refused.set(question.id, problem);
    else if (last && fits(last, question)) last.push(question);
    else batches.push([question]);
  }
  return { batches: batches.flatMap(asBatch), refused };
}

/** The same questions, each in a prompt of its own. */
export const splitBatch = ({ kind, questions }: Batch): Batch[] =>
  questions.map((question) => ({ kind, questions: [question] }));

const asBatch = (questions: readonly Question[]): Batch[] =>
  questions.slice(0, 1).map(({ kind }) => ({ kind, questions }));

const redactQuestion = (question: Question): Question => ({
  ...question,
  texts: question.texts.map((one) => ({ ...one, text: redact(one.text).text })),
});

function problemWith({ texts }: Question): string | undefined {
  if (texts.length > mostTexts || lengthOf(texts) > longestQuestion) return 'it is too long to be asked';
  const whole = texts.map(({ text }) => text).join('\n');
  return hasSecret(whole) ? 'a secret stretches over several of its texts' : undefined;
}

const lengthOf = (texts: readonly QuestionText[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0);

function fits(batch: readonly Question[], question: Question): boolean {
  const texts = [...batch, question].flatMap((one) => one.texts);
  return (
    [...batch, question].every(({ kind, numbers }) => kind === question.kind && numbers === undefined) &&
    ownLabels(texts).length === 0 &&
    texts.length <= sharedTexts &&
    lengthOf(texts) <= sharedLength
  );
}
