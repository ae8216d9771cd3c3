import { createDoor } from '../../src/cli/door.ts';
import type { CommandInput } from '../../src/commands/command.ts';
import type { Facts } from '../../src/commands/dashboard-facts.ts';
import { openFacts } from '../../src/commands/dashboard-facts.ts';
import { drawFrame, plainFrame } from '../../src/dashboard/frame.ts';
import type { Line } from '../../src/dashboard/line.ts';
import { createScreens, type Screens } from '../../src/dashboard/screens.ts';
import { openUi, type Ui, type ViewName } from '../../src/dashboard/ui.ts';
import { createHost } from '../support/home.ts';

/** The two screens that everything is drawn for. */
export const sizes = [
  { columns: 80, rows: 24 },
  { columns: 140, rows: 40 },
] as const;

/** A command's input over a home, in which nothing else is run. */
export function inputOver(home: string): CommandInput {
  const host = createHost({ home });
  return {
    args: [],
    options: {},
    host,
    door: createDoor(host, { dry: false }),
    versions: { hebb: '0.0.0-test', node: '' },
    run: () => Promise.reject(new Error('the dashboard runs commands through its desk')),
  };
}

/** Everything that the views show of a home. */
export const factsOf = async (home: string): Promise<Facts> => (await openFacts(inputOver(home))).readAll();

/** One frame of a view, as a person sees it first. */
export const frameOf = (
  facts: Facts,
  ui: Ui | ViewName,
  size: { readonly columns: number; readonly rows: number },
  screens: Screens = createScreens(),
): Line[] => drawFrame({ facts, ui: typeof ui === 'string' ? openUi(ui) : ui, size, screens, isLive: true });

/** The same as text. */
export const textOf = (...drawn: Parameters<typeof frameOf>): string => plainFrame(frameOf(...drawn));
