import { booleanAt, type Dict, dictsAt, stringAt, stringsAt } from '../../domain/json.ts';

/** Lines that the person took out of the agent's edit, and lines put in. */
export interface Correction {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** At most this many lines of each side are told. */
const maxLines = 20;

/**
 * The difference between the edit that the agent asked for and what stands after the person changed it. The agent's
 * edit is replayed on the old side of the patch, so that unchanged lines and edits inside a line compare right.
 * Undefined when the two do not differ.
 */
export function correctionOf(input: Dict, response: Dict): Correction | undefined {
  const patch = sidesOf(response);
  const stands = patch.after ?? stringAt(response, 'content') ?? stringAt(response, 'newString');
  const asked = stringAt(input, 'content') ?? replay(patch.before, editsOf(input));
  if (stands === undefined) return undefined;
  const whole = input.content === undefined ? stands : (stringAt(response, 'content') ?? stands);
  const removed = linesWithout(asked, whole);
  const added = linesWithout(whole, asked);
  return removed.length + added.length > 0 ? { removed, added } : undefined;
}

interface EditPart {
  readonly before: string;
  readonly after: string;
}

function editsOf(input: Dict): EditPart[] {
  const parts = input.edits === undefined ? [input] : dictsAt(input, 'edits');
  return parts.map((part) => ({
    before: stringAt(part, 'old_string') ?? '',
    after: stringAt(part, 'new_string') ?? '',
  }));
}

/** Old and new text of all hunks; undefined where the response has no patch. */
function sidesOf(response: Dict): { before: string; after: string | undefined } {
  const lines = dictsAt(response, 'structuredPatch').flatMap((hunk) => stringsAt(hunk, 'lines'));
  const side = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return { before: side('-'), after: lines.length > 0 ? side('+') : undefined };
}

/** The agent's edits on the old text; where one does not apply, only its new text counts. */
function replay(before: string, edits: readonly EditPart[]): string {
  const applied = edits.reduce(
    (text, edit) => (edit.before === '' ? text : text.replaceAll(edit.before, () => edit.after)),
    before,
  );
  const applies = edits.some((edit) => edit.before !== '' && before.includes(edit.before));
  return applies ? applied : edits.map((edit) => edit.after).join('\n');
}

/** Lines of `text` that `other` has not, counted: a line twice here and once there is left once. Blank lines do not count. */
function linesWithout(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of other.split('\n')) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const rest = text.split('\n').filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count <= 0 && line.trim() !== '';
  });
  return rest.slice(0, maxLines).map((line) => line.trim());
}

/** Whether a tool's answer says that the person changed the edit before it was made. */
export const isUserModified = (response: Dict): boolean => booleanAt(response, 'userModified') === true;
