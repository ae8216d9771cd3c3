import type { Run } from '../domain/run.ts';
import type { EvaluatorAnswer } from '../models/ask-evaluator.ts';
import { deriveUsage } from '../pipeline/derive-usage.ts';
import type { EventLog } from '../store/event-log.ts';
import { addRuns, addUsage } from '../store/facts.ts';
import type { CommandInput } from './command.ts';
import { type CompletedRuns, completeRuns } from './complete-runs.ts';
import type { SessionReader } from './session-reader.ts';

/** Events and runs that gather before they are written: they bound the memory that a long transcript takes. */
const manyEvents = 2000;
const manyRuns = 100;

/** Writes the facts of a reading, while it goes on and at its end. A crash after any of it only means reading again: facts are known by their ids. */
export interface FactKeeper {
  /** Writes what has gathered, when it is much. */
  spill(): Promise<void>;
  /** Events that have not been written yet. */
  writeEvents(): void;
  /** Runs that have not been written yet, completed; `writeRuns` takes them when everything before them is written. */
  completeRest(): Promise<CompletedRuns>;
  writeRuns(completed: CompletedRuns): void;
  /** Uses of memories that the runs showed, and the runs. */
  counts(): { readonly usages: number; readonly runs: number };
  /** What the evaluator said of runs that were written before the end. */
  readonly answers: CompletedRuns['answers'];
}

/** A keeper of what this reader finds. */
export function createFactKeeper(input: CommandInput, reader: SessionReader, log: EventLog): FactKeeper {
  const { store } = reader;
  const answers = new Map<string, EvaluatorAnswer>();
  const counts = { usages: 0, runs: 0 };
  const writeEvents = (): void => log.add(reader.events.splice(0));
  const writeRuns = ({ runs }: CompletedRuns): void => {
    addRuns(store, runs);
    const usages = deriveUsage(runs, [...store.state().memories.values()]);
    if (usages.length > 0) counts.usages += addUsage(store, store.home().machineId, usages).length;
  };
  return {
    async spill() {
      if (reader.events.length >= manyEvents) writeEvents();
      if (reader.runs.size < manyRuns) return;
      const settled = settledRuns(reader);
      if (settled.size < manyRuns / 2) return;
      for (const id of settled.keys()) reader.runs.delete(id);
      counts.runs += settled.size;
      const completed = await completeRuns(input, { ...reader, runs: settled });
      for (const [id, answer] of completed.answers) answers.set(id, answer);
      writeRuns(completed);
    },
    writeEvents,
    completeRest: () => completeRuns(input, reader),
    writeRuns,
    counts: () => ({ ...counts, runs: counts.runs + reader.runs.size }),
    answers,
  };
}

/** Runs that no row can change any more: of each session the last two are left. */
function settledRuns({ docs, runs }: SessionReader): Map<string, Run> {
  const unsettled = new Set([...docs.values()].flatMap((doc) => [doc.openRun?.id, doc.previousRun?.id]));
  return new Map([...runs].filter(([id]) => !unsettled.has(id)));
}
