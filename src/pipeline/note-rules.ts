import data from '../../templates/notes.yaml';
import { type Dict, isDict, stringsAt } from '../domain/json.ts';

const rules: Dict = isDict(data) ? data : {};
const anyOf = (key: string): RegExp => new RegExp(stringsAt(rules, key).join('|'), 'iu');

const learnings = anyOf('learnings');
const progress = anyOf('progress');
const status = anyOf('status');

/** True for a heading or label under which learnings stand. */
export const isLearningHeading = (heading: string): boolean => learnings.test(heading.slice(0, 200));

/** True for a heading under which the state of the work stands. */
export const isProgressHeading = (heading: string): boolean => progress.test(heading.slice(0, 200));

/** True for a line that tells where the work stands: ticked, percentages, "done", story numbers. */
export const isStatus = (line: string): boolean => status.test(line.trim().slice(0, 500));

const keysAt = (key: string): ReadonlySet<string> => new Set(stringsAt(rules, key));
const learningKeys = keysAt('jsonLearnings');
const noteKeys = keysAt('jsonNotes');
const plainKey = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '');

/** What the texts under a key of a JSON note are: learnings, notes in which one may stand, or neither. */
export function jsonKeyKind(key: string): 'learnings' | 'notes' | undefined {
  if (learningKeys.has(plainKey(key))) return 'learnings';
  return noteKeys.has(plainKey(key)) ? 'notes' : undefined;
}
