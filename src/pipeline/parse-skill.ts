import { compact } from '../domain/json.ts';
import {
  type ParsedSkill,
  quoteOf,
  type SkillDocument,
  type SkillProblem,
  skillKeys,
} from '../domain/skill-document.ts';
import { readSkillYaml, type SkillField, type SkillYaml } from '../text/skill-yaml.ts';
import { checkFormat } from './skill-format.ts';
import { linkTarget, type SkillParts, splitSkill } from './skill-front-matter.ts';

/**
 * Reads the text of a SKILL.md: what can be used of it, and every rule of the standard that it breaks (all but `name.not-folder`,
 * see `lintSkill`). Never throws and never runs anything. A value that is no YAML only for its colons or signs is read as written.
 */
export function parseSkill(text: string): ParsedSkill {
  const target = linkTarget(text);
  if (target !== undefined)
    return nothing(
      'file.link-as-text',
      `the file holds only a path (${quoteOf(target)}): a link that was checked out as text`,
    );
  if (text.trim() === '') return nothing('file.empty', 'the file is empty');
  const parts = splitSkill(text);
  if (parts.front !== undefined) return readFront({ ...parts, front: parts.front });
  const isReadable = parts.problems.every(({ rule }) => !/language|unclosed/.test(rule));
  return isReadable
    ? { document: plainDocument(parts.body), problems: parts.problems }
    : { problems: parts.problems };
}

const nothing = (rule: string, text: string): ParsedSkill => ({ problems: [{ rule, line: 1, text }] });

const plainDocument = (body: string): SkillDocument => ({
  name: '',
  description: '',
  metadata: {},
  otherKeys: [],
  body,
});

function readFront(parts: SkillParts & { readonly front: string }): ParsedSkill {
  const { front, frontLine, bodyLine, body } = parts;
  const read = readSkillYaml(front);
  const fields = read.fields ?? readQuoted(front).fields;
  const inFile = ({ rule, line, text }: SkillProblem): SkillProblem => ({
    rule,
    line: line + frontLine - 1,
    text,
  });
  const written = [...parts.problems, ...read.problems.map(inFile)];
  if (fields === undefined) return { problems: inOrder(written) };
  const lineOf = (part: string): number =>
    part === 'body' ? bodyLine : (fields.find(({ key }) => key === part)?.line ?? 0) + frontLine - 1;
  const document = documentOf(fields, body);
  const kinds = fields.flatMap(kindProblems).map(inFile);
  const said = new Set(kinds.map(({ line }) => line));
  const format = checkFormat(document, lineOf).filter(({ line }) => !said.has(line));
  return { document, problems: inOrder([...written, ...kinds, ...format]) };
}

const inOrder = (problems: readonly SkillProblem[]): SkillProblem[] =>
  [...problems].sort((a, b) => a.line - b.line);

/** Reads once more with every one-line value in quotes: `description: Build: run make` means what it says. */
function readQuoted(front: string): SkillYaml {
  const lines = front.split('\n');
  const quoted = lines.map((line, at) => {
    const [, key, value] = /^([A-Za-z][\w-]*):[^\S\n]+([^\s"'|>#].*)$/.exec(line) ?? [];
    const goesOn = /^\s+\S/.test(lines[at + 1] ?? '');
    return key === undefined || goesOn ? line : `${key}: ${JSON.stringify(value?.trimEnd())}`;
  });
  return readSkillYaml(quoted.join('\n'));
}

function documentOf(fields: readonly SkillField[], body: string): SkillDocument {
  const textOf = (key: string): string | undefined => {
    const value = fields.find((field) => field.key === key)?.value;
    return value?.kind === 'text' ? value.text.trim() : undefined;
  };
  return compact({
    name: textOf('name') ?? '',
    description: textOf('description') ?? '',
    license: textOf('license'),
    compatibility: textOf('compatibility'),
    allowedTools: textOf('allowed-tools'),
    metadata: metadataOf(fields),
    otherKeys: fields.map(({ key }) => key).filter((key) => !isKnown(key)),
    body,
  });
}

const isKnown = (key: string): boolean => skillKeys.some((known) => known === key);

function metadataOf(fields: readonly SkillField[]): Record<string, string> {
  const value = fields.find(({ key }) => key === 'metadata')?.value;
  const pairs = value?.kind === 'map' ? value.pairs : [];
  return Object.fromEntries(
    pairs.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text.trim()]])),
  );
}

/** What is wrong with the kind of a key or of its value. */
function kindProblems({ key, line, value }: SkillField): SkillProblem[] {
  if (!isKnown(key))
    return [
      {
        rule: 'frontmatter.unknown-key',
        line,
        text: `"${quoteOf(key)}" is no key of the standard: put it under metadata`,
      },
    ];
  if (key !== 'metadata')
    return value.kind === 'text' ? [] : [{ rule: `${key}.not-text`, line, text: `${key} is not a text` }];
  if (value.kind === 'text') return value.text === '' ? [] : [notAMap(line)];
  if (value.kind === 'other') return [notAMap(line)];
  return value.pairs
    .filter(({ text }) => text === undefined)
    .map((pair) => ({
      rule: 'metadata.not-text',
      line: pair.line,
      text: `metadata: "${quoteOf(pair.key)}" is not a text`,
    }));
}

const notAMap = (line: number): SkillProblem => ({
  rule: 'metadata.not-a-map',
  line,
  text: 'metadata is not a list of "key: text" lines',
});
