import type { JsonProblem } from './json-text.ts';
import {
  type FilledPlaces,
  type HookShape,
  kindOfHandler,
  SettingsFile,
  type WantedHooks,
} from './settings-file.ts';
import { type OwnHandler, settingsProblem } from './settings-tree.ts';

/** A file of settings, undefined where there is none, and what hebb filled in it. */
export interface SettingsText {
  readonly text: string | undefined;
  readonly filled: FilledPlaces;
}

/** The mark of its encoding that a file may begin with, and the rest. */
function splitMark(text: string): { readonly mark: string; readonly rest: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', rest: text.slice(1) } : { mark: '', rest: text };
}

const keyOfOwn = ({ event, kind }: OwnHandler): string => `${event} ${kind}`;

/** A command of hebb's that is wanted no longer, or stands there twice. */
function findUnwanted(file: SettingsFile, wanted: readonly WantedHooks[]): OwnHandler | undefined {
  const keys = new Set(
    wanted.flatMap(({ event, handlers }) => handlers.map((one) => `${event} ${kindOfHandler(one)}`)),
  );
  const seen = new Set<string>();
  return file.own().find((own) => {
    const key = keyOfOwn(own);
    const isSecond = seen.has(key);
    seen.add(key);
    return isSecond || !keys.has(key);
  });
}

/** What is known of a file that hebb has entries in; of any other nothing is. */
function startOf(
  { text = '', filled }: SettingsText,
  shape: HookShape,
): { file: SettingsFile; mark: string } {
  const { mark, rest } = splitMark(text);
  const known = new SettingsFile(rest, filled, shape);
  return { mark, file: known.own().length > 0 ? known : new SettingsFile(rest, {}, shape) };
}

/** What stands in the way of changing this file; undefined where nothing does. */
export const problemIn = ({ text = '' }: SettingsText): JsonProblem | undefined =>
  settingsProblem(splitMark(text).rest);

/** Whether a file, which has no problem, holds a command of hebb's. */
export const hasOwnHooks = (start: SettingsText, shape: HookShape): boolean =>
  startOf(start, shape).file.own().length > 0;

/**
 * The file with hebb's commands as they are wanted, each where it stands already, else at the end of its event. Every other byte stays. The file
 * must have no problem.
 */
export function mergeHooks(
  start: SettingsText,
  wanted: readonly WantedHooks[],
  shape: HookShape,
): SettingsText {
  const { mark, file } = startOf(start, shape);
  if (start.text === undefined) file.filled.set('file', null);
  else if (file.text.trim() === '') file.filled.set('file', file.text);
  file.prepare();
  for (let own = findUnwanted(file, wanted); own; own = findUnwanted(file, wanted)) file.remove(own);
  for (const one of wanted) file.settle(one);
  return { text: mark + file.text, filled: Object.fromEntries(file.filled) };
}

/** The file as it would be without hebb; undefined where there would be none. The file must have no problem. */
export function removeHooks(start: SettingsText, shape: HookShape): string | undefined {
  const { mark, file } = startOf(start, shape);
  if (file.own().length === 0) return start.text;
  for (let [own] = file.own(); own; [own] = file.own()) file.remove(own);
  const left = file.leave();
  return left === undefined ? undefined : mark + left;
}

/** Whether a merge changed nothing but hebb's own entries: without them, both are the same to the byte. */
export const isFaithful = (before: SettingsText, after: SettingsText, shape: HookShape): boolean =>
  problemIn(after) === undefined && removeHooks(before, shape) === removeHooks(after, shape);
