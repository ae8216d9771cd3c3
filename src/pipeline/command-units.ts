import { commandRules as rules } from './command-rules.ts';
import { isPreparing, type Reading, readCommands } from './command-shape.ts';
import { pathKind } from './git-rules.ts';

/** What may be the name of a program; an expansion, a placeholder or the end of a line that was cut is none. */
const PROGRAM = /^[A-Za-z_][\w.+-]{0,60}$/;

/** A flag with what is glued to it: a value after `=`, digits after one letter. */
const FLAG = /^(--?[A-Za-z?][\w-]{0,60})(?:[=:.].*)?$/s;

/** Letters of a word of flags at most: longer ones are words, `-version`. */
const MAX_LETTERS = 4;

/** The names in one argument: `-la` names `-l` and `-a`, `--reporter=dot` names `--reporter`, `-j4` names `-j`. */
function flagNames(word: string, program: string): string[] {
  const name = FLAG.exec(word)?.[1];
  if (name === undefined || name.startsWith('--') || rules.wordFlags.has(program)) return name ? [name] : [];
  const letters = name.slice(1).replace(/\d+$/, '');
  return /^[A-Za-z]+$/.test(letters) && letters.length <= MAX_LETTERS
    ? [...letters].map((letter) => `-${letter}`)
    : [name];
}

/** Of a script that is a test nothing but that it is one: `node --test a.test.js` runs any. */
const wordOf = (program: string, word: string): string =>
  rules.interpreters.has(program) && /\.\w+$/.test(word) && pathKind(word) === 'test' ? 'test' : word;

function unitOf({ parts: [program = '', ...words], rest }: Reading): string[] {
  const flags = [...new Set(rest.flatMap((word) => flagNames(word, program)))].sort();
  const isActing = flags.some((flag) => rules.acting.has(`${program} ${flag}`));
  const isGlance = rules.glances.has(program) || rules.glances.has(`${program} ${words[0]}`);
  if (!PROGRAM.test(program) || program === 'hebb' || (isGlance && !isActing)) return [];
  return [['run', program, ...words.map((word) => wordOf(program, word)), ...flags].join(' ')];
}

/**
 * What a command line does, one unit for each simple command: program, subcommand and the sorted names of its flags. Values, paths, the
 * environment, preparation (`cd`, `export`, `mkdir`, `git add`), looking around and hebb's own commands are no part of it.
 */
export const commandUnits = (line: string): string[] =>
  readCommands(line).flatMap((reading) => (isPreparing(reading) ? [] : unitOf(reading)));
