import { isDict, parseJson } from '../domain/json.ts';
import { parseJsonLines } from './json-lines.ts';
import { contentHash } from './layout.ts';

/** What a line is called: its kind and id; a line without an id by all that it says. */
function nameOf(value: unknown): string {
  if (!isDict(value) || typeof value.id !== 'string') return JSON.stringify(value);
  return `${String(value.kind)} ${value.id}`;
}

/** Of two tellings of one fact the one that says more: closed, longer, and of equals always the same one. */
function saysMore(a: unknown, b: unknown): boolean {
  const rank = (value: unknown): readonly [number, number, string] => [
    isDict(value) && value.closed === true ? 1 : 0,
    isDict(value) && Array.isArray(value.steps) ? value.steps.length : 0,
    contentHash(JSON.parse(JSON.stringify(value))),
  ];
  const [one, other] = [rank(a), rank(b)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Values of a file of lines by their names; a later line of the same name renews it. */
const byName = (text: string): Map<string, unknown> =>
  new Map(parseJsonLines(text, '').rows.map(({ value }) => [nameOf(value), value]));

/**
 * Lines to append to a file of facts so that it holds those of another one as well: what it lacks, and what the other tells more of.
 * A line that cannot be read is no fact. Empty when there is nothing new.
 */
export function linesToAdd(mine: string, theirs: string): string {
  const known = byName(mine);
  const fresh = [...byName(theirs)].filter(([name, value]) => {
    const own = known.get(name);
    return own === undefined || saysMore(value, own);
  });
  return fresh.map(([, value]) => `${JSON.stringify(value)}\n`).join('');
}

/** Of two documents of one session the one that has seen more of it. */
export function fullerSession(mine: string, theirs: string): string {
  const rank = (text: string): string => {
    const value = parseJson(text);
    const steps = isDict(value) ? Number(value.steps ?? 0) + Number(value.prompts ?? 0) : 0;
    const ended = isDict(value) ? String(value.endedAt ?? '') : '';
    return `${ended} ${String(steps).padStart(9, '0')} ${contentHash(text)}`;
  };
  return rank(theirs) > rank(mine) ? theirs : mine;
}
