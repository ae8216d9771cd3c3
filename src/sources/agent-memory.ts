import { join, relative } from 'node:path';
import glob from 'fast-glob';
import type { AgentMemoryFile, NoteFile } from '../domain/note.ts';
import { parseFrontMatter } from './front-matter.ts';
import { readTextFile } from './text-file.ts';

/** What the memory folders of a client hold, and which files could not be understood. */
export interface AgentMemory {
  readonly files: readonly AgentMemoryFile[];
  readonly unreadable: readonly string[];
}

const TYPES = ['user', 'feedback', 'project', 'reference'] as const;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Front matter may keep its type under `metadata`. */
function typeIn(data: Readonly<Record<string, unknown>>): AgentMemoryFile['type'] {
  const metadata = data.metadata;
  const nested =
    typeof metadata === 'object' && metadata !== null && 'type' in metadata ? metadata.type : undefined;
  return TYPES.find((type) => type === (data.type ?? nested));
}

/** A memory file without its front matter; undefined when the front matter is damaged or a program. */
export function parseAgentMemory(note: NoteFile, slug: string): AgentMemoryFile | undefined {
  const parsed = parseFrontMatter(note.text, note.file);
  if (!parsed.ok) return undefined;
  const { data, content } = parsed.value;
  const description = textOf(data.description);
  const type = typeIn(data);
  const before = note.text.slice(0, Math.max(0, note.text.lastIndexOf(content)));
  return {
    ...note,
    text: content,
    slug,
    rowsBefore: before.split('\n').length - 1,
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The folder name that Claude Code makes of a path; not reversible, so paths are compared by it. */
export const claudeSlug = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/**
 * Claude Code's own memory: `projects/<slug>/memory/*.md` under its config folder. What hebb itself exported there
 * (`hebb.md`) is never read back.
 */
export async function readAgentMemory(configDir: string): Promise<AgentMemory> {
  const found = await glob('projects/*/memory/**/*.md', {
    cwd: configDir,
    followSymbolicLinks: false,
    suppressErrors: true,
    ignore: ['**/hebb.md'],
  });
  const files: AgentMemoryFile[] = [];
  const unreadable: string[] = [];
  for (const name of found.sort()) {
    const path = join(configDir, name);
    const note = await readTextFile(path, path);
    const parsed = note && parseAgentMemory(note, relative('projects', name).split(/[\\/]/)[0] ?? '');
    if (parsed) files.push(parsed);
    else unreadable.push(path);
  }
  return { files, unreadable };
}
