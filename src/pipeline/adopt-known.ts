import type { Event } from '../domain/event.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { TraceItem } from '../domain/trace.ts';
import { createTwinPool, isToldByHook } from '../domain/twin.ts';
import { eventOf } from './event-of.ts';
import type { FoldContext } from './fold-state.ts';

/** What hooks told of a session before its transcript is read. */
export interface KnownTellings {
  /** Logged events of the session without an id of the client's. */
  readonly events: readonly Event[];
  /** Ids of tool uses under which rows were folded so far, by the rows' own: a result may come in a later piece. */
  readonly renamed: Map<string, string>;
}

/** Rows under the ids by which they are known, and what the session has seen by that. */
export interface Adopted {
  readonly items: readonly TraceItem[];
  readonly doc: SessionDoc;
}

/** Marks in `seen` that an event has had its telling by a transcript: it is no twin of a later row. */
const toldMark = (id: string): string => `told-${id}`;

/**
 * Gives rows the ids under which hooks told of the same things, for clients whose hooks carry none of the client's: so a
 * step is one step, whether hook or transcript came first. A row that was folded under its own id before the hook's
 * telling arrived keeps it, and the hook's counts as seen.
 */
export function adoptKnown(
  doc: SessionDoc,
  items: readonly TraceItem[],
  { known, context }: { readonly known: KnownTellings; readonly context: FoldContext },
): Adopted {
  const seen = new Set(doc.seen);
  const pool = createTwinPool(known.events.filter(({ id }) => !seen.has(toldMark(id))));
  const ends = new Map(items.flatMap((item) => (item.kind === 'result' ? [[item.toolUseId, item.at]] : [])));
  const adopted = items.map((item): TraceItem => {
    if (item.kind === 'result')
      return { ...item, toolUseId: known.renamed.get(item.toolUseId) ?? item.toolUseId };
    const fact = factOf(doc, item, ends);
    if (!fact) return item;
    const event = eventOf(fact, context.place);
    const twin = pool.take(event);
    if (!twin && isToldByHook(event)) seen.add(toldMark(event.id));
    if (!twin) return item;
    seen.add(toldMark(twin.id));
    const isFolded = seen.has(event.id);
    seen.add(isFolded ? twin.id : event.id);
    return isFolded ? item : withIdOf(twin, item, known.renamed);
  });
  return { items: adopted, doc: { ...doc, seen: [...seen] } };
}

/** What a row tells, at the time at which its step ended: that is when hooks tell. */
function factOf(doc: SessionDoc, item: TraceItem, ends: ReadonlyMap<string, string>): HookFact | undefined {
  const { client, id: sessionId, cwd } = doc;
  const base = { client, sessionId, cwd, ok: 'unknown' as const };
  if (item.kind === 'prompt') return { ...base, ...item };
  if (item.kind !== 'call') return undefined;
  return { ...base, ...item, kind: 'tool', at: ends.get(item.toolUseId) ?? item.at };
}

/** A prompt without any id is known by its time. */
function withIdOf(twin: Event, item: TraceItem, renamed: Map<string, string>): TraceItem {
  if (item.kind === 'prompt') {
    const { promptId: _, ...rest } = item;
    return twin.promptId === undefined ? { ...rest, at: twin.at } : { ...item, promptId: twin.promptId };
  }
  if (item.kind !== 'call' || twin.toolUseId === undefined) return item;
  renamed.set(item.toolUseId, twin.toolUseId);
  return { ...item, toolUseId: twin.toolUseId };
}
