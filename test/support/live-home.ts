import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Memory } from '../../src/domain/memory.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import { stampOf } from '../../src/store/checkpoint.ts';
import { addUsage, readRuns, readSessions, readUsage } from '../../src/store/facts.ts';
import type { Store } from '../../src/store/store.ts';
import { memory, relation } from '../pipeline/samples.ts';
import { copyFolder, makeFolder, now, openHome } from './home.ts';

const daysAgo = (days: number): string => addDays(now, -days);

const old = (id: string, summary: string, fields: Partial<Memory> = {}): Memory =>
  memory(id, {
    summary,
    discoveredAt: daysAgo(120),
    admittedAt: daysAgo(120),
    anchoredAt: daysAgo(120),
    updatedAt: daysAgo(120),
    ...fields,
  });

/** Memories of which two merge, one is promoted, two are forgotten and one stays as it is. */
const memories: readonly Memory[] = [
  old('m-tests', 'Run the unit tests before pushing a branch', { pinned: true }),
  old('m-tests-too', 'Run unit tests before pushing branches'),
  old('m-proven', 'Keep database migrations reversible'),
  old('m-stale', 'The staging server listens on port 8081'),
  old('m-stale-too', 'Jenkins needs the legacy agent label', { discoveredAt: daysAgo(150) }),
  old('m-kept', 'Prefer composition over inheritance', { pinned: true }),
];

const uses: readonly Usage[] = Array.from({ length: 20 }, (_, at) => ({
  v: 1,
  id: `u-${at}`,
  memoryId: 'm-proven',
  kind: at % 2 === 0 ? 'applied' : 'helpful',
  at: daysAgo(20 - at / 2),
  by: 'derived',
  sessionId: `s-${at}`,
  evidence: [],
}));
const applied: readonly Usage[] = uses.map((use) => ({ ...use, id: `a-${use.id}`, kind: 'applied' }));

function seed(store: Store): void {
  const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };
  const add = (after: Memory) => changeRecord('memories', { before: null, after, reason });
  const link = relation('r-stale', 'm-stale', 'm-kept');
  store.commit({
    command: 'seed',
    plan: () => ({
      command: 'seed',
      changes: [
        ...memories.map(add),
        { ...changeRecord('relations', { before: null, after: link, reason }) },
      ],
    }),
  });
  addUsage(store, store.home().machineId, [...uses, ...applied]);
  store.publish();
}

const demo = fileURLToPath(new URL('../../fixtures/demo', import.meta.url));

/** Copies text files with the project's folder filled in. */
function lay(from: string, to: string, project: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const name of fs.readdirSync(join(demo, from))) {
    const text = fs.readFileSync(join(demo, from, name), 'utf8').replaceAll('{{project}}', project);
    fs.writeFileSync(join(to, name), text);
    fs.utimesSync(join(to, name), new Date(now), new Date(now));
  }
}

/** A home that can be laid back as it was, again and again. */
export interface LiveHome {
  readonly home: string;
  /** Puts the home back; nobody seems to have touched it. */
  reset(): void;
}

/** Stamps of copied files: the copy is as hebb left it. */
function restamp(home: string): void {
  const path = join(home, 'cache/checkpoint.json');
  if (!fs.existsSync(path)) return;
  const checkpoint: { files: Record<string, unknown> } = JSON.parse(fs.readFileSync(path, 'utf8'));
  for (const file of Object.keys(checkpoint.files)) checkpoint.files[file] = stampOf(join(home, file));
  fs.writeFileSync(path, JSON.stringify(checkpoint));
}

/** Keeps a home as it is now. */
export function keepHome(home: string): LiveHome {
  const kept = `${home}-kept`;
  copyFolder(home, kept);
  return {
    home,
    reset: () => {
      copyFolder(kept, home);
      restamp(home);
    },
  };
}

/** A home of half a year; `inputs` lays transcripts and hook payloads that no run has read. */
export async function makeLiveHome(options: { readonly inputs: boolean }): Promise<LiveHome> {
  const folder = makeFolder();
  const home = join(folder, 'home');
  seed(await openHome({ home, now: daysAgo(170), write: true }));
  if (options.inputs) {
    const project = join(folder, 'teashop');
    fs.mkdirSync(project);
    lay('spool', join(home, 'spool'), project);
    lay('transcripts/july', join(folder, '.claude/projects/-teashop'), project);
  }
  return keepHome(home);
}

/** What was observed, without the order of lines. */
export async function factsIn(home: string): Promise<Record<string, unknown>> {
  const store = await openHome({ home });
  const log = store.files
    .names(store.paths.learningLog)
    .flatMap((name) => fs.readFileSync(join(store.paths.learningLog, name), 'utf8').split('\n'));
  const ids = log.filter(Boolean).flatMap((line): string[] => {
    try {
      return [JSON.parse(line).id];
    } catch {
      return [];
    }
  });
  return {
    events: [...new Set(ids)].sort(),
    runs: readRuns(store).sort((a, b) => (a.id < b.id ? -1 : 1)),
    usage: readUsage(store)
      .map(({ id }) => id)
      .sort(),
    sessions: readSessions(store),
  };
}

/** The states of a home after each operation that the journal has more than another copy of it had. */
export async function statesBetween(
  live: LiveHome,
  stateOf: (home: string) => Promise<unknown>,
): Promise<unknown[]> {
  const { home, reset } = live;
  const journal = (): string => {
    const [machine = ''] = fs.readdirSync(join(home, 'journal'));
    return join(home, 'journal', machine);
  };
  const read = (): Record<string, string> =>
    Object.fromEntries(
      fs.readdirSync(journal()).map((name) => [name, fs.readFileSync(join(journal(), name), 'utf8')]),
    );
  const after = read();
  reset();
  const states = [await stateOf(home)];
  for (const [name, text] of Object.entries(after)) {
    const path = join(journal(), name);
    const had = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').length : 0;
    for (const line of text.slice(had).split('\n').filter(Boolean)) {
      fs.appendFileSync(path, `${line}\n`);
      states.push(await stateOf(home));
    }
  }
  return states;
}
