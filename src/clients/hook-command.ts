import inlineHook from '../../templates/hooks/inline.sh';
import pathHook from '../../templates/hooks/on-path.sh';
import programHook from '../../templates/hooks/program.sh';
import spoolOnPath from '../../templates/hooks/spool-on-path.sh';
import type { ClientName } from '../domain/event.ts';
import type { InjectionMoment } from '../domain/injection.ts';

/** First words of every installed capture command, the same in every version: by them hebb knows its own entries. */
export const hookMarker = ': hebb-capture;';

/** What hebb's own hook commands are for. */
export type HookKind = 'capture' | 'inject' | 'due';

/** First words of every command that hebb installs, the same in every version. */
export const hookMarkers: Readonly<Record<HookKind, string>> = {
  capture: hookMarker,
  inject: ': hebb-inject;',
  due: ': hebb-due;',
};

/** What a command of a client's settings is for; undefined for one that is not hebb's. */
export function hookKindOf(command: string): HookKind | undefined {
  const kinds: readonly HookKind[] = ['capture', 'inject', 'due'];
  return kinds.find((kind) => command.includes(hookMarkers[kind]));
}

/** The words of a command line, put into a template's places. */
export const filled = (template: string, words: Readonly<Record<string, string>>): string =>
  template.trim().replace(/__([A-Z]+)__/g, (place, name: string) => words[name] ?? place);

/** A word that sh takes literally, whatever it contains. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A word as people write it: quoted only where sh needs it. */
export const quotedIfNeeded = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

/** The command that a client runs at each event: it puts the payload into a file of its own below `spoolDir` and always ends with 0 and without output. POSIX sh; the folder may have any name. */
export const hookCommand = (client: ClientName, spoolDir: string): string =>
  filled(inlineHook, { CLIENT: client, SPOOL: quoted(spoolDir) });

/** This program, and the home that it is to work on: absolute paths. */
export interface ProgramCall {
  readonly node: string;
  readonly script: string;
  readonly home: string;
}

const injectWords = (client: ClientName, moment: InjectionMoment): string =>
  `inject ${moment} --client ${client}`;
const dueWords = 'auto-consolidate --when-due --detach >/dev/null 2>&1 </dev/null';

const programCommand = (kind: HookKind, args: string, { node, script, home }: ProgramCall): string =>
  filled(programHook, {
    MARKER: hookMarkers[kind],
    NODE: quoted(node),
    SCRIPT: quoted(script),
    HOME: quoted(home),
    ARGS: args,
  });

/** The command that gives an agent what it should know at a moment. It does nothing inside an agent that hebb started, and nothing where the program is gone. */
export const injectCommand = (client: ClientName, moment: InjectionMoment, program: ProgramCall): string =>
  programCommand('inject', injectWords(client, moment), program);

/** The command that starts the loop when it is due, detached, and returns at once. Whoever ends a session runs it. */
export const dueCommand = (program: ProgramCall): string => programCommand('due', dueWords, program);

/** The commands of one client: with absolute paths for its settings, or over the PATH for a plugin that others install. */
export interface HookCommands {
  readonly capture: string;
  readonly due: string;
  inject(moment: InjectionMoment): string;
}

/** Commands with absolute paths. */
export const commandsOf = (client: ClientName, spoolDir: string, program: ProgramCall): HookCommands => ({
  capture: hookCommand(client, spoolDir),
  due: dueCommand(program),
  inject: (moment) => injectCommand(client, moment, program),
});

/** Commands that find `hebb` on the PATH and the home in the environment. */
export const commandsOnPath = (client: ClientName): HookCommands => {
  const onPath = (kind: HookKind, args: string): string =>
    filled(pathHook, { MARKER: hookMarkers[kind], ARGS: args });
  return {
    capture: filled(inlineHook, { CLIENT: client, SPOOL: spoolOnPath.trim() }),
    due: onPath('due', dueWords),
    inject: (moment) => onPath('inject', injectWords(client, moment)),
  };
};
