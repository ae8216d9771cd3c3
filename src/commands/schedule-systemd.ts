import * as fs from 'node:fs';
import { join } from 'node:path';
import type { ScheduleChange } from '../pipeline/schedule-blocks.ts';
import type { ScheduleJob } from '../pipeline/schedule-files.ts';
import { systemdFiles, systemdUnits } from '../pipeline/schedule-systemd.ts';
import { type ScheduleDesk, type SchedulerDoor, toolOf, writeFor } from './schedule-door.ts';

type JobName = ScheduleJob['name'];
const names = ['weekly', 'nightly'] as const;

const folderOf = ({ host }: ScheduleDesk): string =>
  join(host.vars.XDG_CONFIG_HOME || join(host.userHome, '.config'), 'systemd', 'user');

const systemctl = (desk: ScheduleDesk) => toolOf(desk, 'systemctl', 'hebb schedule install --using cron');

const timerOf = (name: JobName): string => `${systemdUnits[name]}.timer`;

const hasTimer = (desk: ScheduleDesk, name: JobName): boolean =>
  fs.existsSync(join(folderOf(desk), timerOf(name)));

/** Stops and deletes the units of a run, with the stamp by which systemd knows when it last ran. */
function drop(desk: ScheduleDesk, name: JobName): ScheduleChange[] {
  systemctl(desk).tryChange(['--user', 'disable', '--now', timerOf(name)]);
  systemctl(desk).tryChange(['--user', 'clean', '--what=state', timerOf(name)]);
  const paths = ['service', 'timer'].map((kind) => join(folderOf(desk), `${systemdUnits[name]}.${kind}`));
  for (const path of paths) desk.files.remove(path);
  return paths.map((what) => ({ kind: 'delete', what }));
}

/** Drops the runs that are there; systemd is told when any was. */
function dropAll(desk: ScheduleDesk, unwanted: readonly JobName[]): ScheduleChange[] {
  const dropped = unwanted.filter((name) => hasTimer(desk, name)).flatMap((name) => drop(desk, name));
  if (dropped.length > 0) systemctl(desk).tryChange(['--user', 'daemon-reload']);
  return dropped;
}

/** Units of the person's own systemd. */
export const systemd: SchedulerDoor = {
  name: 'systemd',
  isHere: (desk) => systemctl(desk).ask(['--user', 'show-environment'])?.status === 0,
  install: (desk, place, jobs) => [
    ...dropAll(
      desk,
      names.filter((name) => jobs.every((job) => job.name !== name)),
    ),
    ...jobs.flatMap((job) => systemdFiles(place, job, folderOf(desk))).map((file) => writeFor(desk, file)),
    systemctl(desk).change(['--user', 'daemon-reload']),
    systemctl(desk).change(['--user', 'enable', '--now', ...jobs.map(({ name }) => timerOf(name))]),
  ],
  remove: (desk) => dropAll(desk, names),
  problems: (desk, wanted) =>
    wanted.flatMap((name) => {
      if (!hasTimer(desk, name)) return [`${join(folderOf(desk), timerOf(name))} is gone`];
      const said = systemctl(desk).ask(['--user', 'is-enabled', timerOf(name)]);
      return said?.status === 0 ? [] : [`${timerOf(name)} is not enabled`];
    }),
};
