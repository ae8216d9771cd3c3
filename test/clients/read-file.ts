import { fileURLToPath } from 'node:url';
import { openTranscript, type Transcript } from '../../src/clients/transcript.ts';
import { unwrap } from '../../src/domain/failure.ts';

type Item = Transcript['items'] extends Generator<infer T> ? T : never;

/** Everything that a transcript tells, and what is known of it at the end. */
export function readAll(path: string, from?: Parameters<typeof openTranscript>[1]['from']) {
  const transcript = unwrap(openTranscript(path, { maxLineMb: 32, ...(from ? { from } : {}) }));
  const items = [...transcript.items];
  return {
    items,
    head: transcript.head(),
    skipReason: transcript.skipReason(),
    cursor: transcript.cursor(),
    of: <K extends Item['kind']>(kind: K) =>
      items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind),
  };
}

/** A file of the repository's own transcripts. */
export const fixture = (path: string): string =>
  fileURLToPath(new URL(`../../fixtures/transcripts/${path}`, import.meta.url));
