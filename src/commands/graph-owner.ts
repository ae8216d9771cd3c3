import type { GraphOwner } from '../domain/graph.ts';
import type { PlaceFinder } from '../sources/places.ts';
import type { CommandInput } from './command.ts';
import { findHere } from './here.ts';

/** Whose graph a command means: that of `--project`, else of the working folder's project. */
export async function graphOwnerOf(input: CommandInput, finder: PlaceFinder): Promise<GraphOwner> {
  const { place } = await findHere(input, finder);
  return { scope: 'project', project: place.project.id };
}
