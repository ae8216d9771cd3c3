import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Files } from './files.ts';
import { isDocumentPath, lineFileNames } from './layout.ts';
import { fullerSession, linesToAdd } from './merge-lines.ts';
import type { Paths } from './paths.ts';

/** What holds records: they are merged one by one, and publishing writes them. */
const holdsRecords = (file: string): boolean =>
  lineFileNames.includes(file) ||
  isDocumentPath(file) ||
  /^(?:memories\/.*\.jsonl|(?:core-memory|attention)\.json|(?:extracted|imported|archive)\/[^/]*\.json)$/.test(
    file,
  ) ||
  /^(?:skills\/[^/]+\/skill|profiles\/[^/]+\/profile)\.json$/.test(file);

const isJournal = (file: string): boolean => /^(?:journal|objects)\//.test(file);

/** Files that are taken over as they are; records and journals come through the journal. */
export const isPlainFile = (file: string): boolean => !holdsRecords(file) && !isJournal(file);

const isLines = (file: string): boolean =>
  /^(?:learning-log|usage|workflows|quarantine)\/.*\.jsonl$/.test(file);

/** The log keeps its last lines. */
const logLines = 3000;

/** How a file of the other home came in. */
export type FileOutcome = 'new' | 'united' | 'same' | 'kept';

/** Where files are brought to and from. */
export interface FileMerge {
  readonly files: Files;
  readonly paths: Paths;
  readonly from: Paths;
}

/**
 * Brings one file of another home that holds no records: facts are united by their ids, of two documents of a session the fuller one
 * stays, a report that differs gets a name of its own, and of what people write (`config.yaml`, `base.md`) that of this home is kept.
 */
export function bringFile(merge: FileMerge, file: string): FileOutcome {
  const { files, paths, from } = merge;
  const path = join(paths.home, file);
  const bytes = fs.readFileSync(join(from.home, file));
  const mine = files.read(path);
  if (mine === undefined) {
    files.ensureFolder(join(path, '..'));
    files.replace(path, bytes);
    return 'new';
  }
  const theirs = bytes.toString('utf8');
  if (mine === theirs || /^\.git(?:ignore|attributes)$/.test(file)) return 'same';
  if (isLines(file)) return appendLines(files, path, linesToAdd(mine, theirs));
  if (file === 'consolidation.log')
    return replaceWith(files, path, { mine, united: unitedLog(mine, theirs) });
  if (file.startsWith('sessions/'))
    return replaceWith(files, path, { mine, united: fullerSession(mine, theirs) });
  return file.startsWith('reports/') ? keepBeside(merge, file, theirs) : 'kept';
}

function appendLines(files: Files, path: string, lines: string): FileOutcome {
  if (lines === '') return 'same';
  files.append(path, lines);
  return 'united';
}

function replaceWith(
  files: Files,
  path: string,
  { mine, united }: { readonly mine: string; readonly united: string },
): FileOutcome {
  if (mine === united) return 'same';
  files.replace(path, united);
  return 'united';
}

/** Lines of both logs, each once, in the order of time, which they begin with. */
function unitedLog(mine: string, theirs: string): string {
  const lines = [...new Set([...mine.split('\n'), ...theirs.split('\n')])].filter(Boolean).sort();
  return `${lines.slice(-logLines).join('\n')}\n`;
}

/** The next free name of the same day, unless one of them says the same. */
function keepBeside({ files, paths }: FileMerge, file: string, text: string): FileOutcome {
  const [, base = file, ending = ''] =
    /^(.*\d{4}-\d{2}-\d{2}(?:-[a-z]+)?)(?:-\d+)?(\.[^./]+)$/.exec(file) ?? [];
  for (let number = 2; ; number++) {
    const path = join(paths.home, `${base}-${number}${ending}`);
    const known = files.read(path);
    if (known === text) return 'same';
    if (known !== undefined) continue;
    files.replace(path, text);
    return 'new';
  }
}
