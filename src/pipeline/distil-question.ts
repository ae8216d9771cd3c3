import type { Cited, DistilInput } from '../domain/distil.ts';
import type { Memory } from '../domain/memory.ts';
import type { Question, QuestionText, TextRole } from '../domain/question.ts';
import type { Run, Step } from '../domain/run.ts';
import type { SkillDocument } from '../domain/skill-document.ts';
import { cut } from '../text/cut.ts';
import { doing, messageOf } from './distil-pitfalls.ts';
import { moveOf } from './distil-trajectory.ts';
import { excerptLine } from './excerpt.ts';
import { phrase } from './skill-phrases.ts';

/** Longest text of each role, in UTF-16 units. */
const longest = { ask: 300, learning: 600, error: 600, run: 1500, standing: 5000 } as const;

/** Length of all texts of a question together; beyond, each is cut in proportion. */
const longestWhole = 20_000;

/** Learnings that a question holds at most, the best supported. */
const mostLearnings = 60;

/** What a model is asked for a skill: its sources as data, each with the label by which the text cites it, and the text that stands. */
export function distilQuestion(input: DistilInput): Question {
  const { slug, caption, errors, successes, failures, prior } = input;
  const learnings = [...input.learnings]
    .sort((a, b) => b.what.support - a.what.support)
    .slice(0, mostLearnings)
    .sort((a, b) => input.learnings.indexOf(a) - input.learnings.indexOf(b));
  const texts: QuestionText[] = [
    { role: 'task', text: caption },
    ...learnings.map(memoryText('learning')),
    ...errors.map(memoryText('error')),
    ...successes.map(runText('success')),
    ...failures.map(runText('failure')),
    ...(prior ? [{ role: 'standing' as const, text: standingText(input, prior) }] : []),
  ];
  return { id: `distil ${slug}`, kind: 'distil', texts: inProportion(texts) };
}

/** What a model is asked about a skill: whether it holds against every run; where there is none, against every learning. */
export function judgeSkillQuestion(input: DistilInput, document: SkillDocument): Question {
  const { slug, learnings, successes, failures } = input;
  const runs = [...successes.map(runText('success')), ...failures.map(runText('failure'))];
  const against = runs.length > 0 ? runs : learnings.slice(0, mostLearnings).map(memoryText('learning'));
  return {
    id: `judge ${slug}`,
    kind: 'judge-skill',
    texts: [{ role: 'skill', text: cut(skillText(document), longest.standing) }, ...inProportion(against)],
  };
}

/** The text that stands, with why it was put aside if it was. */
function standingText({ priorFailure }: DistilInput, prior: SkillDocument): string {
  const fall = priorFailure
    ? `${phrase('fellBefore', { version: String(priorFailure.version), reason: priorFailure.reason })}\n\n`
    : '';
  return cut(`${fall}${skillText(prior)}`, longest.standing);
}

const skillText = ({ description, body }: SkillDocument): string => `${description}\n\n${body}`;

const memoryText =
  (role: 'learning' | 'error') =>
  ({ label, what }: Cited<Memory>): QuestionText => ({
    role,
    label,
    text: cut([what.summary, ...what.observations].join('\n'), longest[role]),
  });

/** A run by what it did: shapes of commands and kinds of files, what was asked for, and what failures said. */
const runText =
  (role: Extract<TextRole, 'success' | 'failure'>) =>
  ({ label, what }: Cited<Run>): QuestionText => {
    const asked = phrase('ranAsk', { ask: excerptLine(what.query, longest.ask) });
    const steps = linesOf(what.steps);
    const lines = steps.length > 0 ? steps.map((line, at) => `${at + 1}. ${line}`) : [phrase('ranNothing')];
    return { role, label, text: cutInside([asked, ...lines].join('\n'), longest.run) };
  };

/** One line a step that does anything; the same twice in a row is one. */
function linesOf(steps: readonly Step[]): string[] {
  const lines = steps.flatMap((step) => {
    const move = moveOf(step);
    if (!move) return [];
    const failed = step.ok === false && !step.refused;
    return [
      failed
        ? phrase('ranFailed', { move: doing(move), message: messageOf(step) })
        : phrase('ranOk', { move: doing(move) }),
    ];
  });
  return lines.filter((line, at) => line !== lines[at - 1]);
}

/** A long run is told by its beginning and its end. */
function cutInside(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 3) / 2);
  return `${cut(text.slice(0, half), half)}\n…\n${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

function inProportion(texts: readonly QuestionText[]): QuestionText[] {
  const whole = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (whole <= longestWhole) return [...texts];
  return texts.map((one) => ({
    ...one,
    text: cut(one.text, Math.max(80, Math.floor((one.text.length * longestWhole) / whole))),
  }));
}
