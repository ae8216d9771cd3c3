import { parseShell, type ShellCommand } from '../text/shell.ts';
import { commandRules as rules } from './command-rules.ts';
import { pathKind } from './git-rules.ts';

/** What a command line is about. */
export interface CommandShape {
  /** First program that matters and its subcommand: `npm run lint`, `git commit`, `vitest`. Empty when there is none. */
  readonly shape: string;
  /** True when the exit status of the line is not that of this command. */
  readonly masked: boolean;
  /** Its arguments, flags included, after the shape's own words. */
  readonly rest: readonly string[];
}

const MAX_NESTING = 3;
const SUBCOMMAND = /^[A-Za-z][\w:.@/-]{0,60}$/;

const baseName = (word: string): string =>
  word.slice(word.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd|bat)$/i, '');

/** Drops flags (with the value that some take), assignments, `--` and durations from the front. */
function skipFlags(words: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let at = 0;
  for (let word = words[at]; word !== undefined && /^(?:-|\+\w|\w+=|\d+[smh]?$)/.test(word); word = words[at])
    at += valued.has(word) ? 2 : 1;
  return words.slice(at);
}

/** Takes off `sudo`, `npx`, `poetry run` and the like, and the folder of the program. */
function unwrap(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...more] = words;
  const program = baseName(first);
  if (rules.wrappers.has(`${program} ${second}`) && more.length > 0)
    return unwrap(skipFlags(more, rules.wrapperValues));
  const rest = skipFlags(words.slice(1), rules.wrapperValues);
  if (rules.wrappers.has(program) && rest.length > 0) return unwrap(rest);
  return program === '' ? words : [program, ...words.slice(1)];
}

/** One simple command: what it is, and what it was given. */
export interface Reading {
  /** Program and subcommand or script; empty when there is no program. */
  readonly parts: readonly string[];
  /** Arguments after them, flags included. */
  readonly rest: readonly string[];
}

function readSubcommand(program: string, args: readonly string[]): Reading {
  const [sub, ...rest] = skipFlags(args, rules.flagValues);
  if (sub === undefined || !SUBCOMMAND.test(sub)) return { parts: [program], rest: args };
  const [third, ...after] = skipFlags(rest, rules.flagValues);
  const deep = third !== undefined && rules.twoSubcommands.has(`${program} ${sub}`) && SUBCOMMAND.test(third);
  return deep ? { parts: [program, sub, third], rest: after } : { parts: [program, sub], rest };
}

function readScript(program: string, args: readonly string[]): Reading {
  const isTestFlag = (word: string): boolean => rules.testFlags.has(`${program} ${word}`);
  if (args.some(isTestFlag))
    return { parts: [program, 'test'], rest: args.filter((word) => !isTestFlag(word)) };
  const [script, ...rest] = skipFlags(args, rules.flagValues);
  if (script === undefined || args[0]?.startsWith('-c') || args[0]?.startsWith('-e'))
    return { parts: [program], rest: args };
  const name = baseName(script);
  const managed = name === 'manage.py' || name === 'artisan';
  const sub = managed ? rest[0] : undefined;
  return /^[\w.-]{1,60}$/.test(name)
    ? {
        parts: sub === undefined ? [program, name] : [program, name, sub],
        rest: sub === undefined ? rest : rest.slice(1),
      }
    : { parts: [program], rest: args };
}

/** Program, subcommand and arguments of one simple command. */
function readCommand(words: readonly string[]): Reading {
  const [program = '', ...args] = unwrap(words);
  if (rules.subcommands.has(program)) return readSubcommand(program, args);
  if (rules.interpreters.has(program)) return readScript(program, args);
  return { parts: program === '' ? [] : [program], rest: args };
}

/** The line inside `bash -lc "…"`, if the command is one. */
function innerLine(words: readonly string[]): string | undefined {
  const [program = '', flag = '', line] = unwrap(words);
  return rules.shells.has(program) && /^-\w{0,3}c$/.test(flag) ? line : undefined;
}

/** Whether a command only prepares or announces: the one that matters comes after it. */
export function isPreparing({ parts: [program = '', sub = ''] }: Reading): boolean {
  return program === '' || rules.preparing.has(program) || rules.preparing.has(`${program} ${sub}`);
}

/** Every simple command of a line, in order; `bash -lc "…"` is what it runs. */
export const readCommands = (line: string, nesting = 0): Reading[] =>
  parseShell(line).flatMap(({ words }) => {
    const inner = nesting < MAX_NESTING ? innerLine(words) : undefined;
    return inner === undefined ? [readCommand(words)] : readCommands(inner, nesting + 1);
  });

/** The exit status reaches the end of the line: every later end is `&&`, and the command feeds no pipe. */
function isMasked(commands: readonly ShellCommand[], index: number): boolean {
  const last = commands.length - 1;
  return commands
    .slice(index)
    .some(({ end }, after) => end !== '&&' && !(index + after === last && end !== '&'));
}

/** The shape of a command line, parsed: `cd web && CI=1 npx vitest run | tail` is `vitest`, masked. */
export function commandShape(line: string, nesting = 0): CommandShape {
  const commands = parseShell(line);
  const found = commands.findIndex(({ words }) => !isPreparing(readCommand(words)));
  const index = Math.max(found, 0);
  const command = commands[index];
  if (!command) return { shape: '', masked: false, rest: [] };
  const inner = nesting < MAX_NESTING ? innerLine(command.words) : undefined;
  const masked = isMasked(commands, index);
  if (inner !== undefined) {
    const nested = commandShape(inner, nesting + 1);
    return { ...nested, masked: masked || nested.masked };
  }
  const { parts, rest } = readCommand(command.words);
  return { shape: parts.join(' '), masked, rest };
}

const firstWords = (shape: string): string => shape.split(' ', 2).join(' ');

/** True when the shape tests, lints, builds or checks types: what tells whether the work holds. */
export function isCheck(shape: string): boolean {
  const [program = '', ...words] = shape.split(' ');
  if (rules.checkPrograms.has(program)) return true;
  // A test that is run by hand: `node --test`, `python test_cart.py`.
  if (rules.interpreters.has(program) && (words[0] === 'test' || pathKind(words[0] ?? '') === 'test'))
    return true;
  const runs = rules.runners.has(program) || words[0] === 'manage.py';
  // A package manager runs the programs of the project by name: `pnpm vitest`, `yarn tsc`.
  if (runs && rules.checkPrograms.has(words[0] ?? '')) return true;
  return (
    runs &&
    words.flatMap((word) => word.split(/[:._/-]/)).some((part) => rules.checkWords.has(part) || part === 't')
  );
}

/** True when the command only looks: it teaches nothing by failing and mends nothing by working. */
export function isLooking(shape: string): boolean {
  return rules.looking.has(shape.split(' ', 1).join('')) || rules.looking.has(firstWords(shape));
}

/** True when the command says that it mends: `npm install`, `prisma generate`, `eslint --fix`. */
export function isMending({ shape, rest }: CommandShape): boolean {
  if (rest.some((word) => word.startsWith('--check'))) return false;
  const words = shape.split(' ').slice(1);
  return (
    words.some((word) => rules.mendingWords.has(word) || word.split(/[:_-]/).some(isMendingPart)) ||
    rest.some((word) => rules.mendingFlags.has(word))
  );
}

/** Of a script's name only the longer words count: `lint:fix` mends, `i18n:up` does not. */
const isMendingPart = (part: string): boolean => part.length > 2 && rules.mendingWords.has(part);

/** True when the command only tidies up: it mends nothing by itself. */
export const isHousekeeping = ({ shape }: CommandShape): boolean =>
  rules.housekeeping.has(shape.split(' ', 1).join('')) || rules.housekeeping.has(firstWords(shape));

/** True when the command steps around a check. */
export const isBypassing = ({ rest }: CommandShape): boolean =>
  rest.some((word) => rules.bypassing.has(word));

/** Names of the packages that a command adds: `npm install -D vite@6 zod` gives `vite` and `zod`. */
export function packagesOf({ shape, rest }: CommandShape): string[] {
  if (!rules.adding.has(firstWords(shape))) return [];
  return rest
    .filter(
      (word) =>
        /^@?[A-Za-z][\w./@=<>~^-]{0,80}$/.test(word) &&
        !/^(?:install|add|requirements)\b|\.(?:txt|toml|json|tgz)$/.test(word),
    )
    .map((word) => word.replace(/(.)(?:@|[=<>~^]).*$/, '$1'));
}
