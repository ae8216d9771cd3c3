import { fail, HebbError } from '../domain/failure.ts';
import { type Json, toJson } from '../domain/json.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Run } from '../domain/run.ts';
import type { RunDigests } from '../domain/run-digest.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { Usage } from '../domain/usage.ts';
import { judgeBeliefs } from '../pipeline/beliefs.ts';
import { beliefBlocks } from '../pipeline/beliefs-blocks.ts';
import { rankEffectiveness } from '../pipeline/effectiveness.ts';
import { effectivenessBlocks } from '../pipeline/effectiveness-blocks.ts';
import { findOrphans } from '../pipeline/orphans.ts';
import { reflectionOverview } from '../pipeline/reflect-blocks.ts';
import { reflectHome } from '../pipeline/reflect-home.ts';
import { blocksToMarkdown } from '../pipeline/reflect-markdown.ts';
import { isWithin, lastDays } from '../pipeline/reflect-period.ts';
import { reflectionBlocks, reflectSession } from '../pipeline/reflect-session.ts';
import { digestMaker } from '../pipeline/run-digest.ts';
import { scoreFresh } from '../pipeline/score-pairs.ts';
import { readRuns, readSessions, readUsage } from '../store/facts.ts';
import { keepReport } from '../store/reports.ts';
import { openDigests } from '../store/run-digests.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { daysOption } from './days-option.ts';
import { concerns, finderOf, findHere } from './here.ts';
import { lexiconOf } from './import-inputs.ts';
import { statsFrom } from './stats.ts';

/** An answer before it is printed and perhaps saved. */
interface Answer {
  readonly human: readonly Block[];
  readonly data: { readonly [key: string]: Json };
}

/** The facts of the home, or of the project that is named. */
interface Facts {
  readonly runs: readonly Run[];
  readonly sessions: readonly SessionDoc[];
  readonly usage: readonly Usage[];
  readonly isWanted: (memory: Memory) => boolean;
}

async function factsOf(input: CommandInput, store: Store): Promise<Facts> {
  const all = { runs: readRuns(store), sessions: readSessions(store), usage: readUsage(store) };
  if (textOption(input.options, 'project') === undefined) return { ...all, isWanted: () => true };
  const here = await findHere(input, finderOf(input, store));
  const { id } = here.place.project;
  const elsewhere = new Set(all.sessions.filter(({ project }) => project.id !== id).map((doc) => doc.id));
  return {
    runs: all.runs.filter(({ project }) => project === id),
    sessions: all.sessions.filter(({ project }) => project.id === id),
    usage: all.usage.filter(({ sessionId }) => sessionId === undefined || !elsewhere.has(sessionId)),
    isWanted: (memory) => concerns(memory, here, true),
  };
}

async function reflectQuickly(input: CommandInput, store: Store): Promise<Answer> {
  const { place } = await findHere(input, finderOf(input, store));
  const own = readSessions(store).filter(({ project }) => project.id === place.project.id);
  const doc = own.sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1)).at(-1);
  if (!doc) {
    const text = `No session of ${place.project.name} has been read yet. hebb analyze-sessions reads them.`;
    return { human: [{ kind: 'line', text }], data: { reflection: null } };
  }
  const runs = readRuns(store).filter(({ sessionId }) => sessionId === doc.id);
  const { memories } = store.state();
  const reflection = reflectSession({ doc, runs, usages: readUsage(store), memories });
  return { human: reflectionBlocks(reflection), data: { reflection: toJson(reflection) } };
}

/** Orphans for which the nearest memory is looked for: as many as a reader will relate in one go. */
const ORPHANS_LOOKED_AT = 10;

/** What orphans might be related to. */
function pairsOfOrphans(store: Store, isWanted: Facts['isWanted']) {
  const state = store.state();
  const orphans = findOrphans(state).filter(isWanted).slice(0, ORPHANS_LOOKED_AT);
  const looked = new Set(orphans.map(({ id }) => id));
  const others = [...state.memories.values()].filter((memory) => isLive(memory) && !looked.has(memory.id));
  const lexicon = lexiconOf(store);
  const above = store.policy().merge.reviewAbove;
  return scoreFresh(orphans, others, { above, ...(lexicon ? { lexicon } : {}) });
}

/** The runs that are looked at in short; nothing is kept of reading them, since reflecting writes nothing. */
function digestsOf({ versions }: CommandInput, { files, paths }: Store, { runs }: Facts): RunDigests {
  const wanted = new Set(runs.map(({ id }) => id));
  const all = openDigests({ files, paths }, digestMaker(versions.hebb));
  return { ...all, runs: all.runs.filter(({ id }) => wanted.has(id)) };
}

async function reflectFully(input: CommandInput, store: Store): Promise<Answer> {
  const facts = await factsOf(input, store);
  const reflection = reflectHome({
    ...facts,
    digests: digestsOf(input, store, facts),
    state: store.state(),
    pairs: pairsOfOrphans(store, facts.isWanted),
    policy: store.policy(),
    days: daysOption(input.options) ?? 30,
    now: input.host.now(),
  });
  return { human: reflectionOverview(reflection), data: { reflection: toJson(reflection) } };
}

async function reflectOnBeliefs(input: CommandInput, store: Store): Promise<Answer> {
  const lexicon = lexiconOf(store);
  const facts = await factsOf(input, store);
  const { beliefs, unreadable } = judgeBeliefs({
    ...facts,
    state: store.state(),
    ...(lexicon ? { lexicon } : {}),
  });
  return { human: beliefBlocks(beliefs, unreadable), data: { beliefs: toJson(beliefs), unreadable } };
}

/** The ranking over all time, or over `--days` when they are given. */
async function reflectOnMemories(input: CommandInput, store: Store): Promise<Answer> {
  const { usage, isWanted } = await factsOf(input, store);
  const days = daysOption(input.options);
  const period = days === undefined ? undefined : lastDays(days, input.host.now());
  const counted = period ? usage.filter(({ at }) => isWithin(at, period)) : usage;
  const state = store.state();
  const wanted = [...state.memories.values()].filter(isWanted);
  const ranked = rankEffectiveness(wanted, statsFrom(counted, state));
  const live = wanted.filter(isLive).length;
  return { human: effectivenessBlocks(ranked, live), data: { memories: toJson(ranked), live } };
}

const forms = {
  quick: reflectQuickly,
  beliefs: reflectOnBeliefs,
  memories: reflectOnMemories,
} as const;

function formOf({ options }: CommandInput) {
  const asked = (['quick', 'beliefs', 'memories'] as const).filter((name) => hasFlag(options, name));
  if (asked.length > 1) {
    const names = asked.map((name) => `--${name}`).join(' and ');
    throw new HebbError(fail('usage.value', `${names}: one at a time`, 'hebb reflect tells all').failure, 2);
  }
  return asked[0] === undefined ? reflectFully : forms[asked[0]];
}

/** Writes what was said to `reports/`: the only thing that reflecting ever writes. */
function save({ door, host }: CommandInput, { human, data }: Answer): string {
  return keepReport(door.bare(), {
    at: host.now(),
    kind: 'reflection',
    markdown: blocksToMarkdown(human),
    data,
  });
}

/** `hebb reflect`: what worked and what did not, over a period, in one session, of beliefs or of memories. */
export const run: Command = async (input): Promise<Report> => {
  const reflect = formOf(input);
  const store = await input.door.read();
  const answer = await reflect(input, store);
  if (!hasFlag(input.options, 'save')) return { exit: 0, ...answer };
  const path = save(input, answer);
  return {
    exit: 0,
    human: [
      ...answer.human,
      { kind: 'line', text: '' },
      { kind: 'line', text: `Saved: ${path}`, tone: 'dim' },
    ],
    data: { ...answer.data, path },
  };
};
