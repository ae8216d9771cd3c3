import type { Memory } from '../domain/memory.ts';
import type { Block } from '../domain/report.ts';
import type { Run, Step } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { Usage } from '../domain/usage.ts';

/** One session looked back on: what worked, what did not, and which memories took part. */
export interface SessionReflection {
  readonly sessionId: string;
  readonly client: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly runs: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly failures: readonly { readonly query: string; readonly why: string }[];
  /** Errors that nothing fixed before the session ended. */
  readonly openErrors: readonly string[];
  readonly used: readonly { readonly id: string; readonly summary: string; readonly kind: string }[];
}

/** What a reflection on a session is made from. */
export interface ReflectInput {
  readonly doc: SessionDoc;
  /** Runs of this session. */
  readonly runs: readonly Run[];
  readonly usages: readonly Usage[];
  readonly memories: ReadonlyMap<string, Memory>;
}

/** Why a run failed: its last failed step, else what decided that it failed. */
export const whyRunFailed = (run: Run): string => {
  const failed: Step | undefined = run.steps
    .filter(({ ok, transient, refused }) => ok === false && !transient && !refused)
    .at(-1);
  return failed ? `${failed.shape}: ${failed.errorText ?? 'failed'}` : run.outcomeSource;
};

/** Looks back on one session. */
export function reflectSession({ doc, runs, usages, memories }: ReflectInput): SessionReflection {
  const count = (outcome: Run['outcome']): number => runs.filter((run) => run.outcome === outcome).length;
  return {
    sessionId: doc.id,
    client: doc.client,
    startedAt: doc.startedAt,
    endedAt: doc.endedAt,
    runs: runs.length,
    succeeded: count('success'),
    failed: count('failure'),
    unknown: count('unknown'),
    failures: runs
      .filter(({ outcome }) => outcome === 'failure')
      .map((run) => ({ query: run.query, why: whyRunFailed(run) })),
    openErrors: doc.openErrors
      .filter(({ gone }) => !gone)
      .map(({ step }) => `${step.shape}: ${step.errorText ?? 'failed'}`),
    used: usages
      .filter(({ sessionId, kind }) => sessionId === doc.id && kind !== 'exposed')
      .flatMap(({ memoryId, kind }) => {
        const memory = memories.get(memoryId);
        return memory ? [{ id: memory.id, summary: memory.summary, kind }] : [];
      }),
  };
}

const section = (heading: string, lines: readonly string[]): Block[] =>
  lines.length === 0
    ? []
    : [{ kind: 'heading', text: heading }, ...lines.map((text): Block => ({ kind: 'item', text }))];

/** The reflection for people. */
export function reflectionBlocks(reflection: SessionReflection): Block[] {
  const { runs, succeeded, failed, unknown } = reflection;
  return [
    {
      kind: 'title',
      text: `${reflection.client} session ${reflection.sessionId.slice(0, 8)}, ${reflection.startedAt.slice(0, 16).replace('T', ' ')}`,
    },
    {
      kind: 'line',
      text: `${runs} prompts: ${succeeded} ended well, ${failed} did not, ${unknown} nobody can tell.`,
    },
    ...section(
      'What did not work',
      reflection.failures.map(({ query, why }) => `“${query}” – ${why}`),
    ),
    ...section('Errors still open', reflection.openErrors),
    ...section(
      'Memories that took part',
      reflection.used.map(({ id, summary, kind }) => `${id.slice(0, 8)}  ${kind}: ${summary}`),
    ),
  ];
}
