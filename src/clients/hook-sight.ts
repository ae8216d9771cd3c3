import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { isDict, stringAt } from '../domain/json.ts';
import type { ClientEnv } from './client.ts';
import type { ClientSetup } from './client-setup.ts';
import { type HookTrust, hookTrust } from './codex/hook-trust.ts';
import { hookKindOf } from './hook-command.ts';
import { jsonOf, treeOf } from './json-text.ts';
import { ownHandlers, settingsProblem } from './settings-tree.ts';

/** What stands of hebb in one client, seen from its files. */
export interface HookSight {
  /** The file of settings, or of hebb's plugin. */
  readonly path: string;
  /** When that file last changed, ISO; absent where there is none. */
  readonly changedAt?: string;
  /** Commands of hebb's own in it; for a plugin one. */
  readonly commands: readonly string[];
  /** Why the file cannot be read, or why the client runs nothing of it. */
  readonly problem?: string;
  /** How far the client trusts each of them; absent where it asks nobody. */
  readonly trust?: readonly HookTrust[];
}

function readIf(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Looks at the user's own file of a client. Nothing is written. */
export function seeHooks(setup: ClientSetup, env: ClientEnv): HookSight {
  const path = setup.hooks.user(env);
  const text = readIf(path);
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  const changed = stat ? { changedAt: stat.mtime.toISOString() } : {};
  if (text === undefined) return { path, ...changed, commands: [] };
  if (setup.hooks.kind === 'plugin') return { path, ...changed, commands: [text] };
  const bare = text.replace(/^\uFEFF/, '');
  const wrong = settingsProblem(bare);
  if (wrong)
    return { path, ...changed, commands: [], problem: `${wrong.line}:${wrong.column}: ${wrong.what}` };
  const commands = bare.trim() === '' ? [] : commandsIn(bare, setup.hooks.shape.isNested);
  return { path, ...changed, commands, ...turnedOff(bare, commands), ...trustIn(setup, env, text) };
}

const commandsIn = (text: string, isNested: boolean): string[] =>
  ownHandlers(treeOf(text), isNested).map(({ node }) => {
    const value = jsonOf(node);
    return isDict(value) ? (stringAt(value, 'command') ?? '') : '';
  });

/** Claude Code has a switch for all hooks. */
function turnedOff(text: string, commands: readonly string[]): { readonly problem?: string } {
  if (commands.length === 0) return {};
  const value = jsonOf(treeOf(text));
  return isDict(value) && value.disableAllHooks === true
    ? { problem: 'disableAllHooks turns every hook off' }
    : {};
}

function trustIn(
  setup: ClientSetup,
  env: ClientEnv,
  hooks: string,
): { readonly trust?: readonly HookTrust[] } {
  if (setup.client !== 'codex') return {};
  const path = setup.hooks.user(env);
  const config = readIf(join(setup.folder(env), 'config.toml')) ?? '';
  return { trust: hookTrust({ path, hooks, config }) };
}

/** A word that sh takes literally, as `quoted` writes it. */
const shellWord = /((?:'[^']*'|\\')+)/;
const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|\\'/g, (_, inside?: string) => inside ?? "'");

const wordsAfter = (text: string, before: string): string[] =>
  [...text.matchAll(new RegExp(`${before}${shellWord.source}`, 'g'))].map(([, word = '']) => unquoted(word));

/** Texts that a plugin keeps in constants. */
const constants = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^const ${name} = ("(?:[^"\\\\\\n]|\\\\.)*");`, 'gm'))].flatMap(
    ([, literal = '']) => {
      try {
        const value: unknown = JSON.parse(literal);
        return typeof value === 'string' ? [value] : [];
      } catch {
        return [];
      }
    },
  );

/** What a command or plugin of hebb's starts or writes to on this machine: absolute paths. */
export function pathsIn(command: string): string[] {
  const isPlugin = hookKindOf(command) === undefined;
  const found = isPlugin ? constants(command, '(?:home|script)') : wordsAfter(command, '[=\\s]');
  return [...new Set(found.filter((path) => path.startsWith('/')))];
}

/** The home that a command or plugin works on: by its spool, or by what it hands on. */
export function homesIn(command: string): string[] {
  if (hookKindOf(command) === undefined) return constants(command, 'home');
  return [...wordsAfter(command, '\\bd=').map(dirname), ...wordsAfter(command, '\\bHEBB_HOME=')];
}
