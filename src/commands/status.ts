import { existsSync } from 'node:fs';
import { toJson } from '../domain/json.ts';
import { isLive } from '../domain/memory.ts';
import type { Block, Report } from '../domain/report.ts';
import { isOpenReview } from '../domain/state.ts';
import type { Due } from '../pipeline/due.ts';
import { lastReport } from '../store/reports.ts';
import type { Store } from '../store/store.ts';
import type { Command } from './command.ts';
import { dueOf, unprocessedEvents } from './due-inputs.ts';

/** Numbers of a home at a glance. */
interface Glance {
  readonly memories: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly core: number;
  readonly waiting: number;
  readonly reviews: number;
  readonly unprocessed: number;
}

function glanceAt(store: Store): Glance {
  const state = store.state();
  const live = [...state.memories.values()].filter(isLive);
  const byType: Record<string, number> = {};
  for (const { entityType } of live) byType[entityType] = (byType[entityType] ?? 0) + 1;
  const { stablePatterns, preferences, beliefs } = state.core;
  return {
    memories: live.length,
    byType,
    core: [stablePatterns, preferences, beliefs].reduce(
      (sum, section) => sum + Object.keys(section ?? {}).length,
      0,
    ),
    waiting: [...state.extracted.values()].reduce((sum, { candidates }) => sum + candidates.length, 0),
    reviews: [...state.reviews.values()].filter(isOpenReview).length,
    unprocessed: unprocessedEvents(store),
  };
}

/** The one command that helps most now. */
function nextOf(glance: Glance, due: Due): string {
  if (due.due) return `hebb auto-consolidate   (${due.reasons.join('; ')})`;
  if (glance.waiting > 0) return 'hebb review   (candidates wait for you)';
  return glance.memories === 0 ? 'hebb learn "<what you know>"' : 'hebb list';
}

function rowsOf(glance: Glance, store: Store): string[][] {
  const types = Object.entries(glance.byType).sort(([, a], [, b]) => b - a);
  const last = store.home().lastRunAt;
  return [
    [
      'memories',
      `${glance.memories}${types.length > 0 ? `: ${types.map(([type, count]) => `${count} ${type}`).join(', ')}` : ''}`,
    ],
    ['core memory', String(glance.core)],
    ['candidates waiting', String(glance.waiting)],
    ['pairs to look at', String(glance.reviews)],
    ['events not yet read', String(glance.unprocessed)],
    ['last consolidation', last === undefined ? 'never' : last.slice(0, 16).replace('T', ' ')],
  ];
}

/** `hebb status`, and bare `hebb`. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.read();
  const { home } = store.paths;
  const glance = glanceAt(store);
  const due = await dueOf(input, store);
  const report = lastReport(store);
  const problems = store.problems().map(
    ({ file, line, problem }): Block => ({
      kind: 'line',
      text: `${file}:${line}: ${problem}`,
      tone: 'warn',
    }),
  );
  return {
    exit: 0,
    human: [
      {
        kind: 'title',
        text: `hebb home ${home}${existsSync(home) ? '' : ' (not there yet; the first change makes it)'}`,
      },
      { kind: 'table', head: ['', ''], rows: rowsOf(glance, store) },
      ...problems,
      ...(report ? [{ kind: 'line', text: `last report: ${report.path}`, tone: 'dim' } as const] : []),
      { kind: 'line', text: '' },
      { kind: 'line', text: `next: ${nextOf(glance, due)}` },
    ],
    data: {
      home,
      counts: toJson(glance),
      due: due.due,
      reasons: [...due.reasons],
      problems: store.problems().length,
      lastRunAt: store.home().lastRunAt ?? null,
    },
  };
};
