import distil from '../../templates/prompts/distil.md';
import extract from '../../templates/prompts/extract.md';
import judge from '../../templates/prompts/judge.md';
import judgeSkill from '../../templates/prompts/judge-skill.md';
import profile from '../../templates/prompts/profile.md';
import retry from '../../templates/prompts/retry.md';
import screen from '../../templates/prompts/screen.md';
import { ownAgentMarker } from '../domain/own-agent.ts';
import { labelAt, ownLabels, type QuestionKind } from '../domain/question.ts';
import { fenceTag, fenceText } from '../text/fence.ts';
import type { Batch } from './batch-questions.ts';

const instructions: Readonly<Record<QuestionKind, string>> = {
  screen,
  judge,
  extract,
  profile,
  distil,
  'judge-skill': judgeSkill,
};

/**
 * The prompt of a batch: hebb's own marker first, so that no transcript of it is ever learned from; the instruction; and
 * every text in its fence, labelled through the whole prompt. `problem` says what was wrong with the last answer.
 */
export function writePrompt({ kind, questions }: Batch, problem?: string): string {
  const tag = fenceTag(questions.flatMap(({ texts }) => texts.map(({ text }) => text)));
  const numbers = Object.entries(questions[0]?.numbers ?? {}).map(([name, value]) => [name, String(value)]);
  const values = {
    ...Object.fromEntries(numbers),
    tag,
    texts: writeTexts(questions, tag),
    retry: problem === undefined ? '' : fill(retry, { problem }),
  };
  return `${ownAgentMarker}\n${fill(instructions[kind], values).trimEnd()}\n`;
}

function writeTexts(questions: Batch['questions'], tag: string): string {
  const fenced = questions.flatMap(({ texts }, question) =>
    texts.map((text) => ({ ...text, hasOwn: ownLabels(texts).length > 0, question: String(question + 1) })),
  );
  return fenced
    .map(({ role, text, label, hasOwn, question }, index) => {
      const shown = hasOwn ? label : labelAt(index);
      const attributes = { ...(shown === undefined ? {} : { label: shown }), role, question };
      return fenceText(tag, { text, attributes });
    })
    .join('\n');
}

// One pass: what a text says in double braces stays text.
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w{1,20})\}\}/g, (whole, name: string) => values[name] ?? whole);
