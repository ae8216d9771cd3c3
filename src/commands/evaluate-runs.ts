import { fail } from '../domain/failure.ts';
import { argvOf } from '../domain/read-setting.ts';
import type { Run } from '../domain/run.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import type { SessionDoc } from '../domain/session.ts';
import { addDays } from '../domain/time.ts';
import { askEvaluator, type EvaluatorAnswer } from '../models/ask-evaluator.ts';
import { readSession } from '../store/facts.ts';
import { readRun } from '../store/run-lines.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { modelHost } from './model-host.ts';
import { digestsHere } from './run-digests.ts';
import type { SessionReader } from './session-reader.ts';
import { workflowsEnabled } from './workflows-enabled.ts';

/** What came of asking the evaluator. */
export interface Evaluated {
  /** By id of a run that was asked now, or before a reading that was cut short. */
  readonly answers: ReadonlyMap<string, EvaluatorAnswer>;
  /** Runs of earlier readings among them, as their traces were judged. */
  readonly earlier: readonly Run[];
  /** Documents of their sessions, which remember that they were asked. */
  readonly docs: readonly SessionDoc[];
}

/** A run that nobody answered is over when nothing happened in it for so long. */
const quietHours = 1;
/** Runs of earlier readings are asked while they are no older. */
const laterDays = 7;
/** After so many errors one after the other the rest is left for the next reading. */
const errorsInARow = 3;

/** The configured evaluator as program and arguments; undefined where there is none or it rests. It is named in `config.yaml` only. */
function evaluatorOf({ host, options }: CommandInput, { store }: SessionReader): string[] | undefined {
  const { workflows } = store.settings.policy;
  const rests = workflows.outcomeCommand === '' || !workflowsEnabled(host, store.policy().workflows);
  if (rests || hasFlag(options, 'dryRun')) return undefined;
  return argvOf({ ...workflows }, ['outcomeCommand', 'my-evaluator'], (key, problem) =>
    fail('config.invalid', `workflows.${key}: ${problem}`, 'correct it in config.yaml'),
  );
}

const lastAt = ({ steps, createdAt }: Run): string => steps.at(-1)?.at ?? createdAt;

/** Asks the evaluator of each run that is over and was not asked before: runs of this reading, and young ones of earlier readings. */
export async function evaluateRuns(
  input: CommandInput,
  reader: SessionReader,
  runs: readonly Run[],
): Promise<Evaluated> {
  const argv = evaluatorOf(input, reader);
  if (argv === undefined) return { answers: new Map(), earlier: [], docs: [] };
  const { store } = reader;
  const now = input.host.now();
  const digests = new Map(digestsHere(input, store).runs.map((digest) => [digest.id, digest]));
  const answers = new Map(runs.flatMap((run) => answeredBefore(run, digests.get(run.id), reader)));
  const isOver = (run: Run): boolean => run.closed || lastAt(run) < addDays(now, -quietHours / 24);
  const own = new Set(runs.map(({ id }) => id));
  const earlier = [...digests.values()]
    .filter(({ id, asked, createdAt }) => !asked && !own.has(id) && createdAt > addDays(now, -laterDays))
    .flatMap(({ place }) => readRun(store, place) ?? []);
  const due = [...runs, ...earlier].filter(
    (run) => isOver(run) && run.evaluation === undefined && !answers.has(run.id),
  );
  await askAll(input, { argv, due, answers, folder: store.paths.home });
  const asked = earlier.filter(({ id }) => answers.has(id));
  return { answers, earlier: asked, docs: asked.flatMap((run) => docOf(run, answers, reader)) };
}

/** What was answered before a reading that was cut short: the run's line says so, the document of its session does not. */
function answeredBefore(
  run: Run,
  digest: RunDigest | undefined,
  { store }: SessionReader,
): [string, EvaluatorAnswer][] {
  const known = digest?.asked && run.evaluation === undefined ? readRun(store, digest.place) : undefined;
  return known?.evaluation === undefined ? [] : [[run.id, answerOf(known.evaluation, known)]];
}

const answerOf = (
  evaluation: EvaluatorAnswer['evaluation'],
  { evaluatorError }: Pick<Run, 'evaluatorError'>,
): EvaluatorAnswer => (evaluatorError === undefined ? { evaluation } : { evaluation, evaluatorError });

interface Asking {
  readonly argv: readonly string[];
  readonly due: readonly Run[];
  readonly answers: Map<string, EvaluatorAnswer>;
  readonly folder: string;
}

async function askAll({ host }: CommandInput, { argv, due, answers, folder }: Asking): Promise<void> {
  const models = modelHost(host, folder);
  let errors = 0;
  for (const [index, run] of due.entries()) {
    host.progress('asking the evaluator', { done: index, total: due.length });
    const answer = await askEvaluator(argv, models, run);
    answers.set(run.id, answer);
    errors = answer.evaluation === 'error' ? errors + 1 : 0;
    if (errors === errorsInARow) return;
  }
}

/** The session of a run of an earlier reading, with the answer in it: its fold goes on from there. */
function docOf(
  { id, sessionId }: Run,
  answers: ReadonlyMap<string, EvaluatorAnswer>,
  { store, docs }: SessionReader,
): SessionDoc[] {
  const doc = docs.get(sessionId) ?? readSession(store, sessionId);
  return doc && [doc.openRun?.id, doc.previousRun?.id].includes(id) ? [withAnswers(doc, answers)] : [];
}

/** A document whose open and last run say what the evaluator said of them; their outcomes stay those of the trace. */
export function withAnswers(doc: SessionDoc, answers: ReadonlyMap<string, EvaluatorAnswer>): SessionDoc {
  const answered = (run: Run | null): Run | null => run && { ...run, ...answers.get(run.id) };
  return { ...doc, openRun: answered(doc.openRun), previousRun: answered(doc.previousRun) };
}
