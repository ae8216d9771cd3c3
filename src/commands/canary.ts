import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '../clients/adapters.ts';
import { eventOf } from '../pipeline/event-of.ts';
import { createPlaceFinder } from '../sources/places.ts';
import { addEvents, readEventsFrom } from '../store/facts.ts';
import { createFiles, diskOps } from '../store/files.ts';
import { pathsOf } from '../store/paths.ts';
import { prepareHome } from '../store/prepare-home.ts';
import { addToSpool, listSpool } from '../store/spool.ts';
import type { CommandInput } from './command.ts';

const client = 'claude-code';

/** What a hook would say. */
const payloadOf = (word: string): string =>
  JSON.stringify({ session_id: 'canary', cwd: '', hook_event_name: 'UserPromptSubmit', prompt: word });

async function send({ host }: CommandInput, folder: string): Promise<string | undefined> {
  const home = { files: createFiles(diskOps, `${host.pid}-${host.random(3)}`), paths: pathsOf(folder) };
  const word = `canary ${host.random(4)}`;
  prepareHome(home.files, home.paths);
  addToSpool(home.files, home.paths, { client, pid: host.pid, text: payloadOf(word) });
  const finder = createPlaceFinder(host.vars, {});
  for (const { path, at } of listSpool(home.paths)) {
    const parsed = clientOf(client)?.parseHook(JSON.parse(home.files.read(path) ?? ''), at);
    if (!parsed?.ok) return parsed?.failure.message ?? `no client is called ${client}`;
    const place = await finder.placeOf('');
    addEvents(
      home,
      parsed.value.map((fact) => eventOf(fact, place.place)),
    );
    home.files.remove(path);
  }
  if (listSpool(home.paths).length > 0) return 'the payload stayed in the spool';
  return readEventsFrom(home, {}).events.some(({ text }) => text === word)
    ? undefined
    : 'it is not in the log';
}

/**
 * Sends a synthetic payload through spool, parser and log of a home of its own, and takes that home away again. Returns
 * what went wrong; undefined when it came out, or when there is no place to try.
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
