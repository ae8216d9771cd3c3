import type { ParsedSkill } from '../domain/skill-document.ts';
import { parseSkill } from './parse-skill.ts';
import { checkFolder } from './skill-format.ts';

/** A SKILL.md by the rules of the standard: what it says, and everything that it breaks, in the order of lines. */
export function lintSkill(text: string, folder: string): ParsedSkill {
  const parsed = parseSkill(text);
  const { document, problems } = parsed;
  const line = Math.max(1, text.split(/\r\n?|\n/).findIndex((row) => /^\ufeff?name:/.test(row)) + 1);
  const found = document === undefined ? [] : checkFolder(document.name, folder, line);
  return { ...parsed, problems: [...problems, ...found].sort((a, b) => a.line - b.line) };
}
