import type { CommandInput } from '../commands/command.ts';
import { openFacts } from '../commands/dashboard-facts.ts';
import { drawnOf } from './line.ts';
import { createPainter } from './painter.ts';
import { createSession, type Desk, type Session } from './session.ts';
import type { ViewName } from './ui.ts';
import type { Room } from './views/overview.ts';

/** The terminal that the dashboard lives in. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly colour: boolean;
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal;
  /** Called with what gives the terminal back, for when the process ends otherwise than by itself. */
  onEnd(restore: () => void): void;
}

/** What is shown first, where, and by whom it is done. */
export interface DashboardInput {
  readonly view: ViewName;
  readonly terminal: Terminal;
  /** Makes the desk; `alone` runs something that has the terminal for itself meanwhile. */
  desk(alone: <T>(work: () => T) => T): Desk;
}

/** The terminal while it is the dashboard's: the other screen, and keys one by one. */
function holdTerminal({ input, output }: Terminal) {
  const painter = createPainter((text) => void output.write(text));
  const restore = (): void => {
    painter.leave();
    if (input.isTTY) input.setRawMode(false);
  };
  const take = (): void => {
    if (input.isTTY) input.setRawMode(true);
    painter.enter();
  };
  return {
    take,
    restore,
    paint: painter.paint,
    size: (): Room => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    alone: <T>(work: () => T): T => {
      restore();
      try {
        return work();
      } finally {
        take();
      }
    },
  };
}

/** Resolves when a person quits or the process is asked to stop; then the terminal is given back before anything else happens. */
function createEnding(
  stop: AbortSignal,
  restore: () => void,
): { readonly ended: Promise<void>; quit(): void } {
  let quit = (): void => {};
  const ended = new Promise<void>((resolve) => {
    quit = () => {
      restore();
      resolve();
    };
  });
  stop.addEventListener('abort', quit, { once: true });
  return { ended, quit };
}

/** What shows pictures and hears keys. */
interface Stage {
  update(): void;
  close(): void;
}

/** Shows the dashboard until a person quits or the process is asked to stop. The terminal is as it was afterwards. */
export async function runDashboard(
  input: CommandInput,
  { view, terminal, desk }: DashboardInput,
): Promise<void> {
  const reader = await openFacts(input);
  const held = holdTerminal(terminal);
  const { ended, quit } = createEnding(terminal.stop, held.restore);
  const rows = (session: Session): string[] => session.frame().map((row) => drawnOf(row, terminal.colour));
  let draw = (): void => held.paint(rows(session));
  const work = desk(held.alone);
  const session = createSession({
    reader,
    view,
    size: held.size(),
    desk: work,
    onPicture: () => draw(),
    onQuit: quit,
  });
  const resized = (): void => session.resize(held.size());
  let stage: Stage | undefined;
  terminal.onEnd(held.restore);
  terminal.output.on('resize', resized);
  held.take();
  try {
    // The first picture needs no Ink. What listens to keys, and what takes longer to gather, comes after it.
    draw();
    const [{ showStage }, { watchHome }] = await Promise.all([
      import('./show.tsx'),
      import('./watch-home.ts'),
    ]);
    const { input: keys, output } = terminal;
    stage = showStage({
      input: keys,
      output,
      columns: () => held.size().columns,
      rows: () => rows(session),
      onKey: (key) => void session.press(key),
      paint: held.paint,
    });
    draw = stage.update;
    const later = (): void => void session.refreshAll();
    const watch = watchHome(input.door.bare().paths.home, { soon: session.refresh, later });
    later();
    await ended;
    await watch.close();
  } finally {
    // A command may end after the person left. Nothing is drawn then: Ink would take the keys again.
    draw = () => {};
    terminal.output.off('resize', resized);
    stage?.close();
    held.restore();
    work.close();
  }
}
