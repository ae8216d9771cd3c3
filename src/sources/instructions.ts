import { join, resolve } from 'node:path';
import glob from 'fast-glob';
import type { KnownElsewhere } from '../domain/note.ts';
import { redact } from '../text/redact.ts';
import { readTextFile } from './text-file.ts';

/** Instruction files of a project, relative to its root. */
const IN_PROJECT = [
  '{CLAUDE,CLAUDE.local,AGENTS,AGENTS.override,GEMINI}.md',
  '.claude/{CLAUDE.md,rules/**/*.md}',
  '.cursor/rules/**/*.{md,mdc}',
  '.{cursorrules,windsurfrules,clinerules}',
  '.clinerules/**/*.md',
  '.github/copilot-instructions.md',
  '.github/instructions/**/*.md',
];

/** Instruction files of a person, relative to the home folder. */
const AT_HOME = [
  '.claude/{CLAUDE.md,rules/**/*.md}',
  '.codex/{AGENTS,AGENTS.override}.md',
  '.gemini/GEMINI.md',
];

const MAX_LINE = 1_000;

function isFenced(): (line: string) => boolean {
  let fence = '';
  return (line) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && mark.startsWith(fence)) fence = '';
    else return fence !== '';
    return true;
  };
}

const frontMatterRows = (lines: readonly string[]): number =>
  lines[0]?.trim() === '---'
    ? lines.slice(0, 200).findIndex((line, at) => at > 0 && line.trim() === '---') + 1
    : 0;

const isSaid = (text: string): boolean =>
  /\p{L}.{2}/u.test(text) && !/^(?:#{1,6}\s|<!--|\|[\s|:-]*$|@\S+$)/.test(text);

/** What each line of an instruction file says, secrets masked; headings, code and front matter say nothing. */
export function parseInstructions(file: string, text: string): KnownElsewhere[] {
  const lines = text.split('\n');
  const skipped = frontMatterRows(lines);
  const fenced = isFenced();
  return lines.flatMap((line, at) => {
    if (fenced(line) || at < skipped) return [];
    const said = line
      .slice(0, MAX_LINE)
      .replace(/^\s{0,40}(?:[-*+•]|\d{1,3}[.)]|>)\s{1,4}/, '')
      .trim();
    return isSaid(said) ? [{ file, line: at + 1, text: redact(said).text }] : [];
  });
}

async function readUnder(root: string, globs: readonly string[], label: (file: string) => string) {
  const found = await glob([...globs], {
    cwd: root,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
  });
  const notes = await Promise.all(found.sort().map((file) => readTextFile(resolve(root, file), label(file))));
  return notes.flatMap((note) => (note ? parseInstructions(note.file, note.text) : []));
}

/**
 * What the instruction files of a project, of one of its areas, and of the person tell an agent already. Files of the
 * project are named relative to its root, those of the person by their whole path.
 */
export async function readInstructions(
  root: string,
  more: { readonly area?: string; readonly home?: string } = {},
): Promise<KnownElsewhere[]> {
  const { area, home } = more;
  const here = await readUnder(root, IN_PROJECT, (file) => file);
  const inArea = area ? await readUnder(join(root, area), IN_PROJECT, (file) => `${area}/${file}`) : [];
  const atHome = home ? await readUnder(home, AT_HOME, (file) => join(home, file)) : [];
  return [...here, ...inArea, ...atHome];
}
