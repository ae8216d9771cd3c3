import { quoteOf, type SkillDocument, type SkillProblem } from '../domain/skill-document.ts';
import { namedHomeIn } from '../text/private-values.ts';
import { type SkillCase, skillSections } from './skill-body.ts';
import { toolsKey } from './skill-commands.ts';
import { leakedLiterals } from './skill-literals.ts';

const HEADINGS = new Set(skillSections.map((title) => `## ${title}`));

/** All that a skill says in its own words: the headings that each has and the list of tools are left out. */
function ownWords({ name, description, license, compatibility, metadata, body }: SkillDocument): string {
  const kept = Object.entries(metadata).flatMap(([key, text]) => (key === toolsKey ? [] : [text]));
  const lines = body.split('\n').filter((line) => !HEADINGS.has(line.trim()));
  return [name, description, license ?? '', compatibility ?? '', ...kept, lines.join('\n')].join('\n¶\n');
}

/** A skill says how it is done, not with what it was done: no value that a source run was given. */
export function validateLiterals({ document, evidence }: SkillCase): SkillProblem[] {
  const words = ownWords(document);
  const home = namedHomeIn(words);
  return [
    ...leakedLiterals(words, evidence.runs).map((value) => ({
      rule: 'literal.leaked',
      line: 0,
      text: `it holds a value of a source run: "${quoteOf(value)}"`,
    })),
    ...(home === undefined
      ? []
      : [{ rule: 'literal.home-path', line: 0, text: `it names a person's folder: "${quoteOf(home)}"` }]),
  ];
}
