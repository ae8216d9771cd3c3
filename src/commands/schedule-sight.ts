import { existsSync } from 'node:fs';
import type { ScheduleRecord, Scheduler } from '../domain/schedule.ts';
import type { ScheduleJob } from '../pipeline/schedule-files.ts';
import { nextSlotAt, parseWeekTime } from '../pipeline/schedule-times.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { cron } from './schedule-cron.ts';
import type { ScheduleDesk, SchedulerDoor } from './schedule-door.ts';
import { launchd } from './schedule-launchd.ts';
import { systemd } from './schedule-systemd.ts';

/** Every scheduler, in the order in which one is chosen. */
export const schedulerDoors: readonly SchedulerDoor[] = [launchd, systemd, cron];

/** The scheduler of this name. */
export function doorOf(name: Scheduler): SchedulerDoor {
  const door = schedulerDoors.find((one) => one.name === name);
  if (!door) throw new Error(`no scheduler ${name}`);
  return door;
}

/** What stands of a schedule. */
export interface ScheduleSight {
  /** As it was installed; absent when none was. */
  readonly record?: ScheduleRecord;
  /** When the whole loop runs next, ISO. */
  readonly nextAt?: string;
  /** What keeps it from running, in words; `hebb schedule install` mends each. */
  readonly problems: readonly string[];
}

/** What a scheduler works with in this call. */
export function scheduleDesk({ host, door }: CommandInput, dry: boolean): ScheduleDesk {
  const { files, paths } = door.bare();
  return { host, files, home: paths.home, dry };
}

const namesIn = ({ nightly }: ScheduleRecord): ScheduleJob['name'][] =>
  nightly === undefined ? ['weekly'] : ['weekly', 'nightly'];

/** Looks whether the schedule of this machine is what it was installed as. */
export function lookAtSchedule(input: CommandInput, store: Store): ScheduleSight {
  const { schedule: record } = store.home();
  if (record === undefined) return { problems: [] };
  const time = parseWeekTime(record.at);
  const lost = [record.node, record.script].filter((path) => !existsSync(path));
  return {
    record,
    ...(time.ok ? { nextAt: nextSlotAt(time.value, input.host.now()) } : {}),
    problems: [
      ...doorOf(record.using).problems(scheduleDesk(input, true), namesIn(record)),
      ...lost.map((path) => `${path}, which it starts, is gone`),
    ],
  };
}
