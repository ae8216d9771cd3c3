import { relative, resolve } from 'node:path';
import type { Health } from '../domain/consolidation-report.ts';
import type { Host } from '../domain/host.ts';
import { type Dict, isDict, type Json } from '../domain/json.ts';
import { isLive } from '../domain/memory.ts';
import type { Operation } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import type { UsageStats } from '../domain/usage.ts';
import type { Due } from '../pipeline/due.ts';
import { assessHealth } from '../pipeline/health.ts';
import { scoreAll } from '../pipeline/score-pairs.ts';
import { lastEventAt } from '../store/facts.ts';
import { lastReport } from '../store/reports.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { type JournalFeed, openJournalFeed } from './dashboard-journal.ts';
import { openWorkflows, type WorkflowFacts, type WorkflowReader } from './dashboard-workflows.ts';
import { dueOf, unprocessedEvents } from './due-inputs.ts';
import { healthExtras } from './health-extras.ts';
import { lexiconOf } from './import-inputs.ts';
import { statsOf } from './stats.ts';

/** What the views of the dashboard show. The maps of `state` follow the store: a new value of this type says that they changed. */
export interface Facts {
  readonly now: string;
  /** Folder of the home, `~` for the user's own. */
  readonly home: string;
  readonly state: State;
  readonly policy: Policy;
  /** Names of projects by id. */
  readonly projects: Readonly<Record<string, string>>;
  readonly lastRunAt: string | null;
  /** Lines that could not be read; the files relative to the home. */
  readonly problems: readonly Pick<BadLine, 'file' | 'line' | 'problem'>[];
  /** What takes longer to gather; absent in the first frame. */
  readonly more?: MoreFacts;
}

/** What takes longer than a frame to gather. */
export interface MoreFacts {
  readonly stats: ReadonlyMap<string, UsageStats>;
  /** Oldest first. */
  readonly operations: readonly Operation[];
  /** With `duplicates` null where pairs were not compared: the home is large and no run has compared them. */
  readonly health: Health;
  readonly due: Due;
  readonly unprocessed: number;
  /** When each client left its last event. */
  readonly lastEventAt: Readonly<Record<string, string>>;
  readonly workflows: WorkflowFacts;
  /** What the last consolidation that changed something did; null where there was none. */
  readonly lastReport: LastReport | null;
}

/** The last consolidation in numbers. */
export interface LastReport {
  readonly at: string;
  readonly merged: number;
  readonly promoted: number;
  readonly forgotten: number;
}

/** Reads the home for the dashboard, again and again. */
export interface FactsReader {
  /** What is there at once; takes in what others committed since. */
  read(): Facts;
  /** All of it. */
  readAll(): Promise<Facts>;
}

/** So many memories are compared with one another for the dashboard; larger homes show what the last run found. */
const comparedAtMost = 1500;

const countIn = (report: Dict, name: string): number => {
  const list = report[name];
  return Array.isArray(list) ? list.length : 0;
};

/** The numbers of a report as it was kept. */
function lastReportOf(data: Json | undefined): LastReport | null {
  if (!isDict(data) || typeof data.date !== 'string') return null;
  return {
    at: data.date,
    merged: countIn(data, 'merges'),
    promoted: countIn(data, 'promotions'),
    forgotten: countIn(data, 'forgotten'),
  };
}

/** Pairs that say the same, where comparing takes no longer than a person waits; null where it would. */
function duplicatesOf(store: Store): number | null {
  const { policy, state } = { policy: store.policy(), state: store.state() };
  const live = [...state.memories.values()].filter(isLive);
  if (live.length > comparedAtMost) return null;
  const lexicon = lexiconOf(store);
  const pairs = scoreAll(live, { above: policy.merge.mergeAbove, ...(lexicon ? { lexicon } : {}) });
  return pairs.filter(({ mergeable }) => mergeable).length;
}

/** A number that nobody counted is not told as 0. */
const uncounted = (health: Health): Health => ({
  ...health,
  indicators: health.indicators.map((one) =>
    one.name === 'duplicates'
      ? { ...one, value: null, text: 'not compared: hebb consolidate --health' }
      : one,
  ),
});

async function healthOf(input: CommandInput, store: Store, stats: MoreFacts['stats']): Promise<Health> {
  const duplicates = duplicatesOf(store);
  const extras = await healthExtras(input, store, duplicates ?? 0);
  const health = assessHealth({
    state: store.state(),
    stats,
    policy: store.policy(),
    now: input.host.now(),
    extras,
  });
  return duplicates === null ? uncounted(health) : health;
}

/** What is read again and again. */
interface Feeds {
  readonly store: Store;
  readonly journal: JournalFeed;
  readonly workflows: WorkflowReader;
}

async function gatherMore(input: CommandInput, { store, journal, workflows }: Feeds): Promise<MoreFacts> {
  const stats = statsOf(store, store.state());
  return {
    stats,
    operations: journal.operations(),
    health: await healthOf(input, store, stats),
    due: await dueOf(input, store),
    unprocessed: unprocessedEvents(store),
    lastEventAt: lastEventAt(store),
    workflows: workflows(),
    lastReport: lastReportOf(lastReport(store)?.data),
  };
}

/** A folder as a person calls it. */
const homely = (folder: string, userHome: string): string =>
  folder.startsWith(`${userHome}/`) ? `~${folder.slice(userHome.length)}` : folder;

const factsOf = (store: Store, host: Host): Facts => ({
  now: host.now(),
  home: homely(store.paths.home, host.userHome),
  state: store.state(),
  policy: store.policy(),
  projects: Object.fromEntries(Object.entries(store.home().projects).map(([id, { name }]) => [id, name])),
  lastRunAt: store.home().lastRunAt ?? null,
  problems: store.problems().map(({ file, line, problem }) => ({
    file: relative(store.paths.home, resolve(store.paths.home, file)),
    line,
    problem,
  })),
});

/** Takes in what others committed. A home that was made, or taken over, since it was opened has another journal than the one that is followed. */
function refresh(store: Store): void {
  const { machineId } = store.home();
  store.refresh();
  if (store.home().machineId !== machineId) store.reload();
}

/** Opens the home to look at it: no lock is taken, and nothing is written but what was read of runs, in `cache/`. */
export async function openFacts(input: CommandInput): Promise<FactsReader> {
  const store = await input.door.read();
  const feeds = { store, journal: openJournalFeed(store), workflows: openWorkflows(input, store) };
  let more: MoreFacts | undefined;
  let isFirst = true;
  const read = (): Facts => {
    if (!isFirst) refresh(store);
    isFirst = false;
    const facts = factsOf(store, input.host);
    return more === undefined
      ? facts
      : { ...facts, more: { ...more, operations: feeds.journal.operations() } };
  };
  return {
    read,
    readAll: async () => {
      more = await gatherMore(input, feeds);
      return read();
    },
  };
}
