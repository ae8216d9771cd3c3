import type { BadLine } from '../domain/trace.ts';
import { readIfThere } from './reading.ts';

/** What a file of JSON lines holds: values with their 1-based line, and what could not be read. */
export interface JsonLines {
  readonly rows: readonly { readonly line: number; readonly value: unknown }[];
  readonly bad: readonly BadLine[];
}

const nothing: JsonLines = { rows: [], bad: [] };

/** Parses text as JSON lines. Blank lines are skipped; a torn or damaged one is set aside and the rest goes on. */
export function parseJsonLines(text: string, file: string): JsonLines {
  const rows: { line: number; value: unknown }[] = [];
  const bad: BadLine[] = [];
  let line = 0;
  for (const raw of text.split('\n')) {
    line++;
    if (raw.trim() === '') continue;
    try {
      rows.push({ line, value: JSON.parse(raw) });
    } catch (error) {
      bad.push({ file, line, problem: error instanceof Error ? error.message : 'not JSON', text: raw });
    }
  }
  return { rows, bad };
}

/** Reads a file of JSON lines; a missing one is empty. */
export function readJsonLines(path: string): JsonLines {
  const text = readIfThere(path);
  return text === undefined ? nothing : parseJsonLines(text, path);
}
