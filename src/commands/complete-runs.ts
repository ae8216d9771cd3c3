import { compact } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import { settleOutcome } from '../pipeline/settle-outcome.ts';
import { skillsInContext } from '../pipeline/skills-in-context.ts';
import { readGivenBodies } from '../store/injected.ts';
import type { CommandInput } from './command.ts';
import { type Evaluated, evaluateRuns, withAnswers } from './evaluate-runs.ts';
import type { SessionReader } from './session-reader.ts';

/** Runs and sessions as they are to be written. */
export interface CompletedRuns {
  readonly runs: readonly Run[];
  readonly docs: readonly SessionDoc[];
  readonly answers: Evaluated['answers'];
}

/** Adds to the runs of a reading what their rows do not tell: the skills that they had in context, and what the evaluator says of them. */
export async function completeRuns(input: CommandInput, reader: SessionReader): Promise<CompletedRuns> {
  const traced = withSkills(reader);
  const { answers, earlier, docs } = await evaluateRuns(input, reader, traced);
  const runs = [...traced, ...earlier].map((run) => settleOutcome({ ...run, ...answers.get(run.id) }));
  const own = [...reader.docs.values()].map((doc) => withAnswers(doc, answers));
  return { runs, docs: [...new Map([...docs, ...own].map((doc) => [doc.id, doc])).values()], answers };
}

function withSkills(reader: SessionReader): Run[] {
  const runs = [...reader.runs.values()];
  const { skills } = reader.store.state();
  if (skills.size === 0) return runs;
  const contexts = new Map(
    [...new Set(runs.map(({ sessionId }) => sessionId))].map((id) => [id, contextOf(reader, id, runs)]),
  );
  return runs.map((run) => {
    const context = contexts.get(run.sessionId);
    const found = context ? skillsInContext(run, { ...context, skills }) : [];
    return compact({ ...run, skillsInContext: found.length > 0 ? found : undefined });
  });
}

/** What hooks gave to a session, and when its runs began, as far as this reading knows. */
function contextOf({ docs, store }: SessionReader, sessionId: string, runs: readonly Run[]) {
  const doc = docs.get(sessionId);
  const own = runs.filter((run) => run.sessionId === sessionId);
  const known = [doc?.previousRun, doc?.openRun, ...own].flatMap((run) => run?.createdAt ?? []);
  return { given: readGivenBodies(store.paths, sessionId), starts: [...new Set(known)] };
}
