import type { Command, CommandInput } from '../commands/command.ts';
import { textOption } from '../commands/command.ts';
import { openEditDesk } from '../commands/dashboard-edit.ts';
import { openFacts } from '../commands/dashboard-facts.ts';
import type { Call } from '../dashboard/call.ts';
import { drawFrame, plainFrame } from '../dashboard/frame.ts';
import { runDashboard, type Terminal } from '../dashboard/run-dashboard.ts';
import { createScreens } from '../dashboard/screens.ts';
import type { Desk } from '../dashboard/session.ts';
import { openUi, type ViewName, viewNames } from '../dashboard/ui.ts';
import { fail, HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import type { Report } from '../domain/report.ts';
import { dispatch } from './run.ts';
import { commandTable } from './table.ts';

const usage = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.dashboard', message, hint).failure, 2);

function viewIn({ options }: CommandInput): ViewName {
  const asked = textOption(options, 'view') ?? 'overview';
  const view = viewNames.find((name) => name === asked);
  if (!view) throw usage(`--view ${asked}: not one of ${viewNames.join(', ')}`, 'hebb dashboard --help');
  return view;
}

/** The size of a picture that is printed: as asked, else that of the terminal, else 80 × 24. */
function sizeIn({ options, host }: CommandInput): { columns: number; rows: number } {
  const asked = textOption(options, 'size');
  if (asked === undefined) return { columns: host.terminal.output ? host.terminal.columns : 80, rows: 24 };
  const [columns = Number.NaN, rows = Number.NaN] = asked.split(/[x×]/).map(Number);
  const isSize = [columns, rows].every((number) => Number.isInteger(number) && number > 0 && number <= 1000);
  if (!isSize) throw usage(`--size ${asked}: not columns and rows`, 'hebb dashboard --once --size 140x40');
  return { columns, rows };
}

/** A host for commands that run behind the pictures: they talk to nobody, and ask nothing. */
const quiet = (host: Host): Host => ({
  ...host,
  terminal: { input: false, output: false, colour: false, columns: 100 },
  progress: () => {},
  tell: () => {},
});

/** Runs a command line as the program would, each with a store of its own: what is planned is planned without a pen. */
function runCall(
  { host, versions }: CommandInput,
  { name, args, options }: Call,
  dryRun: boolean,
): Promise<Report> {
  const entry = commandTable.find((known) => known.name === name);
  if (!entry) throw new Error(`no command ${name}`);
  return dispatch(
    { entry, args, options: dryRun ? { ...options, dryRun } : options },
    { host: quiet(host), output: { out: () => {}, err: () => {} }, version: versions.hebb },
  );
}

/** Commands and the editor, for the dashboard. */
export const deskFor =
  (input: CommandInput) =>
  (alone: <T>(work: () => T) => T): Desk => ({
    plan: (call) => runCall(input, call, true),
    apply: (call) => runCall(input, call, false),
    ...openEditDesk(input, alone),
  });

/** Signals after which the terminal is given back before the process ends. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** This process; `close` lets signals end it again. Ink would end it with the signal, before the terminal is given back. */
function processTerminal(host: Host): Terminal & { close(): void } {
  const hold = (): void => {};
  for (const name of endings) process.on(name, hold);
  return {
    input: process.stdin,
    output: process.stdout,
    colour: host.terminal.colour,
    stop: host.stopSignal(),
    onEnd: (restore) => void process.on('exit', restore),
    close: () => {
      for (const name of endings) process.off(name, hold);
      process.stdin.unref();
    },
  };
}

/** One picture as text, or what the views show as data. */
async function print(input: CommandInput): Promise<Report> {
  const [view, size] = [viewIn(input), sizeIn(input)];
  const facts = await (await openFacts(input)).readAll();
  const screens = createScreens();
  const shown = textOption(input.options, 'view') === undefined ? viewNames : [view];
  const frame = drawFrame({ facts, ui: openUi(view), size, screens, isLive: false });
  return {
    exit: 0,
    human: [{ kind: 'raw', text: plainFrame(frame) }],
    data: { views: Object.fromEntries(shown.map((name) => [name, screens.data(facts, name)])) },
  };
}

/** `hebb dashboard`: the memory on a screen, until a person quits. Where there is no terminal, one picture of it. */
export const run: Command = async (input) => {
  const { options, host } = input;
  const isOnce = options.once === true || options.json === true;
  const hasScreen = host.terminal.input && host.terminal.output && host.vars.TERM !== 'dumb';
  if (isOnce || !hasScreen) return print(input);
  const terminal = processTerminal(host);
  try {
    await runDashboard(input, { view: viewIn(input), terminal, desk: deskFor(input) });
  } finally {
    terminal.close();
  }
  return { exit: 0, human: [], data: {} };
};
