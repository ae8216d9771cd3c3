import { fail } from '../domain/failure.ts';
import type { Block } from '../domain/report.ts';
import type { Run } from '../domain/run.ts';
import type { RunDigest, WorkflowRecord } from '../domain/run-digest.ts';
import { type Coverage, coverageOf } from '../pipeline/stamps.ts';
import { readRun } from '../store/run-lines.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { finderOf, findHere } from './here.ts';
import { digestsHere } from './run-digests.ts';
import { workflowsEnabled } from './workflows-enabled.ts';

/** The runs that a command looks at. */
export interface WorkflowDesk {
  readonly store: Store;
  /** Those of the project and person at hand, or all with `--all`; newest first. */
  readonly runs: readonly RunDigest[];
  /** Those of every project. */
  readonly all: readonly RunDigest[];
  readonly records: readonly WorkflowRecord[];
  readonly coverage: Coverage;
}

/** Opens the runs of the place at hand. */
export async function openWorkflowDesk(input: CommandInput): Promise<WorkflowDesk> {
  const store = await input.door.read();
  const { runs: all, records } = digestsHere(input, store);
  const coverage = coverageOf(store.state().skills.values());
  const own = hasFlag(input.options, 'all') ? all : await runsOfPlace(input, store, all);
  const runs = [...own].sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return { store, runs, all, records, coverage };
}

async function runsOfPlace(
  input: CommandInput,
  store: Store,
  runs: readonly RunDigest[],
): Promise<RunDigest[]> {
  const { place } = await findHere(input, finderOf(input, store));
  return runs.filter(
    ({ project, user }) => project === place.project.id && (user === undefined || user === place.user),
  );
}

/** Digits of an id from which its beginning may stand for it: `w-` and four more. */
const shortestPrefix = 6;

/** The run with this id, or the only one whose id begins so. */
export function findRun({ all, store }: WorkflowDesk, called: string): { digest: RunDigest; run: Run } {
  const exact = all.filter(({ id }) => id === called);
  const begun = called.length < shortestPrefix ? [] : all.filter(({ id }) => id.startsWith(called));
  const [digest, ...others] = exact.length > 0 ? exact : begun;
  const run = digest && others.length === 0 ? readRun(store, digest.place) : undefined;
  if (digest && run) return { digest, run };
  const what =
    others.length > 0 ? `${others.length + 1} runs begin with ${called}` : `no run is called ${called}`;
  throw fail('run.unknown', what, 'hebb workflows list names the newest');
}

/** What is said below every answer: that all this rests, and settings that set nothing here. */
export function deskNotes({ host }: CommandInput, store: Store): Block[] {
  const { workflows } = store.policy();
  const rests: Block[] = workflowsEnabled(host, workflows)
    ? []
    : [
        {
          kind: 'line',
          text: `Workflows are switched off by ${host.vars.HEBB_WORKFLOWS === '0' ? 'HEBB_WORKFLOWS=0' : 'workflows.enabled'}: runs are written, nothing is promoted or evaluated.`,
          tone: 'warn',
        },
      ];
  const unused = store.settings.unused.map(
    ({ key, why }): Block => ({ kind: 'line', text: `${key} sets nothing: ${why}.`, tone: 'dim' }),
  );
  return [...rests, ...unused];
}
