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

const sizeOf = ({ output }: Terminal): Room => ({ columns: output.columns || 80, rows: output.rows || 24 });

/** Shows the dashboard until a person quits or the process is asked to stop. The terminal is as it was afterwards. */
export async function runDashboard(
  input: CommandInput,
  { view, terminal, desk }: DashboardInput,
): Promise<void> {
  const { input: keys, output, colour, stop } = terminal;
  const painter = createPainter((text) => void output.write(text));
  const restore = (): void => {
    painter.leave();
    if (keys.isTTY) keys.setRawMode(false);
  };
  const take = (): void => {
    if (keys.isTTY) keys.setRawMode(true);
    painter.enter();
  };
  const reader = await openFacts(input);
  let stage: { update(): void; close(): void } | undefined;
  let quit = (): void => {};
  const ended = new Promise<void>((resolve) => {
    quit = resolve;
  });
  stop.addEventListener('abort', () => quit(), { once: true });
  const rows = (session: Session): string[] => session.frame().map((row) => drawnOf(row, colour));
  const session: Session = createSession({
    reader,
    view,
    size: sizeOf(terminal),
    desk: desk((work) => {
      restore();
      try {
        return work();
      } finally {
        take();
      }
    }),
    onPicture: () => (stage ? stage.update() : painter.paint(rows(session))),
    onQuit: () => quit(),
  });
  terminal.onEnd(restore);
  const resized = (): void => session.resize(sizeOf(terminal));
  take();
  painter.paint(rows(session));
  output.on('resize', resized);
  try {
    // The first picture is there; what listens to keys, and what takes longer to gather, comes after it.
    const { showStage } = await import('./show.tsx');
    stage = showStage({
      input: keys,
      output,
      columns: () => sizeOf(terminal).columns,
      rows: () => rows(session),
      onKey: (key) => void session.press(key),
      paint: (picture) => painter.paint(picture),
    });
    const { watchHome } = await import('./watch-home.ts');
    const watch = watchHome(input.door.bare().paths.home, {
      soon: session.refresh,
      later: () => void session.refreshAll(),
    });
    await session.refreshAll();
    await ended;
    await watch.close();
  } finally {
    output.off('resize', resized);
    stage?.close();
    restore();
  }
}
