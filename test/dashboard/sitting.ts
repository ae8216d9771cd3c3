import { join } from 'node:path';
import { expect } from 'vitest';
import { deskFor } from '../../src/cli/dashboard.ts';
import { openFacts } from '../../src/commands/dashboard-facts.ts';
import { type Call, commandLine } from '../../src/dashboard/call.ts';
import { plainFrame } from '../../src/dashboard/frame.ts';
import { createSession, type Desk, type Session } from '../../src/dashboard/session.ts';
import type { ViewName } from '../../src/dashboard/ui.ts';
import { readable } from '../../src/text/readable.ts';
import { copyFolder, makeFolder, run, snapshot, stateIn } from '../support/home.ts';
import { inputOver } from './drawing.ts';

/** A home of its own with what another one holds. */
export const copyOf = (home: string): string => copyFolder(home, join(makeFolder(), '.hebb'));

/** A session over a home, and what it shows; with a desk of a test only what is there at once. */
export async function openSession(home: string, view: ViewName, desk?: Partial<Desk>) {
  const input = inputOver(home);
  const reader = await openFacts(input);
  let quits = 0;
  const session: Session = createSession({
    reader,
    desk: { ...deskFor(input)((work) => work()), ...desk },
    view,
    size: { columns: 100, rows: 30 },
    onPicture: () => {},
    onQuit: () => quits++,
  });
  if (desk === undefined) await session.refreshAll();
  const type = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await session.press(key);
  };
  return { session, type, text: () => plainFrame(session.frame()), quits: () => quits };
}

/** A call as a command line for `run`. */
const argvOf = ({ name, args, options }: Call): string[] => [
  name,
  ...args,
  ...Object.entries(options).flatMap(([key, value]) => (value === true ? [`--${key}`] : [`--${key}`, value])),
];

/** Every file of a home but what is derived. */
export const filesOf = (home: string) =>
  Object.fromEntries(Object.entries(snapshot(home)).filter(([path]) => !path.startsWith('cache')));

/** Every record of a home in one text. */
export const recordsIn = async (home: string): Promise<string> => JSON.stringify(await stateIn(home));

/** Keys that lead to a command, and that command. */
export interface KeyedCall {
  readonly view: ViewName;
  readonly keys: readonly string[];
  /** `RUN` stands for the run that is chosen. */
  readonly call: Call;
}

/**
 * Presses the keys in one copy of a home and runs the command in another: before `y` the screen shows the command line and every word that
 * the command prints under `--dry-run`, and nothing is written; after it both homes hold the same.
 */
export async function expectSame(house: string, { view, keys, call: given }: KeyedCall): Promise<void> {
  const [home, other] = [copyOf(house), copyOf(house)];
  const { type, text } = await openSession(home, view);
  const before = filesOf(home);
  await type(...keys);
  const called = /hebb undo (\S+)/.exec(text())?.[1] ?? '';
  const call = { ...given, args: given.args.map((arg) => arg.replace('RUN', called)) };
  expect(text()).toContain(`\n${commandLine(call)}\n`);
  expect(text()).toContain('Do this?');
  expect(filesOf(home)).toEqual(before);
  const dry = await run([...argvOf(call), '--dry-run'], { home: other });
  const words = (said: string): string[] => said.split(/\s+/).filter((word) => word !== '…');
  const shown = words(text());
  expect(words(readable(dry.out).replaceAll(other, home)).filter((word) => !shown.includes(word))).toEqual(
    [],
  );
  await type('y');
  expect((await run(argvOf(call), { home: other })).exit).toBe(0);
  expect(await recordsIn(home)).toBe(await recordsIn(other));
}
