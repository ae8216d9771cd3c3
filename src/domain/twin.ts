import type { Event, EventKind } from './event.ts';
import { isHookTold, isRowTold } from './told-id.ts';

/** Two tellings of one thing, by a hook and by a transcript, lie at most so far apart. */
const windowMs = 120_000;

/** The same where rows have no times of their own: the time is then that of the file. */
const untimedMs = 86_400_000;

const toolKinds: ReadonlySet<EventKind> = new Set(['edit', 'command', 'tool', 'tool-failed']);

const lastName = (path: string | undefined): string => /[^/\\]*$/.exec(path ?? '')?.[0] ?? '';

/**
 * What two tellings of one thing have in common: a prompt its text, a command its line, an edit the name of its file
 * (one teller may know the whole path, the other not), another tool its name. Undefined for what has only one teller.
 */
export function twinKey({ sessionId, kind, text, command, patch, files, tool }: Event): string | undefined {
  if (kind === 'prompt') return `${sessionId} prompt ${text}`;
  if (!toolKinds.has(kind)) return undefined;
  if (command !== undefined) return `${sessionId} command ${command}`;
  return `${sessionId} ${patch ? 'edit' : tool} ${lastName(files[0])}`;
}

const idOf = (event: Event): string | undefined =>
  event.kind === 'prompt' ? event.promptId : event.toolUseId;

/** Whether only a hook can have told of it: it has no id that the client gave. */
export const isToldByHook = (event: Event): boolean => isHookTold(idOf(event));

function isNear(event: Event, other: Event): boolean {
  const untimed = isRowTold(idOf(event)) || isRowTold(idOf(other));
  return Math.abs(Date.parse(event.at) - Date.parse(other.at)) <= (untimed ? untimedMs : windowMs);
}

/** Events that wait for their other telling. */
export interface TwinPool {
  add(event: Event): void;
  /** Takes the oldest event that is the same thing as this one, told by another: matched one to one. */
  take(event: Event): Event | undefined;
}

/** A pool of these events. Of two tellings one has no id that the client gave; prompts of both may have none. */
export function createTwinPool(events: Iterable<Event>): TwinPool {
  const byHook = new Map<string, Event[]>();
  const byClient = new Map<string, Event[]>();
  const add = (event: Event): void => {
    const key = twinKey(event);
    if (key === undefined) return;
    const pool = isToldByHook(event) ? byHook : byClient;
    const waiting = pool.get(key);
    if (waiting) waiting.push(event);
    else pool.set(key, [event]);
  };
  const takeFrom = (pool: ReadonlyMap<string, Event[]>, event: Event): Event | undefined => {
    const waiting = pool.get(twinKey(event) ?? '') ?? [];
    const at = waiting.findIndex((other) => isNear(event, other));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  for (const event of events) add(event);
  return {
    add,
    take(event) {
      const hasNone = event.kind === 'prompt' && event.promptId === undefined;
      const told = takeFrom(isToldByHook(event) ? byClient : byHook, event);
      return told ?? (hasNone ? takeFrom(byHook, event) : undefined);
    },
  };
}
