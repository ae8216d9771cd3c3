import { join } from 'node:path';
import { hashOf } from '../domain/identity.ts';
import { isDict, parseJson } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { FilePosition, LinePlace, WorkflowRecord } from '../domain/run-digest.ts';
import { parseRefusal, parseRun, parseShadowRecord } from './fact-records.ts';
import type { FactHome } from './facts.ts';
import { linesFrom, type RawLine } from './file-lines.ts';

/** What stands on a line of `workflows/`. */
export type WorkflowLine =
  | { readonly kind: 'run'; readonly run: Run; readonly place: LinePlace }
  | { readonly kind: 'record'; readonly record: WorkflowRecord };

/** Last bytes of what was read, whose hash tells whether the file still begins with it. */
const markBytes = 256;

/** Names of the files of `workflows/`, oldest month first. */
export const workflowFiles = ({ files, paths }: FactHome): string[] =>
  files.names(paths.workflows).filter((name) => name.endsWith('.jsonl'));

const pathOf = ({ paths }: FactHome, file: string): string => join(paths.workflows, file);

const markOf = (home: FactHome, file: string, bytes: number): string =>
  hashOf(home.files.slice(pathOf(home, file), Math.max(0, bytes - markBytes), bytes).toString('latin1'));

/** A place up to which a file is read, so that a later reading can go on from there. */
export const positionAt = (home: FactHome, file: string, bytes: number): FilePosition => ({
  inode: home.files.stamp(pathOf(home, file))?.inode ?? 0,
  bytes,
  mark: markOf(home, file, bytes),
});

/** Whether a file still begins with what was read of it: the same file, no shorter, and the same bytes before the place. */
export function isStillAt(home: FactHome, file: string, position: FilePosition): boolean {
  const stamp = home.files.stamp(pathOf(home, file));
  return (
    stamp !== undefined &&
    stamp.inode === position.inode &&
    stamp.size >= position.bytes &&
    markOf(home, file, position.bytes) === position.mark
  );
}

function parseLine(file: string, { text, offset, length }: RawLine): WorkflowLine | undefined {
  const value = parseJson(text);
  if (isDict(value) && typeof value.kind === 'string') {
    const record = value.kind === 'shadow' ? parseShadowRecord(value) : parseRefusal(value);
    return record.ok ? { kind: 'record', record: record.value } : undefined;
  }
  const run = parseRun(value);
  return run.ok ? { kind: 'run', run: run.value, place: { file, offset, length } } : undefined;
}

/** A line that was read, and where its end is. Blank, torn and damaged ones, and what is neither run nor record, have no value. */
export interface ReadLine {
  readonly line: WorkflowLine | undefined;
  /** Bytes up to the end of the line, its newline included. */
  readonly end: number;
}

/** Lines of one file of `workflows/` from a place on, one after the other. */
export function* readWorkflowLines(home: FactHome, file: string, from = 0): Generator<ReadLine> {
  for (const raw of linesFrom(home.files, pathOf(home, file), from))
    yield { line: parseLine(file, raw), end: raw.offset + raw.length + 1 };
}

/** One run, whole; undefined where its line is no longer what it was. */
export function readRun(home: FactHome, { file, offset, length }: LinePlace): Run | undefined {
  const text = home.files.slice(pathOf(home, file), offset, offset + length).toString('utf8');
  const line = parseLine(file, { text, offset, length });
  return line?.kind === 'run' ? line.run : undefined;
}
