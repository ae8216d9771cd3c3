import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { findGitFolders, realFolder } from './git-files.ts';

type Vars = Readonly<Record<string, string | undefined>>;

/** Size, time and inode of a file or folder; empty where there is none. */
function lookOf(path: string): string {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
}

/** A folder by what it is, not by what lies in it. */
function folderLook(path: string): string {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.birthtimeMs}`;
}

const inHome = (vars: Vars, ...path: string[]): string => join(vars.HOME ?? '/', ...path);

/** Files in which git keeps who the person is. */
const identityFiles = (vars: Vars): string[] => [
  vars.GIT_CONFIG_GLOBAL ?? inHome(vars, '.gitconfig'),
  join(vars.XDG_CONFIG_HOME ?? inHome(vars, '.config'), 'git', 'config'),
];

/**
 * What tells that a folder still belongs to the same project and person, read without a process of git: as long as it is equal, a place
 * that was looked up may be used again. It names the repository's own folder, its settings and those of the person.
 */
export async function placeStamp(cwd: string, vars: Vars): Promise<string> {
  const folder = await realFolder(cwd);
  const git = await findGitFolders(folder);
  const files = git ? [join(git.commonDir, 'config'), join(git.commonDir, 'shallow')] : [];
  return JSON.stringify([
    folder,
    git?.root ?? '',
    git ? folderLook(git.commonDir) : folderLook(folder),
    vars.HEBB_USER ?? '',
    ...[...files, ...identityFiles(vars)].map(lookOf),
  ]);
}

/** Where instruction files of a project, an area of it and a person lie: files, and folders of them. */
const instructionPlaces = {
  project: [
    ...['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'AGENTS.override.md', 'GEMINI.md'],
    ...['.claude/CLAUDE.md', '.claude/rules', '.cursor/rules', '.cursorrules', '.windsurfrules'],
    ...['.clinerules', '.github/copilot-instructions.md', '.github/instructions'],
  ],
  home: [
    '.claude/CLAUDE.md',
    '.claude/rules',
    '.codex/AGENTS.md',
    '.codex/AGENTS.override.md',
    '.gemini/GEMINI.md',
  ],
};

/** What tells that nobody changed the instruction files: how each of them, or its place, looks. */
export function instructionsStamp(roots: readonly string[], home: string): string {
  const places = [
    ...roots.flatMap((root) => instructionPlaces.project.map((name) => resolve(root, name))),
    ...instructionPlaces.home.map((name) => join(home, name)),
  ];
  return JSON.stringify(places.map(lookOf));
}
