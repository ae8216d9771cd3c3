import type { AddedLines } from '../domain/commit.ts';

/** A line longer than this is data or minified code; it is not read. */
const MAX_LINE = 1_000;
/** Lines of one file that are kept: enough to see what patterns a commit adds. */
const MAX_LINES = 300;

/** Every line of a patch begins with a sign or a header word, so this line can only come from git itself. */
export const patchFormat = '%x01%H';

/** Lines of a byte stream, those of a chunk at once. Latin-1 keeps every byte, so no character is split before its line is whole. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE + 1);
    yield lines;
  }
  yield [rest];
}

const decode = (line: string): string =>
  /[\x80-\xff]/.test(line) ? Buffer.from(line, 'latin1').toString() : line;

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
  inHunk: boolean;
}

const finishFile = ({ sha, path, lines }: Draft): AddedLines[] =>
  path !== '' && lines.length > 0 ? [{ sha, path, lines }] : [];

/** Takes one line in; gives the file that it ends, if it ends one. */
function addLine(draft: Draft, line: string): AddedLines[] {
  const sha = line.startsWith('\x01') ? /^\x01([0-9a-f]{40,64})$/.exec(line)?.[1] : undefined;
  if (sha !== undefined || line.startsWith('diff --git ')) {
    const done = finishFile(draft);
    Object.assign(draft, { sha: sha ?? draft.sha, path: '', lines: [], inHunk: false });
    return done;
  }
  if (line.startsWith('@@ ')) draft.inHunk = true;
  else if (!draft.inHunk && line.startsWith('+++ ')) draft.path = decode(pathIn(line));
  else if (draft.inHunk && line.startsWith('+') && line.length < MAX_LINE && draft.lines.length < MAX_LINES)
    draft.lines.push(decode(line.slice(1)));
  return [];
}

/** Added lines, a file at a time, of `git log -p -U0 --format=<patchFormat>`. */
export async function* parseAddedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<AddedLines> {
  const draft: Draft = { sha: '', path: '', lines: [], inHunk: false };
  for await (const lines of splitLines(chunks))
    for (const line of lines) for (const file of addLine(draft, line)) yield file;
  yield* finishFile(draft);
}
