import { join } from 'node:path';
import { compact, dictsAt, isDict, stringAt, stringsAt } from '../domain/json.ts';
import { printOf } from '../domain/print.ts';
import type { KnownSentence } from '../pipeline/injection-known.ts';
import { instructionsStamp, placeStamp } from '../sources/place-stamp.ts';
import type { Files } from '../store/files.ts';
import type { Paths } from '../store/paths.ts';
import type { CommandInput } from './command.ts';

/** Where a session works, who works there, and what the instruction files of the place say. */
export interface SessionPlace {
  readonly project: string;
  readonly user: string;
  readonly root: string;
  readonly area?: string;
  readonly known: readonly KnownSentence[];
}

/** A place as it was looked up, and what must still look the same. */
interface KeptPlace extends SessionPlace {
  readonly stamp: string;
}

/** What a place is looked up with. */
export interface PlaceInput extends Pick<CommandInput, 'host'> {
  readonly files: Files;
  readonly paths: Paths;
  readonly cwd: string;
}

/**
 * The place of a session. Looking one up starts git twice and reads instruction files, which costs more than all the rest of a prompt:
 * it is kept in `cache/places/`, and used as long as nothing that it was read from looks otherwise.
 */
export async function findSessionPlace(input: PlaceInput): Promise<SessionPlace> {
  const { host, files, paths, cwd } = input;
  const path = join(paths.cache, 'places', `${printOf(cwd)}.json`);
  const kept = readKept(files.read(path));
  if (kept && kept.stamp === (await stampOf(input, kept))) return kept;
  const place = await lookUp(input);
  const stamp = await stampOf(input, place);
  files.ensureFolder(join(paths.cache, 'places'));
  files.replace(path, `${JSON.stringify({ ...place, stamp, seenBy: host.userName })}\n`);
  return place;
}

/** Folders whose instruction files count. */
const rootsOf = ({ root, area }: Pick<SessionPlace, 'root' | 'area'>): string[] =>
  root === '' ? [] : [root, ...(area === undefined ? [] : [join(root, area)])];

async function stampOf({ host, files, paths, cwd }: PlaceInput, place: SessionPlace): Promise<string> {
  const vars = { ...host.vars, HOME: host.userHome };
  const projects = printOf(projectsIn(files.read(paths.state)));
  return `${await placeStamp(cwd, vars)} ${instructionsStamp(rootsOf(place), host.userHome)} ${projects}`;
}

/** What the home knows of projects, as text: when that changes, a folder may belong to another. */
function projectsIn(state: string | undefined): string {
  const from = state?.indexOf('"projects"') ?? -1;
  return from < 0 ? '' : (state?.slice(from) ?? '');
}

async function lookUp({ host, files, paths, cwd }: PlaceInput): Promise<SessionPlace> {
  const [{ createPlaceFinder }, { readInstructions }, { readHomeState }, { readKnown }] = await Promise.all([
    import('../sources/places.ts'),
    import('../sources/instructions.ts'),
    import('../store/home-state.ts'),
    import('../pipeline/injection-known.ts'),
  ]);
  const projects = readHomeState({ files, paths })?.projects ?? {};
  const { place, root } = await createPlaceFinder(host.vars, projects).placeOf(cwd);
  const { area } = place;
  const lines = root === '' ? [] : await readInstructions(root, compact({ area, home: host.userHome }));
  const known = readKnown(lines.map(({ text }) => text));
  return compact({ project: place.project.id, user: place.user, root, area, known });
}

function readKept(text: string | undefined): KeptPlace | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isDict(value)) return undefined;
    const [project, user, root, stamp] = ['project', 'user', 'root', 'stamp'].map((key) =>
      stringAt(value, key),
    );
    if (project === undefined || user === undefined || root === undefined || stamp === undefined)
      return undefined;
    const known = dictsAt(value, 'known').map((one) => ({
      text: stringAt(one, 'text') ?? '',
      terms: stringsAt(one, 'terms'),
    }));
    return compact({ project, user, root, stamp, area: stringAt(value, 'area'), known });
  } catch {
    return undefined;
  }
}
