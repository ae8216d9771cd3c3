import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '../clients/adapters.ts';
import { injectionFormatOf } from '../clients/injections.ts';
import { isDict, toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import { eventOf } from '../pipeline/event-of.ts';
import { makeCandidate } from '../pipeline/make-candidate.ts';
import { memoryOf } from '../pipeline/memory-of.ts';
import { createPlaceFinder } from '../sources/places.ts';
import { readSettings } from '../store/config.ts';
import { addEvents, readEventsFrom } from '../store/facts.ts';
import { createFiles, diskOps, type Files } from '../store/files.ts';
import { openToWrite } from '../store/open-store.ts';
import { type Paths, pathsOf } from '../store/paths.ts';
import { prepareHome } from '../store/prepare-home.ts';
import { addToSpool, listSpool } from '../store/spool.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { givePrompt } from './inject-choose.ts';
import { openDesk } from './inject-desk.ts';
import { findNear } from './inject-near.ts';

const client = 'claude-code';

/** A home of the canary's own. */
interface Cage {
  readonly files: Files;
  readonly paths: Paths;
}

/** What a hook would say. */
const payloadOf = (prompt: string, cwd: string): string =>
  JSON.stringify({ session_id: 'canary', cwd, hook_event_name: 'UserPromptSubmit', prompt });

/** An event through spool, parser and log. */
async function sendEvent({ host }: CommandInput, cage: Cage): Promise<string | undefined> {
  const word = `canary ${host.random(4)}`;
  addToSpool(cage.files, cage.paths, { client, pid: host.pid, text: payloadOf(word, '') });
  const finder = createPlaceFinder(host.vars, {});
  for (const { path, at } of listSpool(cage.paths)) {
    const parsed = clientOf(client)?.parseHook(JSON.parse(cage.files.read(path) ?? ''), at);
    if (!parsed?.ok) return parsed?.failure.message ?? `no client is called ${client}`;
    const place = await finder.placeOf('');
    addEvents(
      cage,
      parsed.value.map((fact) => eventOf(fact, place.place)),
    );
    cage.files.remove(path);
  }
  if (listSpool(cage.paths).length > 0) return 'the payload stayed in the spool';
  return readEventsFrom(cage, {}).events.some(({ text }) => text === word)
    ? undefined
    : 'the event is not in the log';
}

async function addMemory({ host }: CommandInput, cage: Cage, summary: string): Promise<Store> {
  const settings = await readSettings(cage.paths);
  const now = host.now();
  const random = (bytes: number): string => host.random(bytes);
  const store = openToWrite({ ...cage, settings, owner: host, now: () => now, random });
  const candidate = makeCandidate({
    entityType: 'pattern',
    summary,
    observations: [],
    appliesTo: [],
    source: 'explicit_user_feedback',
    common: false,
    scope: 'global',
    confidence: 1,
    provenance: [{ origin: 'person', at: now }],
  });
  const memory: Memory = memoryOf(candidate, store.policy(), now);
  const reason = { rule: 'canary', text: 'a test', evidence: [], numbers: {} };
  const change = { target: `memories/${memory.id}`, before: null, after: toJson(memory), reason };
  store.commit({ command: 'canary', plan: () => ({ command: 'canary', changes: [change] }) });
  store.publish();
  return store;
}

/** The same process in the canary's home; what the person switched off is on. */
function inCage(input: CommandInput, cage: Cage, store: Store): CommandInput {
  const { host } = input;
  const kept = Object.entries(host.vars).filter(([name]) => !name.startsWith('HEBB_INJECT_'));
  return {
    ...input,
    host: { ...host, vars: Object.fromEntries(kept) },
    door: { read: async () => store, write: async () => store, bare: () => cage },
  };
}

/** A memory through store, recall and the words of a hook's answer. */
async function sendMemory(input: CommandInput, cage: Cage): Promise<string | undefined> {
  const word = `canary${input.host.random(4)}`;
  const summary = `Feed the ${word} before the migration starts`;
  const asked = inCage(input, cage, await addMemory(input, cage, summary));
  const format = injectionFormatOf(client);
  const payload: unknown = JSON.parse(payloadOf(`feed ${word} before the migration`, cage.paths.home));
  const call = isDict(payload) ? format?.readCall(payload, 'prompt') : undefined;
  const desk = call && (await openDesk(asked, call));
  const near = desk && (await findNear(desk));
  if (!desk || !near) return 'the memory is not found again';
  try {
    const block = await givePrompt(desk, near);
    return format && block && format.printBlock(block, 'prompt').includes(summary)
      ? undefined
      : 'the memory is not given to the agent';
  } finally {
    near.close();
  }
}

async function send(input: CommandInput, folder: string): Promise<string | undefined> {
  const { host } = input;
  const cage = { files: createFiles(diskOps, `${host.pid}-${host.random(3)}`), paths: pathsOf(folder) };
  prepareHome(cage.files, cage.paths);
  return (await sendEvent(input, cage)) ?? (await sendMemory(input, cage));
}

/**
 * Sends a synthetic payload through spool, parser and log, and a synthetic memory through recall and injection, in a home of its own, and
 * takes that home away again. Returns what went wrong; undefined when both came out, or when there is no place to try.
 */
export async function sendCanary(input: CommandInput): Promise<string | undefined> {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'hebb-canary-'));
  } catch {
    return undefined;
  }
  try {
    return await send(input, join(folder, 'home'));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
