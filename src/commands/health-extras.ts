import { statSync } from 'node:fs';
import glob from 'fast-glob';
import { adapters } from '../clients/adapters.ts';
import { isLive } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { daysBetween } from '../domain/time.ts';
import { contradictionsWith } from '../pipeline/contradictions.ts';
import type { HealthExtras } from '../pipeline/health.ts';
import { readInstructions } from '../sources/instructions.ts';
import { lastEventAt } from '../store/facts.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';

/** Sessions older than this say nothing about whether capture works today. */
const recentDays = 30;

/** Days between a client's newest session and the last event that it left, for clients in use. */
async function capturesOf(input: CommandInput, store: Store): Promise<HealthExtras['captures']> {
  const { host } = input;
  const last = { ...lastEventAt(store), ...store.home().captured };
  const gaps = adapters.map(async ({ name, transcriptGlobs }) => {
    const files = await glob(transcriptGlobs({ home: host.userHome, vars: host.vars }), {
      suppressErrors: true,
      followSymbolicLinks: false,
    });
    const newest = files
      .map((file) => statSync(file).mtime.toISOString())
      .sort()
      .at(-1);
    const isUsed = newest !== undefined && daysBetween(newest, host.now()) <= recentDays;
    return isUsed ? [{ client: name, days: Math.max(0, daysBetween(last[name] ?? newest, newest)) }] : [];
  });
  return (await Promise.all(gaps)).flat();
}

/** Memories that say the opposite of what a project's instruction files say. */
async function contradictionsOf(input: CommandInput, store: Store, state: State): Promise<string[]> {
  const live = [...state.memories.values()].filter(isLive);
  const projects = Object.entries(store.home().projects);
  const found = projects.map(async ([id, { paths }]) => {
    const own = live.filter(({ project, scope }) => project === id || scope !== 'project');
    const root = paths.at(-1);
    if (root === undefined || own.length === 0) return [];
    return contradictionsWith(own, await readInstructions(root, { home: input.host.userHome }));
  });
  return [...new Set((await Promise.all(found)).flat())];
}

/** What health asks of the world around the memories. */
export async function healthExtras(
  input: CommandInput,
  store: Store,
  duplicates: number,
): Promise<HealthExtras> {
  return {
    duplicates,
    captures: await capturesOf(input, store),
    contradictions: await contradictionsOf(input, store, store.state()),
  };
}
