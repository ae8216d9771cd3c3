import * as fs from 'node:fs';
import type { Files } from '../store/files.ts';
import { type CommandInput, textOption } from './command.ts';
import { findSessionPlace } from './inject-place.ts';

/** Where is asked from: the project, its folder, and the person. */
export interface RecallPlace {
  readonly project: string;
  readonly user: string;
  readonly root: string;
  readonly area?: string;
}

/** The place that a question is about: `--project`, else the working folder, which is known without a process once it was looked up. */
export async function findRecallPlace(input: CommandInput): Promise<RecallPlace> {
  const { host, door } = input;
  const { files, paths } = door.bare();
  if (textOption(input.options, 'project') === undefined)
    return findSessionPlace({
      host,
      files: careful(files, fs.existsSync(paths.state)),
      paths,
      cwd: host.cwd,
    });
  const { finderOf, findHere } = await import('./here.ts');
  const { place, root } = await findHere(input, finderOf(input, await door.read()));
  return { project: place.project.id, user: place.user, root };
}

/** A pen for what only saves time: where no home is it makes none, and a disk that cannot be written is no failure. */
function careful(files: Files, writes: boolean): Files {
  const attempt = (work: () => void): void => {
    try {
      if (writes) work();
    } catch {}
  };
  return {
    ...files,
    ensureFolder: (path) => attempt(() => files.ensureFolder(path)),
    replace: (path, data) => attempt(() => files.replace(path, data)),
  };
}

/** Whose memories may be seen from a place: those for everybody, the person's, the project's. */
export const ownersHere = ({ project, user }: Pick<RecallPlace, 'project' | 'user'>): string[] => [
  'global',
  `user:${user}`,
  `project:${project}`,
];
