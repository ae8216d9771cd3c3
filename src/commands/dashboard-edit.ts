import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, unwrap } from '../domain/failure.ts';
import { requireMemory } from '../pipeline/find-memories.ts';
import { renderMemoryMarkdown } from '../sources/memory-markdown.ts';
import type { CommandInput } from './command.ts';

/** Texts in the person's editor, for a program that has the terminal. */
export interface EditDesk {
  /** What was written; undefined when it is as it was, or empty. */
  editText(text: string): Promise<string | undefined>;
  /** The file with a memory as it was edited; undefined when it is as it was. It is gone when something else is edited. */
  editMemory(id: string): Promise<string | undefined>;
}

/** `alone` runs the editor with the terminal for itself. Files lie in a folder that only this user can read, and go when the process ends. */
export function openEditDesk(
  { host, door }: Pick<CommandInput, 'host' | 'door'>,
  alone: <T>(work: () => T) => T,
): EditDesk & { close(): void } {
  let folder: string | undefined;
  const close = (): void => {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  };
  const edited = (name: string, text: string): { path: string; text: string } => {
    close();
    folder = fs.mkdtempSync(join(tmpdir(), 'hebb-edit-'));
    const path = join(folder, name);
    fs.writeFileSync(path, text, { mode: 0o600 });
    if (!alone(() => host.edit(path)))
      throw fail('edit.editor', 'no editor ran', 'set $EDITOR and start the dashboard again');
    return { path, text: fs.readFileSync(path, 'utf8') };
  };
  return {
    close,
    editText: async (text) => {
      const after = edited('text.md', `${text}\n`).text.replace(/\s+/g, ' ').trim();
      return after === '' || after === text.trim() ? undefined : after;
    },
    editMemory: async (id) => {
      const memory = unwrap(requireMemory((await door.read()).state(), id));
      const before = renderMemoryMarkdown(memory);
      const { path, text } = edited(`${memory.id}.md`, before);
      return text === before ? undefined : path;
    },
  };
}
