import * as fs from 'node:fs';
import glob from 'fast-glob';
import { adapters } from '../clients/adapters.ts';
import type { ClientEnv } from '../clients/client.ts';
import type { ClientSetup } from '../clients/client-setup.ts';
import { type HookSight, homesIn, pathsIn, seeHooks } from '../clients/hook-sight.ts';
import type { ClientSight } from '../domain/diagnosis.ts';
import { compact } from '../domain/json.ts';
import { daysBetween } from '../domain/time.ts';
import type { HomeState } from '../store/home-state.ts';
import type { CommandInput } from './command.ts';
import { realPathOf } from './export-target.ts';
import { clientsUsed } from './init-clients.ts';

/** What a home remembers of hooks. */
type Remembered = Pick<HomeState, 'captured' | 'installs'>;

/** When a client's sessions were last written, ISO, newest last; none for a client whose sessions lie in no files. */
async function sessionTimes(client: string, env: ClientEnv): Promise<string[]> {
  const adapter = adapters.find(({ name }) => name === client);
  if (!adapter) return [];
  const files = await glob(adapter.transcriptGlobs(env), {
    suppressErrors: true,
    followSymbolicLinks: false,
  });
  const times = files
    .filter((file) => adapter.isTranscript(file))
    .flatMap((file) => {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      return stat ? [stat.mtime.toISOString()] : [];
    });
  return times.sort();
}

const countOf = (trust: HookSight['trust'], which: string): number =>
  (trust ?? []).filter((one) => one === which).length;

/** Looks at every client that is used on this machine: its settings, what they start, and whether anything comes from it. */
export async function seeClients({ host, door }: CommandInput, home: Remembered): Promise<ClientSight[]> {
  const env = { home: host.userHome, vars: host.vars };
  const { paths } = door.bare();
  const used = clientsUsed(env);
  return Promise.all(used.map((setup) => seeClient(setup, { env, home, folder: paths.home })));
}

interface Seeing {
  readonly env: ClientEnv;
  readonly home: Remembered;
  /** Folder of this home. */
  readonly folder: string;
}

async function seeClient(setup: ClientSetup, { env, home, folder }: Seeing): Promise<ClientSight> {
  const { client, title } = setup;
  const hooks = seeHooks(setup, env);
  const eventAt = home.captured?.[client];
  const since = eventAt ?? hooks.changedAt ?? '';
  const times = await sessionTimes(client, env);
  const fresh = times.filter((at) => at > since);
  const newestAt = times.at(-1);
  const paths = new Set(hooks.commands.flatMap(pathsIn));
  const homes = new Set(hooks.commands.flatMap(homesIn));
  const here = realPathOf(folder);
  return compact({
    client,
    title,
    file: hooks.path,
    isInstalled: hooks.commands.length > 0,
    wasInstalled:
      hooks.commands.length > 0 || eventAt !== undefined || home.installs?.[hooks.path] !== undefined,
    problem: hooks.problem,
    lost: [...paths].filter((path) => !fs.existsSync(path)),
    otherHomes: [...homes].filter((one) => realPathOf(one) !== here),
    trust: {
      untrusted: countOf(hooks.trust, 'untrusted'),
      changed: countOf(hooks.trust, 'changed'),
      off: countOf(hooks.trust, 'off'),
    },
    eventAt,
    sessions: compact({ count: fresh.length, newestAt }),
    silentDays: newestAt === undefined || since === '' ? 0 : Math.max(0, daysBetween(since, newestAt)),
  });
}
