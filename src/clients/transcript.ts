import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { FileCursor } from '../domain/cursor.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { compact, type Dict } from '../domain/json.ts';
import type { BadLine, SessionHead, TraceItem } from '../domain/trace.ts';
import { clientOf, clientOfRow } from './adapters.ts';
import type { ClientAdapter, ParserStart, RowParser } from './client.ts';
import { isDocument, readDocument } from './document.ts';
import type { LineLimits } from './lines.ts';
import { type Row, readRows } from './rows.ts';

/** How to read a transcript. */
export interface TranscriptOptions extends LineLimits {
  /** From where to go on, with the head that was known there. */
  readonly from?: { readonly cursor: FileCursor; readonly head: SessionHead };
  /** The client, when the caller knows it; else the rows tell. */
  readonly client?: ClientAdapter;
}

/** A transcript that is being read. Everything but `items` is final when `items` has ended. */
export interface Transcript {
  /** What it tells, in the order of its rows; lines that cannot be read come as `bad`. */
  readonly items: Generator<TraceItem | { readonly kind: 'bad'; readonly bad: BadLine }>;
  /** Undefined when no row was like any client's. */
  head(): SessionHead | undefined;
  /** Why nothing of it may be used. */
  skipReason(): string | undefined;
  cursor(): FileCursor | undefined;
}

/** Opens a transcript of whatever client. Fails for what is no readable file, and for compressed ones. */
export function openTranscript(path: string, options: TranscriptOptions): Result<Transcript> {
  if (path.endsWith('.zst')) return compressed(path);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return unreadable(path, 'is not a file');
    return success(readTranscript(path, options, stat.mtime.toISOString()));
  } catch (error) {
    return unreadable(path, error instanceof Error ? error.message : 'cannot be read');
  }
}

const compressed = (path: string): Result<never> =>
  failed('transcript-compressed', `${path} is compressed`, `unpack it first: \`zstd -d --keep ${path}\``);

/** What is said of a file whose rows no client writes that hebb knows. */
export const unknownFormat = 'no agent that hebb knows writes such rows';

const unreadable = (path: string, why: string): Result<never> =>
  failed('transcript-unreadable', `${path}: ${why}`, 'check the path and its permissions');

function readTranscript(path: string, options: TranscriptOptions, at: string): Transcript {
  const reader = isDocument(path)
    ? readDocument(path, options)
    : readRows(path, options.from?.cursor, options);
  const rows = createRowTeller(path, options, at);
  function* items(): Transcript['items'] {
    for (const item of reader.rows)
      if ('bad' in item) yield { kind: 'bad', bad: item.bad };
      else yield* rows.tell(item.row);
  }
  return {
    items: items(),
    head: () => rows.parser() && namedHead(rows.parser()?.head, path),
    skipReason: () => (rows.isUnknown() ? unknownFormat : rows.parser()?.skipReason),
    cursor: reader.cursor,
  };
}

/** What rows tell, once one of them has told whose they are. */
function createRowTeller(path: string, options: TranscriptOptions, at: string) {
  const known = options.client ?? (options.from && clientOf(options.from.head.client));
  let reading = known && openReading(known, path, { at, ...options });
  let foreign = 0;
  return {
    parser: () => reading?.parser,
    isUnknown: () => reading === undefined && foreign > 0,
    tell({ line, value }: Row): TraceItem[] {
      const client = reading ? undefined : clientOfRow(value);
      if (client) reading = openReading(client, path, { at, ...options });
      if (!reading) foreign += 1;
      return reading?.stands(line)
        ? reading.rowsOf(value).flatMap((row, index) => reading?.parser.parse(line + index, row) ?? [])
        : [];
    },
  };
}

/** A file that is read as this client's. */
interface ClientReading {
  readonly parser: RowParser;
  readonly rowsOf: (value: Dict) => readonly Dict[];
  readonly stands: (line: number) => boolean;
}

function openReading(
  client: ClientAdapter,
  path: string,
  options: TranscriptOptions & { readonly at: string },
): ClientReading {
  const sieve = isDocument(path) ? undefined : client.createSieve?.();
  if (sieve)
    for (const item of readRows(path, options.from?.cursor, options).rows)
      if ('row' in item) sieve.see(item.row.line, item.row.value);
  return {
    parser: client.createRowParser(startOf(client, path, options)),
    rowsOf: (value) => client.rowsOf?.(value, path) ?? [value],
    stands: (line) => sieve?.stands(line) ?? true,
  };
}

function startOf(
  client: ClientAdapter,
  path: string,
  { from, at }: TranscriptOptions & { readonly at: string },
): ParserStart {
  return compact({
    at,
    head: from?.head,
    parentSession: client.parentOf?.(path),
    fileName: basename(path, extname(path)),
    cwd: from ? undefined : client.folderOf?.(path),
  });
}

/** Where no row names the session, its file does. */
const namedHead = (head: SessionHead | undefined, path: string): SessionHead | undefined =>
  head?.sessionId === '' ? { ...head, sessionId: basename(path, extname(path)) } : head;
