import type { Counted } from '../domain/host.ts';

/** Where progress is shown. */
export interface ProgressLine {
  /** Milliseconds on a clock that only goes forward. */
  elapsed(): number;
  write(text: string): void;
  /** Columns of the terminal; 0 where nobody looks. */
  columns(): number;
}

/** So long a command works before it says so, and between two lines: shorter ones would only flicker. */
const quietMs = 400;
const betweenMs = 100;
/** A rate is told when it was measured over at least this long. */
const measuredMs = 500;

/** What is being done, since when, and from which count on. */
interface Stage {
  readonly doing: string;
  readonly at: number;
  readonly done: number;
}

/** Time for people: `8 s`, `2 min`, `1 h 5 min`. */
export function shownTime(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const shownRate = (perSecond: number): string =>
  perSecond >= 10 ? String(Math.round(perSecond)) : perSecond.toPrecision(2);

/** How far something is: count, rate and what is left, as far as each is known. */
export function progressText(stage: Stage, counted: Counted | undefined, now: number): string {
  if (!counted) return stage.doing;
  const { done, total } = counted;
  const count = total === undefined ? `${done}` : `${done} of ${total}`;
  const passed = now - stage.at;
  const made = done - stage.done;
  if (passed < measuredMs || made <= 0) return `${stage.doing}: ${count}`;
  const left =
    total === undefined || total <= done ? '' : `, ${shownTime(((total - done) * passed) / made)} left`;
  return `${stage.doing}: ${count}, ${shownRate((made * 1000) / passed)}/s${left}`;
}

/**
 * One line that replaces the one before. It stays silent at first, and where nobody looks; an empty text takes the line away. The rate of a
 * stage begins with its first count, so what was done before does not make it look fast.
 */
export function createProgress(line: ProgressLine): (doing: string, counted?: Counted) => void {
  let stage: Stage | undefined;
  let shownAt: number | undefined;
  return (doing, counted) => {
    const now = line.elapsed();
    if (doing === '') {
      if (shownAt !== undefined) line.write('\r\u001b[2K');
      [stage, shownAt] = [undefined, undefined];
      return;
    }
    const isNew = stage?.doing !== doing;
    if (isNew) stage = { doing, at: now, done: counted?.done ?? 0 };
    const isSoon = shownAt === undefined ? now < quietMs : !isNew && now - shownAt < betweenMs;
    const columns = line.columns();
    if (isSoon || columns === 0 || !stage) return;
    shownAt = now;
    line.write(`\r\u001b[2K${cutTo(progressText(stage, counted, now), columns - 1)}`);
  };
}

/** A line that is too long would wrap and could not be replaced. */
const cutTo = (text: string, columns: number): string =>
  text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
