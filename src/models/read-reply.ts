import {
  maxReplyLength,
  parseExtractReply,
  parseJudgeReply,
  parseScreenReply,
  parseSkillJudgeReply,
} from '../domain/parse-answer.ts';
import { parseProfileReply } from '../domain/parse-profile-answer.ts';
import { parseDistilReply } from '../domain/parse-skill-answer.ts';
import {
  type Answer,
  labelAt,
  labelsToAnswer,
  ownLabels,
  type Question,
  type ScreenVerdict,
} from '../domain/question.ts';
import type { Parsed } from '../domain/strict-json.ts';
import { redact } from '../text/redact.ts';
import type { Batch } from './batch-questions.ts';

/** A question with the labels that its texts have in the prompt, by their own label. */
interface Placed {
  readonly question: Question;
  readonly labels: ReadonlyMap<string, string>;
}

/** The answers of a reply by question id, or why the whole reply is none. Redacted, since a program may have read files. */
export function readReply(batch: Batch, reply: string): Parsed<ReadonlyMap<string, Answer>> {
  const placed = placeQuestions(batch.questions);
  const labels = placed.flatMap((one) => [...one.labels.values()]);
  const text = reply.length > maxReplyLength ? reply : redact(reply).text;
  switch (batch.kind) {
    case 'screen':
      return mapAnswers(placed, parseScreenReply(text, labels), (own, verdicts) => ({
        kind: 'screen',
        ...strictest([...ownVerdicts(own, verdicts).values()]),
      }));
    case 'judge':
      return mapAnswers(placed, parseJudgeReply(text, labels), (own, verdicts) => ({
        kind: 'judge',
        verdicts: ownVerdicts(own, verdicts),
      }));
    case 'extract':
      return mapAnswers(placed, parseExtractReply(text, labels), (own, statements) => ({
        kind: 'extract',
        statements: [...own.labels].flatMap(([label, shown]) =>
          statements.filter((one) => one.label === shown).map((one) => ({ ...one, label })),
        ),
      }));
    case 'profile':
      return mapAnswers(placed, parseProfileReply(text, labels), (_own, bullets) => ({
        kind: 'profile',
        bullets,
      }));
    case 'distil':
      return mapAnswers(placed, parseDistilReply(text, ownLabelsOf(batch)), (_own, reply) =>
        reply.kind === 'said'
          ? { kind: 'distil', said: reply.said }
          : { kind: 'distil', insufficient: reply.reason },
      );
    case 'judge-skill':
      return mapAnswers(placed, parseSkillJudgeReply(text, ownLabelsOf(batch)), (_own, verdicts) => ({
        kind: 'judge-skill',
        verdicts,
      }));
  }
}

const ownLabelsOf = ({ questions }: Batch): string[] => questions.flatMap(({ texts }) => ownLabels(texts));

function placeQuestions(questions: readonly Question[]): Placed[] {
  let before = 0;
  return questions.map((question) => {
    const start = before;
    before += question.texts.length;
    const shown = new Map(question.texts.map((_, index) => [labelAt(index), labelAt(start + index)]));
    const labels = labelsToAnswer(question.texts).map((label) => [label, shown.get(label) ?? label] as const);
    return { question, labels: new Map(labels) };
  });
}

const mapAnswers = <T>(
  placed: readonly Placed[],
  parsed: Parsed<T>,
  make: (own: Placed, value: T) => Answer,
): Parsed<ReadonlyMap<string, Answer>> =>
  parsed.ok
    ? { ok: true, value: new Map(placed.map((own) => [own.question.id, make(own, parsed.value)])) }
    : parsed;

const ownVerdicts = <T>({ labels }: Placed, verdicts: ReadonlyMap<string, T>): Map<string, T> =>
  new Map(
    [...labels].flatMap(([label, shown]) => {
      const verdict = verdicts.get(shown);
      return verdict ? [[label, verdict] as const] : [];
    }),
  );

/** A question of several texts is blocked when one of them is. */
const strictest = (verdicts: readonly ScreenVerdict[]): ScreenVerdict =>
  verdicts.find(({ verdict }) => verdict === 'block') ?? verdicts[0] ?? nothingToScreen;

const nothingToScreen: ScreenVerdict = { verdict: 'block', reason: 'there was no text to look at' };
