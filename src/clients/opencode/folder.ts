import { join } from 'node:path';
import type { ClientEnv } from '../client.ts';

/** Where opencode keeps its data. */
export const opencodeFolder = ({ home, vars }: ClientEnv): string =>
  join(vars.XDG_DATA_HOME || join(home, '.local/share'), 'opencode');
