import * as fs from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail } from '../domain/failure.ts';
import { sha256Of } from '../domain/identity.ts';
import { type Dict, isDict, parseJson, sortedText } from '../domain/json.ts';
import { isCarried, plainFilesIn } from './carried-files.ts';
import { carriedEntries, type HomeState } from './home-state.ts';
import { isMissing } from './reading.ts';

/** Name of the manifest in the folder of an export. */
export const manifestName = 'hebb-export.json';
/** Folder beside it that holds the files, as they lie in a home. */
export const exportRoom = 'home';

/** The manifest's version that this build writes and the newest it reads. */
const version = 1;

/** A file of an export. */
export interface ExportedFile {
  /** Relative to the home, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** What an export carries of `state.json`: nothing secret and nothing that only this machine knows. */
export type CarriedState = Pick<
  HomeState,
  'installedAt' | 'lastRunAt' | 'logRead' | 'associated' | 'projects'
>;

/** What an export holds. */
export interface ExportManifest {
  readonly v: 1;
  readonly kind: 'hebb-export';
  /** Version of the hebb that wrote it. */
  readonly hebb: string;
  /** Which home: a keyed hash, so that it tells nothing about it. */
  readonly home: string;
  /** When anything in it last changed. */
  readonly at: string;
  readonly state: CarriedState;
  readonly files: readonly ExportedFile[];
}

const schema = v.object({
  v: v.literal(version),
  kind: v.literal('hebb-export'),
  hebb: v.string(),
  home: v.string(),
  at: v.string(),
  state: v.object(carriedEntries),
  files: v.array(
    v.object({
      path: v.pipe(v.string(), v.check(isCarried, 'not a path of a home')),
      bytes: v.number(),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

/** What of a state an export carries. */
export const carriedState = ({
  installedAt,
  lastRunAt,
  logRead,
  associated,
  projects,
}: HomeState): CarriedState => ({
  installedAt,
  ...(lastRunAt === undefined ? {} : { lastRunAt }),
  logRead,
  ...(associated === undefined ? {} : { associated }),
  projects,
});

/** The text of a manifest: a file a line, and its own checksum last. */
export function manifestText(manifest: ExportManifest): string {
  const { files, ...head } = manifest;
  const rows = files.map((file) => `  ${JSON.stringify(file)}`).join(',\n');
  const lines = Object.entries(head).map(
    ([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  const list = files.length === 0 ? '[]' : `[\n${rows}\n ]`;
  return `{\n${lines.join('')} "files": ${list},\n "sha256": "${sha256Of(sortedText(manifest))}"\n}\n`;
}

/** Reads the manifest of an export; undefined where there is none. Fails when it is damaged or a newer hebb wrote it. */
export function readManifest(folder: string, name: string): ExportManifest | undefined {
  const file = `${name}/${manifestName}`;
  const text = readPlain(join(folder, manifestName), file);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (isDict(value) && value.kind === 'hebb-export' && Number(value.v) > version)
    throw fail(
      'export.newer',
      `${file}: version ${Number(value.v)}; this hebb reads version ${version}`,
      'install a newer hebb',
    );
  const parsed = v.safeParse(schema, value);
  if (parsed.success && isDict(value) && isWhole(value)) return parsed.output;
  const [issue] = parsed.issues ?? [];
  const at = issue ? (v.getDotPath(issue) ?? '') : '';
  const why = issue ? `${at}${at === '' ? '' : ': '}${issue.message}` : 'its own SHA-256 differs';
  throw fail(
    'export.changed',
    `${file}: not as it was written (${why})`,
    'take the export from its source again',
  );
}

/** Whether the manifest says what it said when its checksum was taken. */
function isWhole({ sha256, ...rest }: Dict): boolean {
  return sha256Of(sortedText(rest)) === sha256;
}

function readPlain(path: string, file: string): string | undefined {
  try {
    if (fs.lstatSync(path).isFile()) return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  throw fail('export.link', `${file}: a link, or no file`, 'an export holds plain files only');
}

const shown = 5;

/**
 * Checks a whole export: every file that the manifest names is there with its size and checksum, and nothing else lies beside them.
 * Fails with the names of what is not.
 */
export function verifyExport(folder: string, name: string): ExportManifest {
  const manifest = readManifest(folder, name);
  if (!manifest)
    throw fail(
      'export.missing',
      `${name}: no ${manifestName} here`,
      'hebb export --all <dir> writes an export',
    );
  const room = `${name}/${exportRoom}`;
  const there = new Set(plainFilesIn(join(folder, exportRoom), room));
  const problems = manifest.files.flatMap((file) => {
    const problem = there.delete(file.path)
      ? problemOf(join(folder, exportRoom, file.path), file)
      : 'missing';
    return problem === undefined ? [] : [`${room}/${file.path}: ${problem}`];
  });
  problems.push(...[...there].map((file) => `${room}/${file}: not in ${manifestName}`));
  if (problems.length === 0) return manifest;
  const more = problems.length > shown ? ` and ${problems.length - shown} more` : '';
  throw fail(
    'export.changed',
    `${problems.slice(0, shown).join('; ')}${more}`,
    'nothing was imported; take the export from its source again',
  );
}

function problemOf(path: string, { bytes, sha256 }: ExportedFile): string | undefined {
  const found = fs.readFileSync(path);
  if (found.length !== bytes) return `${found.length} bytes, not ${bytes}`;
  return sha256Of(found) === sha256 ? undefined : 'not as it was written (its SHA-256 differs)';
}
