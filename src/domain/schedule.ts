/** What starts hebb at its time: of macOS, of a systemd user session, or cron. */
export const schedulers = ['launchd', 'systemd', 'cron'] as const;

/** One of `schedulers`. */
export type Scheduler = (typeof schedulers)[number];

/** A time of day on the machine's own clock. */
export interface ClockTime {
  /** 0..23 */
  readonly hour: number;
  /** 0..59 */
  readonly minute: number;
}

/** A time of the week on the machine's own clock. */
export interface WeekTime extends ClockTime {
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** When the whole loop runs, and when the short one does. */
export interface Schedule {
  readonly weekly: WeekTime;
  readonly nightly?: ClockTime;
}

/** What `state.json` keeps of an installed schedule. */
export interface ScheduleRecord {
  readonly using: Scheduler;
  /** As it is given to `--at`: `Sun 03:00`. */
  readonly at: string;
  /** As it is given to `--nightly`: `02:30`. */
  readonly nightly?: string;
  /** ISO time of the installation: what lay before it was not missed. */
  readonly since: string;
  /** The programs that were named to the scheduler. */
  readonly node: string;
  readonly script: string;
}
