import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import glob from 'fast-glob';
import type { SkillProblem } from '../domain/skill-document.ts';

/** A SKILL.md as it lies on the disk; what it says is `parseSkill`'s to tell. */
export interface SkillFile {
  /** Path of the SKILL.md, as asked for. */
  readonly path: string;
  /** Name of its folder, which should be that of the skill. */
  readonly folder: string;
  /** Empty when it could not be read; `problems` says why. */
  readonly text: string;
  /** Other files of the skill, relative to its folder, sorted; at most `MOST_FILES`. */
  readonly files: readonly string[];
  readonly problems: readonly SkillProblem[];
}

/** How a skill is read. */
export interface SkillReading {
  /**
   * A folder that no link may leave. Given when skills of others are taken in: then a link that was checked out as a text is
   * followed, and one that leads elsewhere is refused.
   */
  readonly within?: string;
}

/** A SKILL.md larger than this is none. */
const MOST_BYTES = 1_048_576;
/** Files of one skill that are listed, and skills below one folder. */
const MOST_FILES = 2_000;
const NAMES = ['SKILL.md', 'skill.md'];
const SEARCH = {
  onlyFiles: true,
  dot: true,
  followSymbolicLinks: false,
  suppressErrors: true,
  ignore: ['**/node_modules/**', '**/.git/**'],
};

const problem = (rule: string, text: string): SkillProblem => ({ rule, line: 1, text });

/** The SKILL.md files that a path stands for: itself, the one in it, else all below it, sorted. None when there is none. */
export async function findSkillFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return [path];
  if (!found?.isDirectory()) return [];
  const here = await glob(NAMES, { ...SEARCH, cwd: path, onlyFiles: false });
  const names =
    here.length > 0 ? here.sort().slice(0, 1) : await glob('**/{SKILL,skill}.md', { ...SEARCH, cwd: path });
  return names
    .sort()
    .slice(0, MOST_FILES)
    .map((name) => join(path, name));
}

/** Reads one SKILL.md and lists its neighbours. Never throws: what stands in the way is among the problems. */
export async function readSkillFile(path: string, { within }: SkillReading = {}): Promise<SkillFile> {
  const absolute = resolve(path);
  const folder = basename(dirname(absolute));
  const read = within === undefined ? await readText(absolute) : await readWithin(absolute, within);
  const named =
    basename(absolute) === 'skill.md'
      ? [problem('file.name', 'the file is named skill.md: most readers look for SKILL.md')]
      : [];
  return {
    path,
    folder,
    text: read.text,
    files: await neighbours(absolute),
    problems: [...named, ...read.problems],
  };
}

interface Read {
  readonly text: string;
  readonly problems: readonly SkillProblem[];
}

async function readText(path: string): Promise<Read> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES)
      return {
        text: '',
        problems: [problem('file.too-large', `the file has ${size} bytes, at most ${MOST_BYTES} are read`)],
      };
    const bytes = await readFile(path);
    const text = bytes.toString('utf8');
    const isText = Buffer.from(text, 'utf8').equals(bytes);
    return { text, problems: isText ? [] : [problem('file.not-utf8', 'the file is not UTF-8')] };
  } catch {
    return { text: '', problems: [problem('file.unreadable', 'the file cannot be read')] };
  }
}

/** Reads a file whose real place is inside a folder; follows a link that is stored as a text. */
async function readWithin(path: string, root: string): Promise<Read> {
  if (!(await isInside(path, root))) return outside;
  const read = await readText(path);
  const target = read.text.trim();
  const isLink =
    (await lstat(path).catch(() => undefined))?.isFile() && /^[^\s:*?"<>|#]{1,500}\.md$/i.test(target);
  if (!isLink) return read;
  const linked = resolve(dirname(path), target);
  const follows = linked !== path && (await isInside(linked, root));
  return follows ? readText(linked) : outside;
}

const outside: Read = {
  text: '',
  problems: [problem('file.outside', 'the file is a link that leads out of the folder, or nowhere')],
};

async function isInside(path: string, root: string): Promise<boolean> {
  const [real, base] = await Promise.all([realpath(path), realpath(root)]).catch(() => ['', '/']);
  return (
    real === base || (real ?? '').startsWith((base ?? '').endsWith(sep) ? (base ?? '') : `${base}${sep}`)
  );
}

async function neighbours(path: string): Promise<string[]> {
  const names = await glob('**/*', { ...SEARCH, cwd: dirname(path) });
  return names
    .filter((name) => name !== basename(path))
    .sort()
    .slice(0, MOST_FILES);
}
