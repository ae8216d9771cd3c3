import type { DistilInput, Distilled } from '../domain/distil.ts';
import type { SkillAnswer } from '../domain/question.ts';
import type { SkillProblem } from '../domain/skill-document.ts';
import { assembleSkill } from './distil-document.ts';
import { sentence } from './distil-learning.ts';
import { troubleText } from './distil-pitfalls.ts';
import { noPitfall } from './distil-skill.ts';
import { phrase } from './skill-phrases.ts';

/**
 * The skill that a model's answer makes. hebb writes the front matter, the headings, the citations and the list of tools; nothing is
 * shortened or mended: what is wrong with it the validator says.
 */
export function skillFromAnswer(input: DistilInput, said: SkillAnswer): Distilled {
  return assembleSkill(input, {
    description: said.description,
    when: said.when,
    notWhen: said.notWhen,
    steps: said.steps.map(({ text, cites }) => ({ text: sentence(text), labels: cites, weight: 1 })),
    pitfalls: said.pitfalls.map(({ cites, ...trouble }) => ({
      text: troubleText(trouble),
      labels: cites,
      weight: 1,
    })),
    checks: said.checks.map(({ text, expect, cites }) => ({
      text: phrase('checked', { check: text.replace(/[.:;]+$/, ''), expect: expect.replace(/[.]+$/, '') }),
      labels: cites,
      weight: 1,
    })),
    noPitfall: noPitfall(input),
    left: [],
    mayShrink: false,
  });
}

/** A value that a model may be told outside of any fence: a few plain words, in which no order fits. */
const PLAIN = /^[\w./@:+-]{1,60}(?: [\w./@:+-]{1,20})?$/;

/**
 * What is wrong with a text, in words for the model that wrote it. Quotes of the text are left out where they are more than a value: they
 * may hold what somebody wants a model to read.
 */
export const guidanceOf = (problems: readonly SkillProblem[]): string =>
  problems
    .map(({ rule, text }) => {
      const told = text.replace(/"([^"]*)"/g, (whole, quote: string) =>
        PLAIN.test(quote) ? whole : 'a text of it',
      );
      return `${rule}: ${told}`;
    })
    .join('; ');
