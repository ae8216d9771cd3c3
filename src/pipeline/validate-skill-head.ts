import { quoteOf, type SkillProblem } from '../domain/skill-document.ts';
import { saysWhen } from '../text/skill-words.ts';
import type { SkillCase } from './skill-body.ts';
import { declaredTools } from './skill-commands.ts';

const head = (rule: string, text: string): SkillProblem => ({ rule, line: 0, text });

/** Keys by which some client grants rights or runs something; not even under metadata. */
const GRANTS =
  /^(?:allowed-?tools|disallowed-?tools|tools|hooks|permissions?|permission-?mode|mcp-?servers|model|agent|shell)$/i;

/** What the front matter of a skill by hebb must be, beside the standard's rules. */
export function validateHead({ document, evidence }: SkillCase): SkillProblem[] {
  const { description, allowedTools, otherKeys, metadata } = document;
  return [
    ...otherKeys.map((key) =>
      head('frontmatter.unknown-key', `"${quoteOf(key)}" is no key of the standard: put it under metadata`),
    ),
    ...(allowedTools === undefined
      ? []
      : [head('frontmatter.allowed-tools', 'allowed-tools grants rights: a skill by hebb grants none')]),
    ...Object.entries(metadata).flatMap(checkMetadata),
    ...(description.trim() === ''
      ? []
      : checkDescription(description, [...declaredTools(metadata), ...evidence.ran])),
  ];
}

function checkMetadata([key, text]: [string, string]): SkillProblem[] {
  return [
    ...(GRANTS.test(key)
      ? [head('metadata.grants', `metadata: "${quoteOf(key)}" is a key that grants rights`)]
      : []),
    ...(/[\n\r]/.test(text)
      ? [head('metadata.line-break', `metadata: "${quoteOf(key)}" has a line break`)]
      : []),
  ];
}

function checkDescription(description: string, tools: readonly string[]): SkillProblem[] {
  return [
    ...(/[\n\r]/.test(description)
      ? [head('description.line-break', 'the description has a line break')]
      : []),
    ...(saysWhen(description)
      ? []
      : [head('description.no-occasion', 'the description does not say when to use the skill')]),
    ...(isToolList(description, tools)
      ? [head('description.tool-list', 'the description lists tools: it should say what is to be reached')]
      : []),
  ];
}

const SEPARATOR = /[,;:|+>]|→|\band\b|\bthen\b|\bor\b/i;
const LEAD =
  /^(?:\W*\b(?:uses?|using|runs?|running|calls?|calling|via|with|the|a|tools?|commands?|first|finally)\b)*\W*/i;

/** Two or more tools that make up at least half of what a description strings together. */
function isToolList(description: string, tools: readonly string[]): boolean {
  const names = new Set(
    tools.flatMap((tool) => [tool, tool.split(' ', 1).join('')]).map((name) => name.toLowerCase()),
  );
  const parts = description
    .split(SEPARATOR)
    .map((part) => part.replace(LEAD, '').replace(/[.\s`'")]+$/, ''))
    .filter((part) => part !== '');
  const listed = parts.filter((part) => isToolName(part, names));
  return listed.length >= 2 && listed.length * 2 >= parts.length;
}

/** A known tool with at most two words behind it, or something spelled as only tools are. */
function isToolName(part: string, names: ReadonlySet<string>): boolean {
  const words = part.toLowerCase().split(/\s+/);
  if (/^(?:mcp__\w+|[a-z]+(?:_[a-z]+)+(?:\(\))?|[A-Z]\w+\(.*\))$/.test(part.replace(/^`/, ''))) return true;
  return (
    names.has(part.toLowerCase()) || (words.length <= 3 && names.has((words[0] ?? '').replace(/^`/, '')))
  );
}
