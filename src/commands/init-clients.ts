import * as fs from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { ClientEnv } from '../clients/client.ts';
import type { ClientSetup, CommandFolder, HookFile, PluginFile } from '../clients/client-setup.ts';
import { commandsOf, type ProgramCall, quotedIfNeeded } from '../clients/hook-command.ts';
import { ownerOfFile, signedFile } from '../clients/own-file.ts';
import { clientNames, clientSetupOf, clientSetups } from '../clients/settings.ts';
import { hasOwnHooks, isFaithful, mergeHooks, problemIn, removeHooks } from '../clients/settings-hooks.ts';
import { slashCommands } from '../clients/slash-commands.ts';
import { fail, HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { isDict } from '../domain/json.ts';
import type { InstallRecord } from '../store/home-state.ts';
import type { Store } from '../store/store.ts';
import { type FilePlan, findFile, missingFolders } from './init-files.ts';

/** What plans for clients are made with. */
export interface Installing {
  readonly store: Store;
  readonly env: ClientEnv;
  readonly program: ProgramCall;
  /** Root of the project whose own settings are meant; undefined for the user's. */
  readonly root: string | undefined;
}

/** This program for hooks; npx would be gone, or fetched anew, when a hook calls it. */
export function programOf({ program }: Host, home: string): ProgramCall {
  if (program.script !== '' && !/[\\/]_npx[\\/]/.test(program.script)) return { ...program, home };
  throw fail(
    'init.program',
    `hooks need a program that stays where it is, this is ${program.script || 'none'}`,
    'npm install --global hebb, then hebb init',
  );
}

/** Whether a client is used here: its folder is there, or its program on the PATH. */
export function isUsed(setup: ClientSetup, env: ClientEnv): boolean {
  const folders = (env.vars.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return (
    fs.existsSync(setup.folder(env)) ||
    folders.some((folder) => setup.programs.some((name) => fs.existsSync(join(folder, name))))
  );
}

/** The clients of these names. */
export function clientsNamed(names: readonly string[]): readonly ClientSetup[] {
  return names.map((name) => {
    const setup = clientSetupOf(name);
    if (setup) return setup;
    throw new HebbError(
      fail('usage.client', `--client ${name}: not a client`, `one of ${clientNames.join(', ')}`).failure,
      2,
    );
  });
}

/** Every client that is used here. */
export const clientsUsed = (env: ClientEnv): readonly ClientSetup[] =>
  clientSetups.filter((setup) => isUsed(setup, env));

/** The call of this program in the text of a command; the home where it is not the usual one. */
export function wordsOf({ node, script, home }: ProgramCall, env: ClientEnv): string {
  const call = `${quotedIfNeeded(node)} ${quotedIfNeeded(script)}`;
  return home === usualHome(env) ? call : `HEBB_HOME=${quotedIfNeeded(home)} ${call}`;
}

const usualHome = ({ home }: ClientEnv): string => join(home, '.hebb');

/** How the client is told of the MCP server. */
export function mcpAdvice(setup: ClientSetup, { program, env }: Pick<Installing, 'program' | 'env'>): string {
  const isUsual = program.home === usualHome(env);
  return setup.registerMcp({
    command: program.node,
    args: [program.script, 'mcp'],
    env: isUsual ? {} : { HEBB_HOME: program.home },
  });
}

const pathOf = (place: HookFile | PluginFile | CommandFolder, { env, root }: Installing): string =>
  root === undefined ? place.user(env) : join(root, place.project);

/** A record keeps the folders that an earlier run made. */
function recordOf({ store }: Installing, path: string, fresh: Omit<InstallRecord, 'folders'>): InstallRecord {
  const known = store.home().installs?.[path]?.folders ?? [];
  return { ...fresh, folders: [...new Set([...known, ...missingFolders(dirname(path))])] };
}

const rights = { settings: 0o600, file: 0o644 } as const;

/** Whether hebb's plugin is turned on in these settings: its hooks do the same as those of the file. */
function hasPlugin(text: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(text?.replace(/^\ufeff/, '') ?? 'null');
    const plugins = isDict(value) && isDict(value.enabledPlugins) ? value.enabledPlugins : {};
    return Object.entries(plugins).some(([name, isOn]) => name.startsWith('hebb@') && isOn === true);
  } catch {
    return false;
  }
}

function planHooks(installing: Installing, setup: ClientSetup, file: HookFile): FilePlan {
  const path = pathOf(file, installing);
  const found = findFile(path);
  const { text } = found;
  const base = { client: setup.client, path, before: text, mode: rights.settings, isShared: true };
  const left = (problem: string): FilePlan => ({ ...base, after: text, record: undefined, problem });
  if (found.problem !== undefined) return left(found.problem);
  const start = { text, filled: installing.store.home().installs?.[path]?.filled ?? {} };
  const wrong = problemIn(start);
  if (wrong) return left(`${wrong.line}:${wrong.column}: ${wrong.what}`);
  if (hasPlugin(text) && !hasOwnHooks(start, file.shape))
    return left('the plugin hebb is turned on here, which has the same hooks');
  const { program, store } = installing;
  const wanted = file.wanted(commandsOf(setup.client, store.paths.spool, program));
  const merged = mergeHooks(start, wanted, file.shape);
  if (!isFaithful(start, merged, file.shape)) return left('more than the entries of hebb would change');
  const record = recordOf(installing, path, { client: setup.client, kind: 'hooks', filled: merged.filled });
  return { ...base, after: merged.text, record };
}

/** A file that hebb writes whole. */
interface WholeFile {
  readonly path: string;
  readonly text: string;
  readonly comment: readonly [string, string];
}

function planWhole(installing: Installing, client: string, { path, text, comment }: WholeFile): FilePlan {
  const { secret } = installing.store.home();
  const found = findFile(path);
  const base = { client, path, before: found.text, mode: rights.file, isShared: false };
  const left = (problem: string): FilePlan => ({ ...base, after: found.text, record: undefined, problem });
  if (found.problem !== undefined) return left(found.problem);
  const owner = found.text === undefined ? 'own' : ownerOfFile(found.text, comment, secret);
  if (owner === 'foreign') return left('a file of yours has this name');
  if (owner === 'edited') return left('it was edited, or written by another home; it stays as it is');
  const record = recordOf(installing, path, { client, kind: 'file' });
  return { ...base, after: signedFile(text, comment, secret), record };
}

const pluginComment = ['//', ''] as const;

function wholeFiles(installing: Installing, setup: ClientSetup): WholeFile[] {
  const { hooks, commands } = setup;
  const { program, env } = installing;
  const folder = pathOf(commands, installing);
  const plugin: WholeFile[] =
    hooks.kind === 'plugin'
      ? [{ path: pathOf(hooks, installing), text: hooks.text(program), comment: pluginComment }]
      : [];
  const texts = commands.files(slashCommands, wordsOf(program, env));
  return [
    ...plugin,
    ...texts.map(({ name, text }) => ({ path: join(folder, name), text, comment: commands.comment })),
  ];
}

/** What a client lacks. */
export function planInstall(installing: Installing, setup: ClientSetup): FilePlan[] {
  const { hooks, client } = setup;
  return [
    ...(hooks.kind === 'hooks' ? [planHooks(installing, setup, hooks)] : []),
    ...wholeFiles(installing, setup).map((file) => planWhole(installing, client, file)),
  ];
}

/** A file of settings without hebb's hooks; none where it holds none. */
export function planHooksOut(store: Store, path: string, setup: ClientSetup): FilePlan[] {
  const { hooks, client } = setup;
  if (hooks.kind !== 'hooks') return [];
  const found = findFile(path);
  const base = { client, path, before: found.text, mode: rights.settings, isShared: true, record: undefined };
  const start = { text: found.text, filled: store.home().installs?.[path]?.filled ?? {} };
  if (found.text === undefined)
    return found.problem ? [{ ...base, after: undefined, problem: found.problem }] : [];
  const wrong = problemIn(start);
  if (wrong) return [{ ...base, after: found.text, problem: `${wrong.line}:${wrong.column}: ${wrong.what}` }];
  if (!hasOwnHooks(start, hooks.shape)) return [];
  if (found.problem !== undefined) return [{ ...base, after: found.text, problem: found.problem }];
  const after = removeHooks(start, hooks.shape);
  return problemIn({ text: after, filled: {} })
    ? [{ ...base, after: found.text, problem: 'it would not be readable without them' }]
    : [{ ...base, after }];
}

/** A file of hebb's own that goes; none where it is somebody else's. */
export function planFileOut(store: Store, path: string, client: string): FilePlan[] {
  const found = findFile(path);
  if (found.text === undefined) return [];
  const setup = clientSetupOf(client);
  const comment =
    setup?.hooks.kind === 'plugin' && path.endsWith('.js') ? pluginComment : setup?.commands.comment;
  const owner = comment ? ownerOfFile(found.text, comment, store.home().secret) : 'foreign';
  if (owner === 'foreign') return [];
  const base = { client, path, before: found.text, mode: rights.file, isShared: false, record: undefined };
  const problem = owner === 'edited' ? 'it was edited; remove it by hand' : found.problem;
  return [problem === undefined ? { ...base, after: undefined } : { ...base, after: found.text, problem }];
}

/** Everything that hebb has in a client, taken out. */
export function planRemoval(installing: Installing, setup: ClientSetup): FilePlan[] {
  const { store } = installing;
  return [
    ...planHooksOut(store, pathOf(setup.hooks, installing), setup),
    ...wholeFiles(installing, setup).flatMap(({ path }) => planFileOut(store, path, setup.client)),
  ];
}
