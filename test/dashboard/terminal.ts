// A real terminal of sorts: the program runs in a pseudo-terminal, and an emulator draws what it writes.
import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

const root = join(import.meta.dirname, '../..');

/** How long something may take to be seen, on a busy machine. */
const patienceMs = 30_000;

/** What a program is started with. */
export interface Started {
  readonly args: readonly string[];
  readonly home: string;
  readonly userHome: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly vars?: Readonly<Record<string, string>>;
}

/** A program in a terminal. */
export interface Seen {
  readonly pid: number;
  /** What stands on the screen. */
  text(): string;
  /** Whether the other screen is shown, which programs take and give back. */
  isOnOtherScreen(): boolean;
  /** Resolves with the screen once it says this; fails with the screen when it never does. */
  until(what: string, holds: (text: string) => boolean): Promise<string>;
  /** The same for words on the screen. */
  says(words: string | RegExp): Promise<string>;
  /** Types, or presses a key by what it sends. */
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Status and signal of the end; everything that was written is on the screen by then. */
  readonly ended: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>;
  /** Everything that was written, as it came. */
  written(): string;
}

/** Starts what a shell would start, in a shell that tells how it left the terminal: the settings before and after, as stty names them. */
export function startProgram({ args, home, userHome, columns = 80, rows = 24, vars = {} }: Started): Seen {
  const { CI: _ci, NO_COLOR: _plain, ...env } = process.env;
  const script = 'stty -g; "$@"; echo "left $?"; stty -g';
  const pty: IPty = spawn('sh', ['-c', script, 'sh', process.execPath, join(root, 'bin/hebb.js'), ...args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: userHome,
    env: {
      ...env,
      HOME: userHome,
      HEBB_HOME: home,
      HEBB_NOW: '2026-06-15T12:00:00.000Z',
      HEBB_USER: 'ada',
      TERM: 'xterm-256color',
      ...vars,
    },
  });
  const screen = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const looks = new Set<() => void>();
  let written = '';
  pty.onData((data) => {
    written += data;
    screen.write(data, () => {
      for (const look of looks) look();
    });
  });
  const text = (): string => {
    const { active } = screen.buffer;
    return Array.from({ length: screen.rows }, (_, at) =>
      active.getLine(active.viewportY + at)?.translateToString(true),
    ).join('\n');
  };
  const until: Seen['until'] = (what, holds) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        looks.delete(look);
        reject(new Error(`the screen never showed ${what}:\n${text()}`));
      }, patienceMs);
      const look = (): void => {
        if (!holds(text())) return;
        clearTimeout(timer);
        looks.delete(look);
        resolve(text());
      };
      looks.add(look);
      look();
    });
  return {
    pid: pty.pid,
    text,
    isOnOtherScreen: () => screen.buffer.active.type === 'alternate',
    until,
    says: (words) =>
      until(String(words), (shown) =>
        typeof words === 'string' ? shown.includes(words) : words.test(shown),
      ),
    type: (keys) => pty.write(keys),
    resize: (newColumns, newRows) => {
      screen.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    kill: (signal) => pty.kill(signal),
    ended: new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => screen.write('', () => resolve({ exitCode, signal })));
    }),
    written: () => written,
  };
}
