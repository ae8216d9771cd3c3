import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { FileCursor } from '../domain/cursor.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { compact } from '../domain/json.ts';
import type { BadLine, SessionHead, TraceItem } from '../domain/trace.ts';
import { clientOf, clientOfRow } from './adapters.ts';
import type { ClientAdapter, RowParser } from './client.ts';
import type { LineLimits } from './lines.ts';
import { type RowOrBad, readRows } from './rows.ts';

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

const unreadable = (path: string, why: string): Result<never> =>
  failed('transcript-unreadable', `${path}: ${why}`, 'check the path and its permissions');

function readTranscript(path: string, options: TranscriptOptions, at: string): Transcript {
  const reader = readRows(path, options.from?.cursor, options);
  const known = options.client ?? (options.from && clientOf(options.from.head.client));
  const choose = (value: unknown): RowParser | undefined =>
    (known ?? clientOfRow(value))?.createRowParser({ at, ...startOf(path, options) });
  let parser = known && choose(undefined);
  function* items(): Transcript['items'] {
    for (const item of reader.rows) {
      parser ??= 'row' in item ? choose(item.row.value) : undefined;
      yield* itemsOf(item, parser);
    }
  }
  return {
    items: items(),
    head: () => parser && namedHead(parser.head, path),
    skipReason: () => parser?.skipReason,
    cursor: reader.cursor,
  };
}

/** A sub-agent's file lies in `<session>/subagents/`. */
function startOf(path: string, { from }: TranscriptOptions) {
  const parentSession = /([^/\\]+)[/\\]subagents[/\\]/.exec(path)?.[1];
  return compact({ head: from?.head, parentSession });
}

/** Where no row names the session, its file does. */
const namedHead = (head: SessionHead, path: string): SessionHead =>
  head.sessionId === '' ? { ...head, sessionId: basename(path, '.jsonl') } : head;

function itemsOf(item: RowOrBad, parser: RowParser | undefined) {
  if ('bad' in item) return [{ kind: 'bad' as const, bad: item.bad }];
  return parser?.parse(item.row.line, item.row.value) ?? [];
}
