import { clientOf } from '../clients/adapters.ts';
import type { Candidate } from '../domain/candidate.ts';
import type { Event } from '../domain/event.ts';
import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import { addDays, monthOf } from '../domain/time.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';
import { type Adopted, adoptKnown } from '../pipeline/adopt-known.ts';
import { foldSession, newSession } from '../pipeline/fold-session.ts';
import type { FoldContext } from '../pipeline/fold-state.ts';
import type { PlaceFinder } from '../sources/places.ts';
import { readHookTold, readSession } from '../store/facts.ts';
import type { Store } from '../store/store.ts';

/** Sessions while they are read: documents in memory, and what the rows added. */
export interface SessionReader {
  readonly docs: Map<string, SessionDoc>;
  readonly runs: Map<string, Run>;
  readonly events: Event[];
  readonly candidates: Candidate[];
  counts: { prompts: number; steps: number };
  readonly store: Store;
  readonly finder: PlaceFinder;
  /** Sessions by the keys of their rows: a row of the same key in another session is a copy that a resumed file made. */
  readonly copied: Map<string, string>;
  /** What the log holds of things that hooks told without ids, from a month on, by session; read when a client needs it. */
  told: { readonly from: string; readonly bySession: ReadonlyMap<string, readonly Event[]> } | undefined;
  /** Ids of tool uses under which rows were folded, by session and the rows' own. */
  readonly renamed: Map<string, Map<string, string>>;
}

/** A reader of nothing yet. */
export const createReader = (store: Store, finder: PlaceFinder): SessionReader => ({
  docs: new Map(),
  runs: new Map(),
  events: [],
  candidates: [],
  counts: { prompts: 0, steps: 0 },
  store,
  finder,
  copied: new Map(),
  told: undefined,
  renamed: new Map(),
});

/** Where rows come from. */
export interface RowSource {
  readonly head: SessionHead;
  /** Name of the file, for provenance. */
  readonly label: string;
}

/** Rows that are folded at once: bounds the memory that a long transcript takes. */
export const foldSize = 2000;

async function docOf(reader: SessionReader, head: SessionHead): Promise<SessionDoc> {
  const known = reader.docs.get(head.sessionId) ?? readSession(reader.store, head.sessionId);
  if (known && (known.cwd !== '' || !head.cwd)) return known;
  const { place } = await reader.finder.placeOf(head.cwd ?? '');
  const placed = head.branch === undefined ? place : { ...place, branch: head.branch, branchCertain: true };
  return known ? { ...known, cwd: head.cwd ?? '', project: place.project } : newSession(head, placed);
}

/** Key of a row that a resumed or forked file copies from another session: prompts and tool uses keep their own ids. */
function copyKey(item: TraceItem): string | undefined {
  if (item.kind === 'prompt')
    return item.promptId === undefined ? undefined : hashOf('prompt', item.promptId, item.at);
  return item.kind === 'call' ? hashOf('call', item.toolUseId) : undefined;
}

/** Leaves out rows that were read in another file of this reading already. */
function withoutCopies(reader: SessionReader, sessionId: string, items: readonly TraceItem[]): TraceItem[] {
  return items.filter((item) => {
    const key = copyKey(item);
    if (key === undefined) return true;
    const owner = reader.copied.get(key);
    if (owner !== undefined && owner !== sessionId) return false;
    reader.copied.set(key, sessionId);
    return true;
  });
}

/** What hooks told of a session without ids, as far as its rows go back. */
function toldOf(reader: SessionReader, sessionId: string, first: string): readonly Event[] {
  const from = monthOf(addDays(first, -1));
  if (reader.told === undefined || reader.told.from > from)
    reader.told = { from, bySession: readHookTold(reader.store, from) };
  return reader.told.bySession.get(sessionId) ?? [];
}

function renamedOf({ renamed }: SessionReader, sessionId: string): Map<string, string> {
  const known = renamed.get(sessionId) ?? new Map<string, string>();
  renamed.set(sessionId, known);
  return known;
}

/** Rows of a transcript under the ids by which hooks have told of them; other rows as they are. */
function underKnownIds(
  reader: SessionReader,
  { doc, items, context }: { doc: SessionDoc; items: readonly TraceItem[]; context: FoldContext },
): Adopted {
  const [first] = items;
  const isLog = context.transcript === logLabel;
  if (isLog || first === undefined || clientOf(doc.client)?.hooksNameAll) return { doc, items };
  const known = { events: toldOf(reader, doc.id, first.at), renamed: renamedOf(reader, doc.id) };
  return adoptKnown(doc, items, { known, context });
}

/** Where rows come from that no transcript told. */
export const logLabel = 'learning-log';

/** The log has no rows that tell what came first: its items are numbered after all that the session has seen. */
const inOrder = (items: readonly TraceItem[], { seen }: SessionDoc): TraceItem[] =>
  items.map((item, index) => ({ ...item, row: 2 * seen.length + index + 1 }));

/** Folds rows into their session. */
export async function foldRows(
  reader: SessionReader,
  { head, label }: RowSource,
  items: readonly TraceItem[],
): Promise<void> {
  if (head.sessionId === '' || items.length === 0) return;
  const doc = await docOf(reader, head);
  const { place } = await reader.finder.placeOf(doc.cwd);
  const own = compact({ ...place, project: doc.project, user: doc.user, branch: doc.branch ?? place.branch });
  const context = { place: own, transcript: label };
  const rows = label === logLabel ? inOrder(items, doc) : items;
  const known = underKnownIds(reader, { doc, items: rows, context });
  const folded = foldSession(known.doc, withoutCopies(reader, head.sessionId, known.items), context);
  reader.counts = {
    prompts: reader.counts.prompts + folded.doc.prompts - doc.prompts,
    steps: reader.counts.steps + folded.doc.steps - doc.steps,
  };
  reader.docs.set(doc.id, folded.doc);
  for (const run of folded.runs) reader.runs.set(run.id, run);
  reader.events.push(...folded.events);
  reader.candidates.push(...folded.candidates);
}
