import type { AddedLines } from '../domain/commit.ts';

/** A line longer than this is data or minified code; it is not read. */
const MAX_LINE = 1_000;
const MAX_LINES = 2_000;

/** Every line of a patch begins with a sign or a header word, so this line can only come from git itself. */
export const patchFormat = '%x01%H';

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE + 1);
    yield* lines;
  }
  yield rest;
}

/** Git quotes a name with special bytes; its ending, all that matters here, is readable without undoing that. */
const pathIn = (line: string): string =>
  line
    .slice('+++ '.length)
    .replace(/^"?b\//, '')
    .replace(/"$/, '');

interface Draft {
  sha: string;
  path: string;
  lines: string[];
}

const finishFile = ({ sha, path, lines }: Draft): AddedLines[] =>
  path !== '' && lines.length > 0 ? [{ sha, path, lines }] : [];

/** Added lines, a file at a time, of `git log -p -U0 --format=<patchFormat>`. */
export async function* parseAddedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<AddedLines> {
  let draft: Draft = { sha: '', path: '', lines: [] };
  let inHunk = false;
  for await (const line of splitLines(chunks)) {
    const sha = /^\x01([0-9a-f]{40,64})$/.exec(line)?.[1];
    if (sha !== undefined || line.startsWith('diff --git ')) {
      yield* finishFile(draft);
      draft = { sha: sha ?? draft.sha, path: '', lines: [] };
      inHunk = false;
    } else if (line.startsWith('@@ ')) inHunk = true;
    else if (!inHunk && line.startsWith('+++ ')) draft.path = pathIn(line);
    else if (inHunk && line.startsWith('+') && line.length < MAX_LINE && draft.lines.length < MAX_LINES)
      draft.lines.push(line.slice(1));
  }
  yield* finishFile(draft);
}
