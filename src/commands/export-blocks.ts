import * as fs from 'node:fs';
import { join } from 'node:path';
import { HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { compact } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import { exportBlock } from '../pipeline/export-block.ts';
import { factsOfState } from '../pipeline/facts-of-state.ts';
import { knownBy, readKnown } from '../pipeline/injection-known.ts';
import { readInstructions } from '../sources/instructions.ts';
import { createPlaceFinder } from '../sources/places.ts';
import type { BlockRecord } from '../store/home-state.ts';
import type { Store } from '../store/store.ts';
import {
  applyChanges,
  dropEmptyFolders,
  type FileChange,
  hasBlock,
  hasMemory,
  planBlock,
  planBlockOut,
  planMemory,
  planMemoryOut,
} from './block-files.ts';

/** What blocks are kept with. */
export interface BlockDesk {
  readonly store: Store;
  readonly host: Pick<Host, 'vars' | 'userHome'>;
  readonly dry: boolean;
}

/** A place in which hebb keeps a block: the path of the file or memory folder, and what is remembered of it. */
export interface BlockPlace extends BlockRecord {
  readonly path: string;
}

/** What became of a place. */
export interface BlockDone {
  readonly place: BlockPlace;
  /** Files that changed. */
  readonly changed: readonly string[];
  /** Why it was left as it is. */
  readonly problem?: string;
}

/** What the project that a folder belongs to knows, as text for an agent. */
async function blockFor({ store, host }: BlockDesk, folder: string): Promise<string> {
  const finder = createPlaceFinder(host.vars, store.home().projects);
  const { place, root } = await finder.placeOf(folder);
  const lines = await readInstructions(root, compact({ area: place.area, home: host.userHome }));
  const who = { project: place.project.id, user: place.user };
  return exportBlock({
    ...who,
    facts: factsOfState(store.state(), who),
    policy: store.policy(),
    secret: store.home().secret,
    isKnown: knownBy(readKnown(lines.map(({ text }) => text))),
  });
}

const planOf = ({ kind, path }: BlockPlace, block: string): FileChange[] =>
  kind === 'agents-md' ? [planBlock(path, block)] : planMemory(path, block);

/** Writes the block of a place and remembers the place, so that it is renewed and can be taken away. */
export async function keepBlock(desk: BlockDesk, place: BlockPlace): Promise<BlockDone> {
  const { store, dry } = desk;
  const { path, ...record } = place;
  const plan = planOf(place, await blockFor(desk, place.folder));
  const known = store.home().blocks?.[path];
  if (known?.kind !== record.kind || known.folder !== record.folder)
    store.updateHome((home) => ({ ...home, blocks: { ...home.blocks, [path]: record } }));
  return { place, changed: pathsOf(applyChanges(store.files, plan, dry)) };
}

const pathsOf = (changes: readonly FileChange[]): string[] => changes.map(({ path }) => path);

/** Takes the block of a place out; the files are as they were without it. */
export function dropBlock({ store, dry }: BlockDesk, place: BlockPlace): BlockDone {
  const { kind, path } = place;
  const plan = kind === 'agents-md' ? [planBlockOut(path)] : planMemoryOut(path);
  const changed = pathsOf(applyChanges(store.files, plan, dry));
  if (kind === 'claude-memory') dropEmptyFolders(path, dry);
  forgetPlaces(store, [path]);
  return { place, changed };
}

function forgetPlaces(store: Store, paths: readonly string[]): void {
  if (!paths.some((path) => path in (store.home().blocks ?? {}))) return;
  store.updateHome((home) => ({
    ...home,
    blocks: Object.fromEntries(Object.entries(home.blocks ?? {}).filter(([path]) => !paths.includes(path))),
  }));
}

const placesIn = (store: Store): BlockPlace[] =>
  Object.entries(store.home().blocks ?? {}).map(([path, record]) => ({ path, ...record }));

/** What is in the way of one place must not keep the others from their turn. */
async function tried(place: BlockPlace, work: () => Promise<BlockDone> | BlockDone): Promise<BlockDone> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HebbError)) throw error;
    return { place, changed: [], problem: error.failure.message };
  }
}

const stands = ({ kind, path }: BlockPlace): boolean =>
  kind === 'agents-md' ? hasBlock(path) : hasMemory(path);

/**
 * Brings every block that stands up to what is known now. One that a person took out is not written again, and one whose project is gone
 * stays as it is. One entry a place that changed or could not.
 */
export async function renewBlocks(desk: BlockDesk): Promise<BlockDone[]> {
  const places = placesIn(desk.store);
  forgetPlaces(
    desk.store,
    places.filter((place) => !stands(place)).map(({ path }) => path),
  );
  const done: BlockDone[] = [];
  for (const place of places.filter((one) => stands(one) && fs.existsSync(one.folder)))
    done.push(await tried(place, () => keepBlock(desk, place)));
  return done.filter(({ changed, problem }) => changed.length > 0 || problem !== undefined);
}

/** Takes every block out that hebb keeps anywhere: for `hebb export --remove-all` and for uninstalling. */
export async function dropAllBlocks(desk: BlockDesk): Promise<BlockDone[]> {
  const done: BlockDone[] = [];
  for (const place of placesIn(desk.store)) done.push(await tried(place, () => dropBlock(desk, place)));
  return done;
}

/** Places, for people. */
export const placeBlocks = (done: readonly BlockDone[], what: string): Block[] =>
  done.map(({ place, changed, problem }): Block => {
    const names = changed.length > 0 ? changed : [place.path];
    return problem === undefined
      ? { kind: 'item', text: `${what}: ${names.join(', ')}`, tone: 'good' }
      : { kind: 'item', text: `left: ${place.path}`, detail: [problem], tone: 'warn' };
  });

/** Places, for `--json`. */
export const placeData = (done: readonly BlockDone[]) =>
  done.map(({ place, changed, problem }) => ({
    kind: place.kind,
    path: place.path,
    changed: [...changed],
    problem: problem ?? null,
  }));

/** The memory folder that Claude Code keeps for a project in this folder of its configuration. */
export function memoryFolderOf(config: string, slug: string): string | undefined {
  const projects = join(config, 'projects');
  if (slug.length <= longestSlug) return join(projects, slug, 'memory');
  const names = fs.existsSync(projects) ? fs.readdirSync(projects) : [];
  const cut = names.filter((name) => name.startsWith(slug.slice(0, longestSlug)));
  return cut.length === 1 && cut[0] !== undefined ? join(projects, cut[0], 'memory') : undefined;
}

/** Longer names of folders are cut by the client, with a hash that only it knows. */
const longestSlug = 200;
