import type { GraphOwner } from '../domain/graph.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { finderOf, findHere, rememberProjects } from './here.ts';

/** Whose graph a command means: that of `--project`, else of the working folder's project. */
export async function graphOwnerOf(input: CommandInput, store: Store): Promise<GraphOwner> {
  const finder = finderOf(input, store);
  const { place } = await findHere(input, finder);
  rememberProjects(store, finder);
  return { scope: 'project', project: place.project.id };
}
