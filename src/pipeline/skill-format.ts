import {
  lengthOf,
  quoteOf,
  type SkillDocument,
  type SkillProblem,
  skillLimits,
} from '../domain/skill-document.ts';

/** A rule on a field: its name, what it says of a value that breaks it, and how that is found. */
interface FieldRule {
  readonly rule: string;
  readonly breaks: (value: string) => boolean;
  readonly text: (value: string) => string;
}

const tooLong = (field: 'name' | 'description' | 'compatibility'): FieldRule => ({
  rule: `${field}.too-long`,
  breaks: (value) => lengthOf(value) > skillLimits[field],
  text: (value) =>
    `the ${field} has ${lengthOf(value)} characters, at most ${skillLimits[field]} are allowed`,
});

const NAME_RULES: readonly FieldRule[] = [
  tooLong('name'),
  {
    rule: 'name.uppercase',
    breaks: (name) => /\p{Lu}|\p{Lt}/u.test(name),
    text: (name) => `the name "${quoteOf(name)}" has upper-case letters`,
  },
  {
    rule: 'name.characters',
    breaks: (name) => /[^A-Za-z0-9-]/.test(name),
    text: (name) => `the name "${quoteOf(name)}" has characters other than a-z, 0-9 and -`,
  },
  {
    rule: 'name.edge-hyphen',
    breaks: (name) => /^-|-$/.test(name),
    text: (name) => `the name "${quoteOf(name)}" begins or ends with a hyphen`,
  },
  {
    rule: 'name.consecutive-hyphens',
    breaks: (name) => name.includes('--'),
    text: (name) => `the name "${quoteOf(name)}" has two hyphens in a row`,
  },
];

/** Where the parts of a document stand in its file; 0 for what has no line. */
export type LineOf = (part: string) => number;

const nowhere: LineOf = () => 0;

function fieldProblems(
  field: string,
  { value, line }: { value: string; line: number },
  rules: readonly FieldRule[],
): SkillProblem[] {
  if (value.trim() === '') return [{ rule: `${field}.missing`, line, text: `there is no ${field}` }];
  return rules
    .filter(({ breaks }) => breaks(value))
    .map(({ rule, text }) => ({ rule, line, text: text(value) }));
}

/** What a document breaks of the standard's rules on values; what its file breaks of the rules on writing is `parseSkill`'s. */
export function checkFormat(document: SkillDocument, lineOf: LineOf = nowhere): SkillProblem[] {
  const { name, description, compatibility, body } = document;
  return [
    ...fieldProblems('name', { value: name, line: lineOf('name') }, NAME_RULES),
    ...fieldProblems('description', { value: description, line: lineOf('description') }, [
      tooLong('description'),
    ]),
    ...(compatibility === undefined
      ? []
      : fieldProblems('compatibility', { value: compatibility, line: lineOf('compatibility') }, [
          tooLong('compatibility'),
        ])),
    ...(body === ''
      ? [{ rule: 'body.empty', line: lineOf('body'), text: 'there is no text below the front matter' }]
      : []),
  ];
}

/** The one rule that needs to know where the file lies. */
export function checkFolder(name: string, folder: string, line = 0): SkillProblem[] {
  if (name === '' || name === folder) return [];
  return [
    {
      rule: 'name.not-folder',
      line,
      text: `the name "${quoteOf(name)}" is not that of the folder, "${quoteOf(folder)}"`,
    },
  ];
}
