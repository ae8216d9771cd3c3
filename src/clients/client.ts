import type { ClientName } from '../domain/event.ts';
import type { Result } from '../domain/failure.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import { type Dict, isDict } from '../domain/json.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';

/** Where a person's files lie: the home folder and the environment. */
export interface ClientEnv {
  readonly home: string;
  readonly vars: Readonly<Record<string, string | undefined>>;
}

/** Reads the rows of one transcript in order. */
export interface RowParser {
  /** What the rows so far say of the session; `sessionId` is empty until one names it. */
  readonly head: SessionHead;
  /** Why nothing of this transcript may be used (an agent that hebb started, a compaction helper); once set, `parse` gives nothing. */
  readonly skipReason: string | undefined;
  /**
   * What a row tells; nothing for bookkeeping, injected text and unknown shapes. Never throws. A tool use gives one
   * call and one result. After a resume they may come again: the same `toolUseId` is the same step.
   */
  parse(line: number, value: unknown): TraceItem[];
}

/** What an earlier reading of the same file knew. */
export interface ParserStart {
  readonly head?: SessionHead;
  /** Session that a sub-agent's file belongs to, by where it lies; for rows that name the sub-agent instead. */
  readonly parentSession?: string;
  /** Time for rows that carry none, ISO 8601; a later row's own time wins. */
  readonly at?: string;
}

/** Everything that differs from one agent to the next when reading what it left. */
export interface ClientAdapter {
  readonly name: ClientName;
  /** Globs of the files where the client keeps its transcripts; absolute, with `/`. */
  transcriptGlobs(env: ClientEnv): string[];
  /** False for files beside transcripts: memory, compaction helpers, resume state. */
  isTranscript(path: string): boolean;
  /** Whether a row looks like this client's. */
  isRow(value: unknown): boolean;
  createRowParser(start?: ParserStart): RowParser;
  /** What a hook payload says. Several facts for a batch, none for events that are no evidence; fails when it names no session or event. */
  parseHook(payload: Dict, receivedAt: string): Result<HookFact[]>;
}

/** The payloads of one hook file: an object, or an array of them as loggers keep. */
export function payloadsOf(value: unknown): Dict[] {
  return (Array.isArray(value) ? value : [value]).filter(isDict);
}

/** A glob below a folder whose own name is taken literally. */
export const globBelow = (folder: string, pattern: string): string =>
  `${folder.replaceAll('\\', '/').replace(/[()[\]{}!*?@+|]/g, '\\$&')}/${pattern}`;
