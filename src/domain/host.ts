/** The process as a parameter: the only way in which anything below cli learns of time, chance and the machine. */
export interface Host {
  /** ISO 8601 UTC, milliseconds. */
  now(): string;
  /** Hex digits of this many random bytes. */
  random(bytes: number): string;
  /** Environment variables. */
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user's home folder. */
  readonly userHome: string;
  /** Name of the operating system's user. */
  readonly userName: string;
  readonly pid: number;
  readonly host: string;
  /** When a process started, as the system tells it; undefined where it does not. */
  startOf(pid: number): string | undefined;
  isAlive(pid: number): boolean;
  /** Blocks this thread. */
  pause(ms: number): void;
  /** Milliseconds since the process started, on a clock that only goes forward. */
  elapsed(): number;
  /** Milliseconds of the clock that file times are in. */
  wallMs(): number;
  /** Standard input to its end; at most this many milliseconds, then what came. */
  readInput(limitMs: number): Promise<string>;
  readonly terminal: Terminal;
  /**
   * What is being done, on a line of stderr that replaces the one before; with a count also its rate and what is left. Silent when stderr is
   * no terminal, and at first. Empty takes the line away.
   */
  progress(doing: string, counted?: Counted): void;
  /** Words for the person at the terminal, on stderr. */
  tell(text: string): void;
  /** Shows a question on stderr and waits for one key. */
  askKey(question: string): Promise<string>;
  /** Shows a question on stderr and waits for a line. */
  askLine(question: string): Promise<string>;
  /** From here on memory counts more than speed: for work on files of any size. Absent where nothing can be done about it. */
  readonly spareMemory?: () => Promise<void>;
  /** This program as others call it: absolute paths of Node and of the script. */
  readonly program: Program;
  /** Starts hebb again, detached and at low priority, with these arguments; the child outlives this process. */
  detach(args: readonly string[]): void;
  /** Aborted when the process is asked to stop (Ctrl-C, SIGTERM, a closed terminal); asked once more it ends at once. Only for commands that live on: others just die. */
  stopSignal(): AbortSignal;
  /** Opens a file in the person's editor and waits; false when no editor is set. */
  edit(path: string): boolean;
}

/** How a program is started: `node script …`. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** How far something is. */
export interface Counted {
  readonly done: number;
  /** Absent where it is not known. */
  readonly total?: number;
}

/** What the terminal can show. */
export interface Terminal {
  readonly input: boolean;
  readonly output: boolean;
  readonly colour: boolean;
  readonly columns: number;
}
