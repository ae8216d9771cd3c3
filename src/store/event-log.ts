import { join } from 'node:path';
import type { Event } from '../domain/event.ts';
import { type Dict, parseDict, stringAt } from '../domain/json.ts';
import { addDays, monthOf } from '../domain/time.ts';
import { isHookTold } from '../domain/told-id.ts';
import { createTwinPool } from '../domain/twin.ts';
import { appendByMonth, type FactHome, type LogSizes, logMonths, logSizes, parseEvents } from './facts.ts';
import { linesFrom } from './file-lines.ts';

/** The learning log while transcripts are read: events are added piece by piece, and of what it holds only ids are kept in memory. */
export interface EventLog {
  /** Appends the events of transcripts that it does not hold yet. */
  add(events: readonly Event[]): void;
  /** Where it ended when it was opened: what stands behind that was added meanwhile. */
  readonly opened: LogSizes;
  /** How far it counts as read, when it was read up to `read`: what was added here counts as well, unless another process wrote in between. */
  readAfter(read: LogSizes): LogSizes;
}

/** What is known of one month: how far it was read, and whether another process wrote to it since it was opened. */
interface Month {
  bytes: number;
  isForeign: boolean;
}

/** Opens the log to add to it. */
export function openEventLog(home: FactHome): EventLog {
  const opened = logSizes(home);
  const ids = new Set<string>();
  const twins = createTwinPool([]);
  const months = new Map<string, Month>();

  /** Reads what a month holds that was not read yet. Only what a transcript may tell again is kept whole. */
  const learn = (name: string): Month => {
    const month = months.get(name) ?? { bytes: 0, isForeign: false };
    const path = join(home.paths.learningLog, name);
    const size = home.files.stamp(path)?.size ?? 0;
    if (months.has(name) ? size !== month.bytes : size !== (opened[name] ?? 0)) month.isForeign = true;
    if (size > month.bytes)
      for (const { text } of linesFrom(home.files, path, month.bytes)) learnLine(text, name);
    months.set(name, month);
    return Object.assign(month, { bytes: size });
  };
  const learnLine = (text: string, name: string): void => {
    const line = parseDict(text) ?? {};
    const id = stringAt(line, 'id');
    if (id === undefined || ids.has(id)) return;
    ids.add(id);
    if (isToldAgain(line)) for (const event of parseEvents(text, name)) twins.add(event);
  };
  const isNew = (event: Event): boolean => {
    if (ids.has(event.id)) return false;
    ids.add(event.id);
    if (twins.take(event)) return false;
    if (event.kind === 'prompt' && event.promptId !== undefined) twins.add(event);
    return true;
  };
  return {
    opened,
    add(events) {
      const touched = new Set(events.flatMap(({ at }) => [monthOf(at), monthOf(addDays(at, -1))]));
      for (const month of touched) learn(`${month}.jsonl`);
      appendByMonth(home, home.paths.learningLog, events.filter(isNew), ({ at }) => at);
      for (const name of touched) {
        const month = months.get(`${name}.jsonl`);
        const path = join(home.paths.learningLog, `${name}.jsonl`);
        if (month) month.bytes = home.files.stamp(path)?.size ?? 0;
      }
    },
    readAfter: (read) =>
      Object.fromEntries(
        logMonths(home).map((name) => {
          const { bytes, isForeign } = months.get(name) ?? { bytes: opened[name] ?? 0, isForeign: false };
          const wasRead = (read[name] ?? 0) === (opened[name] ?? 0);
          return [name, wasRead && !isForeign ? bytes : (read[name] ?? 0)];
        }),
      ),
  };
}

/** A transcript tells again what hooks told without an id, and a prompt that may have had none. */
const isToldAgain = (line: Dict): boolean =>
  line.kind === 'prompt' || isHookTold(stringAt(line, 'toolUseId'));
