import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Memory, Relation } from '../../src/domain/memory.ts';
import type { Run } from '../../src/domain/run.ts';
import type { SessionDoc } from '../../src/domain/session.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { newSession } from '../../src/pipeline/fold-session.ts';
import { changeRecord } from '../../src/pipeline/record-changes.ts';
import { addRuns, addUsage, readUsage, writeSession } from '../../src/store/facts.ts';
import { makeFolder, openHome } from '../support/home.ts';

/** What lies in a home from the start. */
export interface Seed {
  readonly memories?: readonly Memory[];
  readonly relations?: readonly Relation[];
  readonly runs?: readonly Run[];
  readonly usage?: readonly Usage[];
  readonly beliefs?: Readonly<Record<string, string>>;
}

const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };

const docOf = ({ sessionId, client, project, createdAt }: Run): SessionDoc => ({
  ...newSession(
    { client, sessionId, cwd: '/' },
    { project: { id: project, name: project }, user: 'ada', branchCertain: false },
  ),
  startedAt: createdAt,
  endedAt: createdAt,
});

/** A home that holds this. */
export async function seedHome({
  memories = [],
  relations = [],
  runs = [],
  usage = [],
  beliefs = {},
}: Seed): Promise<string> {
  const home = join(makeFolder(), 'home');
  const store = await openHome({ home, write: true });
  const add = (name: 'memories' | 'relations') => (after: Memory | Relation) =>
    changeRecord(name, { before: null, after, reason });
  store.commit({
    command: 'seed',
    plan: () => ({
      command: 'seed',
      changes: [
        ...memories.map(add('memories')),
        ...relations.map(add('relations')),
        ...Object.entries(beliefs).map(([key, after]) => ({
          target: `core/beliefs/${key}`,
          before: null,
          after,
          reason,
        })),
      ],
    }),
  });
  store.publish();
  await addFacts(home, { runs, usage });
  return home;
}

/** Adds what was observed: runs with their sessions, and usage. */
export async function addFacts(
  home: string,
  { runs = [], usage = [] }: Pick<Seed, 'runs' | 'usage'>,
): Promise<void> {
  const store = await openHome({ home, write: true });
  addRuns(store, runs);
  addUsage(store, store.home().machineId, usage);
  for (const run of runs) writeSession(store, docOf(run));
}

/** All usage in a home. */
export const usageIn = async (home: string): Promise<Usage[]> => readUsage(await openHome({ home }));

/** Public transcripts beside the project, where they exist. */
export const publicTranscripts = fileURLToPath(
  new URL('../../../shared/data/claude-transcripts', import.meta.url),
);
