import glob from 'fast-glob';
import { adapters } from '../clients/adapters.ts';
import type { ClientAdapter } from '../clients/client.ts';
import { isDatabase } from '../clients/session-database.ts';
import type { Candidate } from '../domain/candidate.ts';
import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { evaluations } from '../domain/run.ts';
import { addDays, parseTime } from '../domain/time.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';
import { foundBlocks } from '../pipeline/candidate-blocks.ts';
import { itemsOfEvent } from '../pipeline/event-items.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { type ExtractionPlan, planExtraction } from '../pipeline/plan-extraction.ts';
import { planRepetitions } from '../pipeline/plan-repetitions.ts';
import { type EventLog, openEventLog } from '../store/event-log.ts';
import { type LogSizes, readEventsFrom, readSessions, writeSession } from '../store/facts.ts';
import type { HomeState } from '../store/home-state.ts';
import { addToQuarantine } from '../store/quarantine.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import type { CompletedRuns } from './complete-runs.ts';
import { fileNow, readSessionDatabase } from './database-reader.ts';
import { createFactKeeper, type FactKeeper } from './fact-keeper.ts';
import { finderOf, findHere, rememberProjects } from './here.ts';
import { readProjectNotes } from './project-notes.ts';
import { createReader, foldRows, logLabel, type SessionReader } from './session-reader.ts';
import { groupBySession, readSessionFiles } from './transcript-reader.ts';
import { labelOf, type Reading } from './transcript-source.ts';

function sinceOf(input: CommandInput): string | undefined {
  const { options, host } = input;
  if (hasFlag(options, 'last24h')) return addDays(host.now(), -1);
  const given = textOption(options, 'since');
  if (given === undefined) return undefined;
  const since = parseTime(given);
  if (since) return since;
  throw new HebbError(
    fail('usage.value', `--since ${given}: not a date`, 'for example 2026-11-01').failure,
    2,
  );
}

function clientsOf(input: CommandInput): readonly ClientAdapter[] {
  const name = textOption(input.options, 'client');
  if (name === undefined) return adapters;
  const client = adapters.find((adapter) => adapter.name === name);
  if (client) return [client];
  const known = adapters.map((adapter) => adapter.name).join(', ');
  throw new HebbError(fail('usage.value', `--client ${name}: not a client`, `one of ${known}`).failure, 2);
}

/** More bytes than this in one file are read with little memory rather than fast. */
const manyBytes = 50_000_000;

/** Transcripts to read, newest first: those named, else where each client keeps its own. */
async function transcriptsOf(input: CommandInput): Promise<string[]> {
  const { host, options } = input;
  const named = textOption(options, 'transcripts');
  const env = { home: host.userHome, vars: host.vars };
  const clients = clientsOf(input);
  const globs =
    named === undefined
      ? clients.flatMap((client) => [...client.transcriptGlobs(env), ...(client.database?.globs(env) ?? [])])
      : [named];
  const found = await glob(globs, {
    cwd: host.cwd,
    absolute: true,
    dot: true,
    suppressErrors: true,
    followSymbolicLinks: false,
  });
  const isOne = (path: string): boolean => clients.some((client) => client.isTranscript(path));
  const since = sinceOf(input);
  const files = [...new Set(found)]
    .filter(isOne)
    .map((path) => ({ path, ...fileNow(path) }))
    .filter(({ at }) => since === undefined || at >= since)
    .sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.path < b.path ? -1 : 1));
  if (files.some(({ bytes }) => bytes > manyBytes)) await host.spareMemory?.();
  return files.map(({ path }) => path);
}

/** Folds logged events of sessions that left no transcript here. What a transcript told already is known by its id. */
async function readLog(reader: SessionReader, until: LogSizes): Promise<LogSizes> {
  const bySession = new Map<string, TraceItem[]>();
  const heads = new Map<string, SessionHead>();
  const { events, sizes } = readEventsFrom(reader.store, reader.store.home().logRead, until);
  for (const event of events) {
    const { sessionId, client, cwd, branch } = event;
    if (!heads.has(sessionId))
      heads.set(sessionId, { client, sessionId, cwd, ...(branch === undefined ? {} : { branch }) });
    const items = bySession.get(sessionId) ?? [];
    items.push(...itemsOfEvent(event));
    bySession.set(sessionId, items);
  }
  for (const [sessionId, items] of bySession) {
    const head = heads.get(sessionId);
    if (head) await foldRows(reader, { head, label: logLabel }, items);
  }
  return sizes;
}

/** What is to be kept beside the sessions. */
interface Found {
  readonly candidates: readonly Candidate[];
  /** Where the log ended when it was read. */
  readonly read: LogSizes;
  /** Runs and sessions with what their rows do not tell. */
  readonly completed: CompletedRuns;
  readonly keeper: FactKeeper;
  readonly log: EventLog;
}

/**
 * Makes a reading durable in an order in which a crash anywhere only means reading again: facts, then candidates, then
 * the sessions that say how far the fold has come, then the positions in the files.
 */
function keep(input: CommandInput, reading: Reading, found: Found): ExtractionPlan {
  const { candidates, read, completed, keeper, log } = found;
  const { reader } = reading;
  const { store } = reader;
  const now = input.host.now();
  keeper.writeEvents();
  const logRead = log.readAfter(read);
  keeper.writeRuns(completed);
  let plan: ExtractionPlan = { command: 'extract sessions', changes: [], files: [] };
  store.commit({
    command: 'analyze-sessions',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planExtraction(state, { source: 'sessions', at: now, candidates });
      return plan;
    },
  });
  for (const doc of completed.docs) writeSession(store, doc);
  addToQuarantine(store, reading.bad, now);
  store.updateHome((home) => ({
    ...home,
    marks: { ...home.marks, ...Object.fromEntries(reading.marks) },
    logRead,
    ...newRunsOf(home, reader),
  }));
  rememberProjects(store, reader.finder);
  return plan;
}

/** Each new prompt is a new run; promotion waits for so many. */
function newRunsOf({ workflows }: HomeState, { counts }: SessionReader): Pick<HomeState, 'workflows'> {
  if (counts.prompts === 0) return {};
  return { workflows: { ...workflows, newRuns: (workflows?.newRuns ?? 0) + counts.prompts } };
}

const nowhere = 'No transcripts were found where agents keep theirs; --transcripts <glob> names others.';

function countsOf({ reader, files }: Reading): string {
  const fresh = files.filter(({ state }) => state !== 'same').length;
  const { prompts, steps } = reader.counts;
  return `${fresh} of ${files.length} transcripts had something new: ${prompts} prompts, ${steps} tool steps in ${reader.docs.size} sessions.`;
}

/** What the evaluator said, in one line; nothing where it was not asked. */
function evaluatedBlocks(answers: CompletedRuns['answers']): Block[] {
  if (answers.size === 0) return [];
  const said = [...answers.values()];
  const counts = evaluations.flatMap((one) => {
    const count = said.filter(({ evaluation }) => evaluation === one).length;
    return count > 0 ? [`${count} ${one}`] : [];
  });
  const problem = said.find(({ evaluatorError }) => evaluatorError !== undefined)?.evaluatorError;
  return [
    { kind: 'line', text: `The evaluator was asked of ${answers.size} runs: ${counts.join(', ')}.` },
    ...(problem === undefined
      ? []
      : [{ kind: 'line', text: `The evaluator failed: ${problem}`, tone: 'warn' } as const]),
  ];
}

function blocksOf(
  input: CommandInput,
  reading: Reading,
  { plan, usages, answers }: { plan: ExtractionPlan; usages: number; answers: CompletedRuns['answers'] },
): Block[] {
  const { reader, files, bad } = reading;
  const found = plan.files.flatMap(({ candidates }) => candidates);
  return [
    ...(hasFlag(input.options, 'dryRun') ? [dryLine] : []),
    { kind: 'line', text: files.length === 0 && reader.docs.size === 0 ? nowhere : countsOf(reading) },
    ...evaluatedBlocks(answers),
    ...(usages > 0 ? [{ kind: 'line', text: `${usages} uses of memories were seen.` } as const] : []),
    ...foundBlocks(found, textOption(input.options, 'group') !== undefined),
    ...bad.map(
      ({ file, line, problem }): Block => ({
        kind: 'line',
        text: `Not readable: ${labelOf(file, input)}${line > 0 ? `:${line}` : ''}: ${problem}`,
        tone: 'warn',
      }),
    ),
  ];
}

/** `hebb analyze-sessions`: transcripts, the log, notes → runs, usage, candidates. */
export const run: Command = async (input): Promise<Report> => {
  await input.run('capture', { drain: true });
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const isNamed = textOption(input.options, 'project') !== undefined;
  const only = isNamed ? (await findHere(input, finder)).place.project.id : undefined;
  const log = openEventLog(store);
  const reader = createReader(store, finder);
  const keeper = createFactKeeper(input, reader, log);
  const reading: Reading = {
    reader,
    files: [],
    bad: [],
    marks: new Map(),
    only,
    spill: keeper.spill,
  };
  const sessions = groupBySession(await transcriptsOf(input));
  for (const [index, paths] of sessions.entries()) {
    input.host.progress('reading sessions', { done: index, total: sessions.length });
    const [path = ''] = paths;
    if (isDatabase(path)) await readSessionDatabase(path, input, reading);
    else await readSessionFiles(paths, input, reading);
  }
  const isWhole = textOption(input.options, 'transcripts') === undefined && only === undefined;
  const read = isWhole ? await readLog(reader, log.opened) : store.home().logRead;
  const notes = await readProjectNotes(input, reader);
  const docs = new Map([...readSessions(store).map((doc) => [doc.id, doc] as const), ...reader.docs]);
  const repeated = planRepetitions([...docs.values()], store.policy());
  const candidates = [...reader.candidates, ...notes, ...repeated];
  const completed = await keeper.completeRest();
  const plan = keep(input, reading, { candidates, read, completed, keeper, log });
  const { usages, runs } = keeper.counts();
  const answers = new Map([...keeper.answers, ...completed.answers]);
  const { bad, files } = reading;
  return {
    exit: bad.length > 0 ? 3 : 0,
    human: blocksOf(input, reading, { plan, usages, answers }),
    data: {
      files: toJson(files),
      badLines: toJson(bad.map(({ file, line, problem }) => ({ file, line, problem }))),
      sessions: [...reader.docs.keys()],
      prompts: reader.counts.prompts,
      steps: reader.counts.steps,
      runs,
      evaluated: answers.size,
      usages,
      candidates: toJson(plan.files.flatMap((file) => file.candidates)),
      dryRun: hasFlag(input.options, 'dryRun'),
    },
  };
};
