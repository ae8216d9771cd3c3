import * as fs from 'node:fs';
import { join } from 'node:path';
import configTemplate from '../../templates/config.yaml.txt';
import { fail } from '../domain/failure.ts';
import { diskFailure, type Files } from './files.ts';
import type { Paths } from './paths.ts';

const attributes = '*.jsonl merge=union eol=lf\n*.json merge=union\n';
const ignored = 'spool/\ncache/\nlocks/\nstate.json\n*.tmp\n';
/** The signature by which backup programs know a folder that need not be kept. */
const cacheTag =
  'Signature: 8a477f597d28d172789f06886806bc55\n# Captured events on their way into the log.\n';

/** Makes the folders and files that every home has, where they are missing. */
export function prepareHome(files: Files, paths: Paths): void {
  checkHome(paths);
  for (const folder of [paths.home, paths.locks, paths.spool, paths.cache]) {
    if (!fs.existsSync(folder)) files.ensureFolder(folder);
  }
  files.create(join(paths.home, '.gitattributes'), attributes);
  files.create(join(paths.home, '.gitignore'), ignored);
  files.create(join(paths.spool, 'CACHEDIR.TAG'), cacheTag);
  files.create(paths.config, configTemplate);
}

function checkHome(paths: Paths): void {
  try {
    if (fs.statSync(paths.home).isDirectory())
      fs.accessSync(paths.home, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    else
      throw fail(
        'home.file',
        `${paths.home}: a file, not a folder`,
        'move it away, or set HEBB_HOME to a folder',
      );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw diskFailure(error, paths.home);
  }
}
