import { type Dict, stringAt } from '../domain/json.ts';
import { isOwnTool } from '../domain/own-agent.ts';
import { readCommands } from './command-shape.ts';
import { commandLine } from './tool-input.ts';

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}:_.-]{0,99}$/u;

/** A skill's text where every client keeps it, `…/skills/<slug>/SKILL.md`; folders may lie between. */
const SKILL_PATH = /(?:^|[\\/])skills[\\/](?:[^\\/]{1,100}[\\/]){0,3}?([^\\/]{1,100})[\\/]SKILL\.md$/;

/** Tools and programs that read a file whole. */
const READ_TOOLS = new Set(['read', 'read_file', 'view', 'view_file']);
const READ_PROGRAMS = new Set(['cat', 'bat', 'less', 'more', 'head', 'sed', 'nl', 'Get-Content']);

/** Whether a tool is the client's own for opening skills. */
export const isSkillTool = (tool: string): boolean => /^(?:skill|activate_skill)$/i.test(tool);

const slugOf = (text: string | undefined): string | undefined =>
  text !== undefined && SLUG.test(text) ? text : undefined;

const slugOfPath = (path: string | undefined): string | undefined => slugOf(SKILL_PATH.exec(path ?? '')?.[1]);

/** `/release v2` names the skill `release`. */
const slugOfCall = (text: string | undefined): string | undefined =>
  slugOf(text?.trim().replace(/^\//, '').split(/\s/, 1)[0]);

/** The skill that a command line fetches or reads; of several the first. */
function slugOfLine(line: string): string | undefined {
  for (const { parts, rest } of readCommands(line)) {
    const words = rest.filter((word) => !word.startsWith('-'));
    const [program = ''] = parts;
    const isFetch = parts.join(' ') === 'hebb skill' && words[0] === 'fetch';
    const paths = READ_PROGRAMS.has(program) ? words.map(slugOfPath) : [];
    const slug = isFetch ? slugOf(words[1]) : paths.find((one) => one !== undefined);
    if (slug !== undefined) return slug;
  }
  return undefined;
}

/**
 * Slug of the skill that a call opens: the client's own tool, `skill_fetch` of hebb, `hebb skill fetch`, or reading its SKILL.md, as Codex
 * does. Listing or editing skills opens none.
 */
export function skillOf({
  tool,
  input,
}: {
  readonly tool: string;
  readonly input: Dict;
}): string | undefined {
  if (isSkillTool(tool))
    return slugOfCall(stringAt(input, 'skill') ?? stringAt(input, 'name') ?? stringAt(input, 'command'));
  if (isOwnTool(tool)) return /_skill_fetch$/.test(tool) ? slugOf(stringAt(input, 'slug')) : undefined;
  if (READ_TOOLS.has(tool.toLowerCase()))
    return slugOfPath(
      stringAt(input, 'file_path') ?? stringAt(input, 'absolute_path') ?? stringAt(input, 'path'),
    );
  const line = commandLine(input);
  return line === undefined ? undefined : slugOfLine(line);
}
