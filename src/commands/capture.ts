import { adapters, clientOf } from '../clients/adapters.ts';
import { type ClientAdapter, payloadsOf } from '../clients/client.ts';
import { hookCommand } from '../clients/hook-command.ts';
import type { Event } from '../domain/event.ts';
import { fail, HebbError } from '../domain/failure.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import type { Block, Report } from '../domain/report.ts';
import { daysBetween, laterOf } from '../domain/time.ts';
import type { BadLine } from '../domain/trace.ts';
import { eventOf } from '../pipeline/event-of.ts';
import { isExcluded } from '../pipeline/exclusion.ts';
import type { PlaceFinder } from '../sources/places.ts';
import { addEvents } from '../store/facts.ts';
import { addToQuarantine } from '../store/quarantine.ts';
import { addToSpool, listSpool, type Spooled } from '../store/spool.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { finderOf, rememberProjects } from './here.ts';

/** Milliseconds after the start of the process at which it stops waiting for a stdin that nobody closes. */
const inputDeadlineMs = 700;
const shortestWaitMs = 50;
/** Payloads that are read, logged and deleted together. */
const batchSize = 500;

const silent: Report = { exit: 0, human: [], data: {} };

/** The client that is named. */
function clientIn(input: CommandInput): ClientAdapter {
  const name = textOption(input.options, 'client');
  const client = name === undefined ? undefined : adapters.find((adapter) => adapter.name === name);
  if (client) return client;
  const known = adapters.map((adapter) => adapter.name).join(', ');
  throw new HebbError(
    fail('usage.client', `--client ${name ?? '(missing)'}: not a client`, `one of ${known}`).failure,
    2,
  );
}

/** The inline hook: what a client runs at each event, and what costs nearly nothing. */
function hookLine(input: CommandInput): Report {
  const { name } = clientIn(input);
  const command = hookCommand(name, input.door.bare().paths.spool);
  return { exit: 0, human: [{ kind: 'raw', text: command }], data: { client: name, command } };
}

/** A hook's payload on stdin: whatever is wrong, nothing is printed and the agent is not disturbed. */
async function capturePayload(input: CommandInput): Promise<Report> {
  const { host } = input;
  const { name: client } = clientIn(input);
  const text = await host.readInput(Math.max(shortestWaitMs, inputDeadlineMs - host.elapsed()));
  if (host.vars.HEBB_ACTIVE === '1' || text.trim() === '') return silent;
  try {
    const { files, paths } = input.door.bare();
    addToSpool(files, paths, { client, pid: host.pid, text });
  } catch {
    return silent;
  }
  return silent;
}

/** Whether capture rested at that time, for everything or for a project. */
function isPaused(store: Store, at: string, project: string): boolean {
  const pauses = store.home().pauses ?? {};
  return [pauses.all, pauses[project]].some(
    (pause) => pause !== undefined && pause.from <= at && at < pause.until,
  );
}

/** What a spool file says, or why it cannot be read. */
type Reading = { readonly facts: readonly HookFact[] } | { readonly problem: string; readonly text: string };

function readPayload(store: Store, spooled: Spooled): Reading {
  const text = store.files.read(spooled.path) ?? '';
  try {
    const adapter = clientOf(spooled.client);
    if (!adapter) return { problem: `no client is called ${spooled.client}`, text };
    const parsed = payloadsOf(JSON.parse(text)).map((payload) => adapter.parseHook(payload, spooled.at));
    const failure = parsed.flatMap((result) => (result.ok ? [] : [result.failure.message]))[0];
    return failure === undefined
      ? { facts: parsed.flatMap((result) => (result.ok ? result.value : [])) }
      : { problem: failure, text };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'not JSON', text };
  }
}

interface Drained {
  readonly events: Event[];
  /** Newest payload of each client, whatever becomes of it: its hooks are alive. */
  readonly captured: Record<string, string>;
  readonly bad: BadLine[];
  readonly done: Spooled[];
  waiting: number;
  excluded: number;
}

async function readBatch(
  input: CommandInput,
  store: Store,
  { spool, finder }: { spool: readonly Spooled[]; finder: PlaceFinder },
): Promise<Drained> {
  const drained: Drained = { events: [], captured: {}, bad: [], done: [], waiting: 0, excluded: 0 };
  const { quarantineAfterMinutes } = store.settings.policy.capture;
  for (const spooled of spool) {
    const reading = readPayload(store, spooled);
    if ('problem' in reading) {
      const minutes = daysBetween(spooled.at, input.host.now()) * 1440;
      if (minutes < quarantineAfterMinutes) {
        drained.waiting++;
        continue;
      }
      drained.bad.push({ file: spooled.path, line: 1, problem: reading.problem, text: reading.text });
    } else await addFacts(store, { facts: reading.facts, finder, drained });
    drained.done.push(spooled);
  }
  return drained;
}

async function addFacts(
  store: Store,
  { facts, finder, drained }: { facts: readonly HookFact[]; finder: PlaceFinder; drained: Drained },
): Promise<void> {
  for (const fact of facts) {
    const { place } = await finder.placeOf(fact.cwd);
    const event = eventOf(fact, place);
    drained.captured[event.client] = laterOf(drained.captured[event.client] ?? '', fact.at);
    if (isExcluded(event, store.settings.exclude) || isPaused(store, fact.at, place.project.id))
      drained.excluded++;
    else drained.events.push(event);
  }
}

/** Keeps when hooks last left something: the log alone does not tell, since transcripts fill it too. */
function noteCaptured(store: Store, captured: Readonly<Record<string, string>>): void {
  const known = store.home().captured ?? {};
  if (!Object.entries(captured).some(([client, at]) => at > (known[client] ?? ''))) return;
  store.updateHome((home) => {
    const all = { ...home.captured };
    for (const [client, at] of Object.entries(captured)) all[client] = laterOf(all[client] ?? '', at);
    return { ...home, captured: all };
  });
}

/** Turns the spool into log lines. Only what is durable in the log, or set aside, is deleted from the spool. */
async function drain(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const spool = listSpool(store.paths);
  const total = { logged: 0, bad: 0, waiting: 0, excluded: 0 };
  for (let at = 0; at < spool.length; at += batchSize) {
    input.host.progress('draining payloads', { done: at, total: spool.length });
    const drained = await readBatch(input, store, { spool: spool.slice(at, at + batchSize), finder });
    total.logged += addEvents(store, drained.events).length;
    addToQuarantine(store, drained.bad, input.host.now());
    for (const { path } of drained.done) store.files.remove(path);
    total.bad += drained.bad.length;
    total.waiting += drained.waiting;
    total.excluded += drained.excluded;
    noteCaptured(store, drained.captured);
  }
  rememberProjects(store, finder);
  return drainReport(spool.length, total);
}

function drainReport(
  found: number,
  total: { logged: number; bad: number; waiting: number; excluded: number },
): Report {
  const parts = [`${found} payloads, ${total.logged} new events in the log`];
  if (total.excluded > 0) parts.push(`${total.excluded} left out (excluded or paused)`);
  if (total.waiting > 0) parts.push(`${total.waiting} still being written`);
  const bad: Block[] =
    total.bad > 0
      ? [{ kind: 'line', text: `${total.bad} could not be read and lie in quarantine/`, tone: 'warn' }]
      : [];
  return {
    exit: total.bad > 0 ? 3 : 0,
    human: [{ kind: 'line', text: found === 0 ? 'The spool is empty.' : `${parts.join(', ')}.` }, ...bad],
    data: {
      payloads: found,
      events: total.logged,
      quarantined: total.bad,
      waiting: total.waiting,
      excluded: total.excluded,
    },
  };
}

/** `hebb capture --client <name>` for a payload, `--drain` for the spool, `--hook` for what to register. */
export const run: Command = async (input) => {
  if (hasFlag(input.options, 'hook')) return hookLine(input);
  return hasFlag(input.options, 'drain') ? drain(input) : capturePayload(input);
};
