import { resolve } from 'node:path';
import glob from 'fast-glob';
import type { NoteFile } from '../domain/note.ts';
import { readTextFile } from './text-file.ts';

/** Short-term memory that agents keep in a project, relative to its root; `sources.notes` names others. */
export const defaultNotes: readonly string[] = [
  '{progress,progress-summary,progress-notes,learnings,lessons,lessons-learned,activity,handoff,scratchpad}.{md,txt}',
  '{prd,progress,feature_list}.json',
  '{.agent,.agents,.ralph,scripts/ralph,tasks,memory-bank}/{progress,progress-summary,learnings,lessons,activity}.{md,txt}',
  '{.agent,.agents,.ralph,scripts/ralph,tasks}/prd.json',
];

/** The notes of a project, by name; what cannot be read is left out. Globs are relative to the root, or absolute. */
export async function readNotes(root: string, globs: readonly string[] = defaultNotes): Promise<NoteFile[]> {
  const found = await glob([...globs], {
    cwd: root,
    dot: true,
    caseSensitiveMatch: false,
    followSymbolicLinks: false,
    suppressErrors: true,
    unique: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  const files = await Promise.all(found.sort().map((file) => readTextFile(resolve(root, file), file)));
  return files.filter((file) => file !== undefined);
}
