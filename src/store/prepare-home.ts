import * as fs from 'node:fs';
import { join } from 'node:path';
import configTemplate from '../../templates/config.yaml.txt';
import { fail } from '../domain/failure.ts';
import { stampOf } from './checkpoint.ts';
import { diskFailure } from './disk-failure.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';

const attributes = '*.jsonl merge=union eol=lf\n*.json merge=union\n';
const ignored = 'spool/\ncache/\nlocks/\ninjected/\nstate.json\n*.tmp\n';
/** The signature by which backup programs know a folder that need not be kept. */
const cacheTag =
  'Signature: 8a477f597d28d172789f06886806bc55\n# Captured events on their way into the log.\n';

/** Makes the folders and files that every home has, where they are missing. */
export function prepareHome(files: Files, paths: Paths): void {
  checkHome(files, paths);
  for (const folder of [paths.home, paths.locks, paths.spool, paths.cache]) {
    if (!fs.existsSync(folder)) files.ensureFolder(folder);
  }
  files.create(join(paths.home, '.gitattributes'), attributes);
  files.create(join(paths.home, '.gitignore'), ignored);
  files.create(join(paths.spool, 'CACHEDIR.TAG'), cacheTag);
  files.create(paths.config, configTemplate);
}

/** What stands in the way is named at once: a file, or a folder that this user may not write. */
function checkHome(files: Files, paths: Paths): void {
  if (stampOf(paths.home) === undefined) return;
  if (!isFolder(paths.home))
    throw fail(
      'home.file',
      `${paths.home}: a file, not a folder`,
      'move it away, or set HEBB_HOME to a folder',
    );
  files.checkAccess(paths.home);
}

function isFolder(path: string): boolean {
  try {
    return fs.statSync(path).isDirectory();
  } catch (error) {
    throw diskFailure(error, path);
  }
}
