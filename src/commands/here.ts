import { fail } from '../domain/failure.ts';
import type { Memory } from '../domain/memory.ts';
import { createPlaceFinder, type FoundPlace, type PlaceFinder } from '../sources/places.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, textOption } from './command.ts';

/** The finder over the projects that this home knows. */
export const finderOf = ({ host }: CommandInput, store: Store): PlaceFinder =>
  createPlaceFinder(host.vars, store.home().projects);

/** The place that a command acts on: `--project`, else the working folder. */
export async function findHere(input: CommandInput, finder: PlaceFinder): Promise<FoundPlace> {
  const called = textOption(input.options, 'project');
  if (called === undefined) return finder.placeOf(input.host.cwd);
  const found = await finder.find(called);
  if (found) return found;
  const known = Object.values(finder.projects()).map(({ name }) => name);
  const names = known.length > 0 ? `known here: ${known.slice(0, 8).join(', ')}` : 'no project is known yet';
  throw fail(
    'project.unknown',
    `no project is called ${called}`,
    `name one by path, or by name or id; ${names}`,
  );
}

/** Keeps what was learned about projects; nothing is written when nothing is new. */
export function rememberProjects(store: Store, finder: PlaceFinder): void {
  const projects = finder.projects();
  if (JSON.stringify(projects) === JSON.stringify(store.home().projects)) return;
  store.updateHome((home) => ({ ...home, projects: { ...home.projects, ...projects } }));
}

/** Memories that concern this place: the project's, the person's, and with `wide` those for every project. */
export function concerns(memory: Memory, { place }: FoundPlace, wide: boolean): boolean {
  if (memory.scope === 'global') return wide;
  return memory.scope === 'user' ? memory.user === place.user : memory.project === place.project.id;
}
