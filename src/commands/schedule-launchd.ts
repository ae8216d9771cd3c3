import * as fs from 'node:fs';
import type { ScheduleChange } from '../pipeline/schedule-blocks.ts';
import type { ScheduleJob } from '../pipeline/schedule-files.ts';
import { launchdFile, launchdLabels, launchdPath } from '../pipeline/schedule-launchd.ts';
import { type ScheduleDesk, type SchedulerDoor, toolOf, writeFor } from './schedule-door.ts';
import { findProgram } from './schedule-tools.ts';

const names = ['weekly', 'nightly'] as const;

const launchctl = (desk: ScheduleDesk) => toolOf(desk, 'launchctl', 'hebb schedule install --using cron');

/** The person's own domain of launchd: that of whoever owns the home folder. */
const domainOf = ({ host }: ScheduleDesk): string => `gui/${fs.statSync(host.userHome).uid}`;

const unload = (desk: ScheduleDesk, name: ScheduleJob['name']): void =>
  launchctl(desk).tryChange(['bootout', `${domainOf(desk)}/${launchdLabels[name]}`]);

/** Unloads and deletes an agent, if there is one. */
function drop(desk: ScheduleDesk, name: ScheduleJob['name']): ScheduleChange[] {
  const path = launchdPath(desk.host.userHome, name);
  if (!fs.existsSync(path)) return [];
  unload(desk, name);
  desk.files.remove(path);
  return [{ kind: 'delete', what: path }];
}

/** Agents in `~/Library/LaunchAgents`. */
export const launchd: SchedulerDoor = {
  name: 'launchd',
  isHere: ({ host }) => findProgram('launchctl', host) !== undefined,
  install: (desk, place, jobs) => {
    const unwanted = names.filter((name) => jobs.every((job) => job.name !== name));
    const made = jobs.flatMap((job) => {
      const file = launchdFile(place, job);
      const written = writeFor(desk, file);
      // launchd refuses a label that it knows already.
      unload(desk, job.name);
      return [written, launchctl(desk).change(['bootstrap', domainOf(desk), file.path])];
    });
    return [...unwanted.flatMap((name) => drop(desk, name)), ...made];
  },
  remove: (desk) => names.flatMap((name) => drop(desk, name)),
  problems: ({ host }, wanted) =>
    wanted
      .map((name) => launchdPath(host.userHome, name))
      .filter((path) => !fs.existsSync(path))
      .map((path) => `${path} is gone`),
};
