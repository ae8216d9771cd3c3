import type { Commit, FileChange } from '../domain/commit.ts';
import { parseTime } from '../domain/time.ts';

/** Longest token that is kept; what is beyond it is not read. */
const MAX_TOKEN = 65_536;
const MAX_BODY = 4_000;

/**
 * Fields end in NUL, which git allows neither in names nor in messages, so no text can forge a field. A record begins
 * where a status letter is expected and \x01 with an object name stands.
 */
export const commitFormat = '%x01%H%x00%an%x00%ae%x00%aI%x00%s%x00%b';

/**
 * Parts of a byte stream between NUL bytes, those of a chunk at once; decoded leniently: bytes that are not UTF-8 become
 * U+FFFD. A chunk is cut at its last NUL, so no character is ever split.
 */
export async function* splitAtNul(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0);
    const whole = end < 0 ? undefined : Buffer.concat([rest, chunk.subarray(0, end)]);
    if (whole) yield whole.toString().split('\0');
    if (whole) rest = Buffer.from(chunk.subarray(end + 1));
    else if (rest.length < MAX_TOKEN) rest = Buffer.concat([rest, chunk]);
  }
  if (rest.length > 0) yield [rest.toString()];
}

interface Draft {
  readonly fields: string[];
  readonly files: FileChange[];
  status?: string | undefined;
}

function finishCommit({ fields, files }: Draft): Commit | undefined {
  const [sha, author, email, at, subject, body] = fields;
  if (sha === undefined || body === undefined) return undefined;
  return {
    sha,
    author: author ?? '',
    email: (email ?? '').toLowerCase(),
    at: parseTime(at) ?? new Date(0).toISOString(),
    subject: (subject ?? '').trim().slice(0, MAX_BODY),
    body: body.trim().slice(0, MAX_BODY),
    files,
  };
}

/** One token into a draft: a field while fields are missing, then status and path in turn. */
function addToken(draft: Draft, token: string): void {
  if (draft.fields.length < 6) draft.fields.push(token);
  else if (draft.status !== undefined) {
    draft.files.push({ status: draft.status, path: token });
    draft.status = undefined;
  } else if (/^\n?[A-Z]\d{0,3}$/.test(token)) draft.status = token.trim().charAt(0);
}

const RECORD = /^\n?\x01([0-9a-f]{40}(?:[0-9a-f]{24})?)$/;

/** The object name in the token that begins a record; most tokens are told apart by their first characters. */
const shaIn = (token: string): string | undefined =>
  token.lastIndexOf('\x01', 1) < 0 ? undefined : RECORD.exec(token)?.[1];

const startsRecord = (draft: Draft | undefined): boolean =>
  draft === undefined || (draft.fields.length >= 6 && draft.status === undefined);

/** Commits of `git log -z --name-status --format=<commitFormat>`, newest first as git prints them; memory stays constant. */
export async function* parseCommits(chunks: AsyncIterable<Buffer>): AsyncGenerator<Commit> {
  let draft: Draft | undefined;
  for await (const tokens of splitAtNul(chunks))
    for (const token of tokens) {
      const sha = startsRecord(draft) ? shaIn(token) : undefined;
      if (sha === undefined) {
        if (draft) addToken(draft, token);
        continue;
      }
      const done = draft && finishCommit(draft);
      if (done) yield done;
      draft = { fields: [sha], files: [] };
    }
  const last = draft && finishCommit(draft);
  if (last) yield last;
}
