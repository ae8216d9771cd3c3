import data from '../../templates/commands.yaml';
import { isDict, stringsAt } from '../domain/json.ts';

const read = (key: string): ReadonlySet<string> => new Set(isDict(data) ? stringsAt(data, key) : []);

/** The word lists of `templates/commands.yaml`; the file says what each is for. */
export const commandRules = {
  preparing: read('preparing'),
  wrappers: read('wrappers'),
  wrapperValues: read('wrapperValues'),
  shells: read('shells'),
  subcommands: read('subcommands'),
  twoSubcommands: read('twoSubcommands'),
  interpreters: read('interpreters'),
  testFlags: read('testFlags'),
  flagValues: read('flagValues'),
  checkPrograms: read('checkPrograms'),
  checkWords: read('checkWords'),
  runners: read('runners'),
  looking: read('looking'),
  glances: read('glances'),
  acting: read('acting'),
  wordFlags: read('wordFlags'),
  glanceTools: read('glanceTools'),
  ownTools: read('ownTools'),
  editTools: read('editTools'),
  adding: read('adding'),
  mendingWords: read('mendingWords'),
  mendingFlags: read('mendingFlags'),
  housekeeping: read('housekeeping'),
  bypassing: read('bypassing'),
  publicFiles: read('publicFiles'),
} as const;

/** Names of programs that everybody may know. */
export const programNames: ReadonlySet<string> = new Set(
  [
    commandRules.subcommands,
    commandRules.checkPrograms,
    commandRules.runners,
    commandRules.interpreters,
    commandRules.shells,
    commandRules.looking,
  ].flatMap((names) => [...names].filter((name) => /^[a-z][\w.-]*$/.test(name))),
);

/** Names, in lower case, that are no value of anybody's session: well-known programs, and files that every project has. */
export const publicNames: ReadonlySet<string> = new Set([
  ...programNames,
  ...[...commandRules.publicFiles].map((name) => name.toLowerCase()),
]);
