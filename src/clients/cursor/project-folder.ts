import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are looked into for one transcript. */
const maxLooks = 2000;

/**
 * The folder of a transcript: it lies in `projects/<name>/agent-transcripts/`, the name being the path with everything
 * but letters and digits as `-`. Many paths have one name: it is the one that exists; undefined when there is none, or
 * the client cut the name.
 */
export function folderOfTranscript(path: string): string | undefined {
  const [, name = ''] = /\/projects\/([^/]+)\/agent-transcripts\//.exec(path.replaceAll('\\', '/')) ?? [];
  const drive = /^([a-z])-/i.exec(name)?.[1];
  const windows =
    drive === undefined ? undefined : findFolder(`${drive}:/`, name.slice(2), { left: maxLooks });
  return name === '' ? undefined : (findFolder('/', name, { left: maxLooks }) ?? windows);
}

/** The folder below `root` whose path reads as `name`. */
function findFolder(root: string, name: string, looks: { left: number }): string | undefined {
  if (looks.left-- <= 0) return undefined;
  for (const folder of foldersIn(root)) {
    const slug = folder.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
    if (slug === '' || !name.toLowerCase().startsWith(slug.toLowerCase())) continue;
    const rest = name.slice(slug.length);
    const path = join(root, folder);
    if (rest === '') return path;
    const found = rest.startsWith('-') ? findFolder(path, rest.slice(1), looks) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of the folders in a folder, longest first: what reads as more of the name is likelier. */
function foldersIn(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  } catch {
    return [];
  }
}
