import { clientOf } from '../clients/adapters.ts';
import { isDocument } from '../clients/document.ts';
import { resumeCursor } from '../clients/file-cursor.ts';
import { openTranscript } from '../clients/transcript.ts';
import type { CommandInput } from './command.ts';
import {
  accountSame,
  createSource,
  labelOf,
  type Reading,
  readSources,
  type Source,
} from './transcript-source.ts';

function openSource(path: string, input: CommandInput, reading: Reading): Source | undefined {
  const { store } = reading.reader;
  const label = labelOf(path, input);
  const mark = store.home().marks[path];
  const growth = mark ? resumeCursor(path, mark.cursor) : 'new';
  if (growth === 'same') {
    accountSame(label, reading);
    return undefined;
  }
  const client = clientOf(path);
  const opened = openTranscript(path, {
    maxLineMb: store.settings.policy.capture.maxLineMb,
    ...(growth === 'appended' && mark && !isDocument(path) ? { from: mark } : {}),
    ...(client === undefined ? {} : { client }),
  });
  if (opened.ok) return createSource({ path, label, growth, transcript: opened.value });
  reading.bad.push({ file: path, line: 0, problem: opened.failure.message, text: '' });
  return undefined;
}

/** The session that a file belongs to, by where it lies: sub-agents lie near their parent's file. */
const familyOf = (path: string): string => clientOf(path)?.familyOf?.(path) ?? path.replace(/\.jsonl?$/, '');

const isSubAgent = (path: string): boolean => clientOf(path)?.parentOf?.(path) !== undefined;

/** A session's own file first, then by length and name. */
const byOwner = (a: string, b: string): number =>
  Number(isSubAgent(a)) - Number(isSubAgent(b)) || a.length - b.length || (a < b ? -1 : 1);

/** Files by session, the session's own first, in the order given. */
export function groupBySession(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const group = groups.get(familyOf(path));
    if (group) group.push(path);
    else groups.set(familyOf(path), [path]);
  }
  return [...groups.values()].map((group) => group.sort(byOwner));
}

/** Reads the new part of a session's files. */
export async function readSessionFiles(
  paths: readonly string[],
  input: CommandInput,
  reading: Reading,
): Promise<void> {
  const sources = paths.flatMap((path) => openSource(path, input, reading) ?? []);
  const own = sources.find(({ path }) => !isSubAgent(path));
  await readSources({ own, agents: sources.filter((source) => source !== own) }, reading);
}
