import { join, resolve } from 'node:path';
import type { Host } from '../domain/host.ts';

/** The folder of the home: `$HEBB_HOME`, else `~/.hebb`. */
export const homeFolder = (host: Pick<Host, 'cwd' | 'vars' | 'userHome'>): string =>
  resolve(host.cwd, host.vars.HEBB_HOME || join(host.userHome, '.hebb'));
