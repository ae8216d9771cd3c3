import { type Dict, dictsAt, stringAt, stringsAt } from '../domain/json.ts';
import { commandRules } from './command-rules.ts';

/** What an edit puts into one file and takes out of it. */
export interface FileEdit {
  readonly file: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lines of one edit that are looked at. */
const MAX_LINES = 5_000;

const PATCH_FILE = /^\*{3} (?:Add|Update|Delete) File: (.{1,1000})$|^\*{3} Move to: (.{1,1000})$/;

/** The command line that a tool runs, whatever the client calls it. An argument list (`["bash", "-lc", "…"]`) is joined. */
export function commandLine(input: Dict): string | undefined {
  const line = stringAt(input, 'command') ?? stringAt(input, 'cmd');
  const words = stringsAt(input, 'command');
  if (line !== undefined || words.length === 0) return isPatch(line) ? undefined : line;
  const last = words.at(-1) ?? '';
  if (isPatch(last)) return undefined;
  return words.length === 3 && /^-\w{0,3}c$/.test(words[1] ?? '') ? last : words.join(' ');
}

const isPatch = (text: string | undefined): boolean =>
  text?.trimStart().startsWith('*** Begin Patch') ?? false;

/** The text of an `apply_patch` call: its own field, the command, or the last word of it. */
function patchOf(input: Dict): string | undefined {
  const texts = [
    stringAt(input, 'input'),
    stringAt(input, 'patch'),
    stringAt(input, 'command'),
    stringsAt(input, 'command').at(-1),
  ];
  return texts.find(isPatch);
}

/** Whether a call changes files by its own kind; a command that does so is not seen as an edit. */
export const isEdit = (tool: string, input: Dict): boolean =>
  commandRules.editTools.has(tool.toLowerCase()) || patchOf(input) !== undefined;

const pathOf = (input: Dict): string | undefined =>
  ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path', 'filename']
    .map((key) => stringAt(input, key))
    .find((path) => path !== undefined && path !== '');

/** The path as seen from the working directory, with `/`; a path elsewhere stays as it is. */
export function relativePath(path: string, cwd: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '');
  const root = cwd.replaceAll('\\', '/').replace(/\/$/, '');
  return root !== '' && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n', MAX_LINES));

/** Lines of `text` that `other` has not, counted. */
function linesWithout(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of linesOf(other)) left.set(line, (left.get(line) ?? 0) + 1);
  return linesOf(text).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function editPart(file: string, input: Dict): FileEdit {
  const after =
    ['new_string', 'newString', 'new_str', 'content', 'file_text', 'new_source', 'insert_text']
      .map((key) => stringAt(input, key))
      .find(isText) ?? '';
  const before = ['old_string', 'oldString', 'old_str'].map((key) => stringAt(input, key)).find(isText) ?? '';
  return { file, added: linesWithout(after, before), removed: linesWithout(before, after) };
}

const isText = (text: string | undefined): text is string => text !== undefined;

function patchEdits(patch: string): FileEdit[] {
  const edits: { file: string; added: string[]; removed: string[] }[] = [];
  for (const line of linesOf(patch)) {
    const [, named, moved] = PATCH_FILE.exec(line) ?? [];
    const file = named ?? moved;
    const current = edits.at(-1);
    if (file !== undefined) edits.push({ file: file.trim(), added: [], removed: [] });
    else if (line.startsWith('+')) current?.added.push(line.slice(1));
    else if (line.startsWith('-')) current?.removed.push(line.slice(1));
  }
  return edits;
}

/** The changes that an edit call asks for, one entry a file, paths as written. Empty for other calls. */
export function editsOf(tool: string, input: Dict): FileEdit[] {
  if (!isEdit(tool, input)) return [];
  const patch = patchOf(input);
  if (patch !== undefined) return patchEdits(patch);
  const file = pathOf(input);
  if (file === undefined) return [];
  const parts = dictsAt(input, 'edits');
  return (parts.length > 0 ? parts : [input]).map((part) => editPart(file, part));
}

/** The files that a call names, each once, as seen from the working directory. */
export function filesOf(tool: string, input: Dict, cwd: string): string[] {
  const named = pathOf(input);
  const plain = named !== undefined && (isEdit(tool, input) || /\.\w{1,12}$/.test(named)) ? [named] : [];
  const paths = [...editsOf(tool, input).map(({ file }) => file), ...plain, ...stringsAt(input, 'files')];
  return [...new Set(paths.map((path) => relativePath(path, cwd)))];
}
