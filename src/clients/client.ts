import type { ClientName } from '../domain/event.ts';
import type { Result } from '../domain/failure.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import { type Dict, isDict } from '../domain/json.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';
import type { SessionDatabase } from './session-database.ts';

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

/** What is known before the first row: from an earlier reading of the same file, and from where it lies. */
export interface ParserStart {
  readonly head?: SessionHead;
  /** Session that a sub-agent's file belongs to, by where it lies; for rows that name the sub-agent instead. */
  readonly parentSession?: string;
  /** The file's own name, for rows that name neither session nor sub-agent. */
  readonly fileName?: string;
  /** The session's folder by where the file lies; what a row says wins. */
  readonly cwd?: string;
  /** Time for rows that carry none, ISO 8601; a later row's own time wins. */
  readonly at?: string;
}

/** Rows that later rows take back: the whole new part of a file is shown to it before any of it is read. */
export interface RowSieve {
  see(line: number, value: Dict): void;
  /** Whether what the row on this line tells still stands at the end of what was seen. */
  stands(line: number): boolean;
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
  /** Whether its hooks give every prompt and tool use the id that its transcripts give. Where they do not, the two tellings are matched by what they say. */
  readonly hooksNameAll?: true;
  /** The session that a sub-agent's file belongs to, by where it lies; undefined for a session's own file. */
  parentOf?(path: string): string | undefined;
  /** What the files of one session have in common in their paths; the path without its extension when absent. */
  familyOf?(path: string): string;
  /** The session's folder by where its file lies, for clients whose rows do not name it. May read small files beside it; never throws. */
  folderOf?(path: string): string | undefined;
  /** The rows of a value that holds a whole session; undefined for what is one row. May read the records that a session's file refers to. */
  rowsOf?(value: Dict, path: string): Dict[] | undefined;
  /** For clients that keep sessions in a database. */
  readonly database?: SessionDatabase;
  /** For clients whose later rows replace or take back earlier ones. */
  createSieve?(): RowSieve;
}

/** The payloads of one hook file: an object, or an array of them as loggers keep. */
export function payloadsOf(value: unknown): Dict[] {
  return (Array.isArray(value) ? value : [value]).filter(isDict);
}

/** A glob below a folder whose own name is taken literally. Without braces: beside them a quote in the name would be read as one. */
export const globBelow = (folder: string, pattern: string): string =>
  `${folder.replaceAll('\\', '/').replace(/[()[\]{}*?|]|^!|[!+@](?=\()/g, '\\$&')}/${pattern}`;

/** The session in whose `subagents` folder a file lies. */
export const parentBySubagents = (path: string): string | undefined =>
  /([^/\\]+)[/\\]subagents[/\\]/.exec(path)?.[1];
