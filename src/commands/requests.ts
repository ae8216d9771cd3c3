import { readFileSync } from 'node:fs';
import { fail } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { type Dict, isDict } from '../domain/json.ts';

const inputLimitMs = 600_000;

function parseRequests(source: string, name: string): Dict[] {
  return source.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      if (isDict(value)) return [value];
    } catch {}
    throw fail('plumbing.input', `${name}:${index + 1}: not a JSON object`, 'one JSON object a line');
  });
}

/** The requests that a filter is to answer, one JSON object a line: of a file, else of standard input. */
export const readRequests = async (host: Host, file: string | undefined): Promise<Dict[]> =>
  file === undefined
    ? parseRequests(await host.readInput(inputLimitMs), 'stdin')
    : parseRequests(readFileSync(file, 'utf8'), file);
