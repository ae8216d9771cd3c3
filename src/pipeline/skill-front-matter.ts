import type { SkillProblem } from '../domain/skill-document.ts';

/** A file taken apart at its front matter. Lines end in LF. */
export interface SkillParts {
  /** Between the two `---`; absent when there is none, or none that may be read. */
  readonly front?: string;
  readonly body: string;
  /** 1-based lines of the file on which the two begin. */
  readonly frontLine: number;
  readonly bodyLine: number;
  readonly problems: readonly SkillProblem[];
}

const problem = (rule: string, line: number, text: string): SkillProblem => ({ rule, line, text });

/** What a link holds that was checked out as a text: a path to a Markdown file and nothing else. */
export function linkTarget(text: string): string | undefined {
  const target = text.trim();
  return /^[^\s:*?"<>|#]{1,500}\.md$/i.test(target) ? target : undefined;
}

/** The body as it is kept: no blank lines before it, no space after it. */
export const tidyBody = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();

const blankLines = (text: string): number => text.split('\n').findIndex((line) => line.trim() !== '');

/** Splits the text of a SKILL.md. Front matter in another language than YAML is never read: some readers run it. */
export function splitSkill(text: string): SkillParts {
  const isMarked = text.startsWith('\ufeff');
  const plain = (isMarked ? text.slice(1) : text).replace(/\r\n?/g, '\n');
  const before = isMarked
    ? [problem('frontmatter.bom', 1, 'a byte order mark stands before the front matter: save without it')]
    : [];
  const lines = plain.split('\n');
  const first = Math.max(0, blankLines(plain));
  const opening = lines[first] ?? '';
  const language = /^---[^\S\n]*([a-z]\S*)/i.exec(opening)?.[1];
  const nothing = { body: '', frontLine: first + 2, bodyLine: 1 };
  if (language !== undefined)
    return {
      ...nothing,
      problems: [
        ...before,
        problem(
          'frontmatter.language',
          first + 1,
          `front matter in ${language.slice(0, 20)} is not read: only YAML is`,
        ),
      ],
    };
  if (!/^---\s*$/.test(opening))
    return { ...nothing, body: tidyBody(plain), bodyLine: first + 1, problems: [...before, missing(lines)] };
  const late =
    first > 0
      ? [problem('frontmatter.not-first', first + 1, 'the front matter does not begin on the first line')]
      : [];
  return splitLines(lines, first, [...before, ...late]);
}

function missing(lines: readonly string[]): SkillProblem {
  const later = lines.findIndex((line) => /^---\s*$/.test(line)) + 1;
  const isFront = later > 0 && /^(?:name|description):/.test(lines[later] ?? '');
  return isFront
    ? problem('frontmatter.not-first', later, 'text stands before the front matter')
    : problem('frontmatter.missing', 1, 'the file does not begin with front matter between two --- lines');
}

function splitLines(lines: readonly string[], first: number, before: readonly SkillProblem[]): SkillParts {
  const close = lines.findIndex((line, at) => at > first && /^---\s*$/.test(line));
  const end = close < 0 ? lines.length : close;
  const inside = lines.slice(first + 1, end);
  const dashes = inside.findIndex((line) => line.includes('---'));
  const body = lines.slice(end + 1).join('\n');
  return {
    ...(close < 0 ? {} : { front: inside.join('\n') }),
    body: tidyBody(body),
    frontLine: first + 2,
    bodyLine: end + 2 + Math.max(0, blankLines(body)),
    problems: [
      ...before,
      ...(close < 0
        ? [problem('frontmatter.unclosed', first + 1, 'the front matter is not closed by a --- line')]
        : []),
      ...(dashes < 0 || close < 0
        ? []
        : [
            problem(
              'frontmatter.dashes',
              first + 2 + dashes,
              '--- inside the front matter: readers that split there see half of it',
            ),
          ]),
    ],
  };
}
