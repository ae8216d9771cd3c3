import service from '../../templates/schedule/service.txt';
import timer from '../../templates/schedule/timer.txt';
import { fillTemplate, type ScheduleFile, type ScheduleJob, type SchedulePlace } from './schedule-files.ts';
import { clockText, weekdays } from './schedule-times.ts';

/** Names of the units without their ending, by the run. */
export const systemdUnits = { weekly: 'hebb', nightly: 'hebb-nightly' } as const;

/** A word of a unit file: quoted, with what systemd would replace in it doubled. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

/** An argument of `ExecStart`, in which systemd also looks for variables; in the path of the program it does not. */
const argument = (text: string): string => quoted(text).replaceAll('$', '$$$$');

/** systemd takes no program whose path holds a quote or a backslash; a shell does. */
const programWords = (node: string): string =>
  /['"\\]/.test(node) ? `/bin/sh -c ${argument('exec "$0" "$@"')} ${argument(node)}` : quoted(node);

const variable = (name: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : quoted(`${name}=${value}`);

const calendarOf = ({ weekday, ...clock }: ScheduleJob['time']): string =>
  `${weekday === undefined ? '' : `${weekdays[weekday]} `}*-*-* ${clockText(clock)}:00`;

/** The service and the timer of a run, in the folder of the user's units. */
export function systemdFiles(place: SchedulePlace, job: ScheduleJob, folder: string): ScheduleFile[] {
  const unit = `${folder}/${systemdUnits[job.name]}`;
  const values = {
    DESCRIPTION: job.description,
    NODE: programWords(place.node),
    SCRIPT: argument(place.script),
    FLAGS: job.flags.join(' '),
    PATH: variable('PATH', place.path),
    HOME: variable('HOME', place.userHome),
    HEBB_HOME: variable('HEBB_HOME', place.hebbHome),
    HEBB_USER: variable('HEBB_USER', place.hebbUser),
    CALENDAR: calendarOf(job.time),
  };
  return [
    { path: `${unit}.service`, text: fillTemplate(service, values) },
    { path: `${unit}.timer`, text: fillTemplate(timer, values) },
  ];
}
