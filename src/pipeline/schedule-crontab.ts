import template from '../../templates/schedule/crontab.txt';
import { failed, type Result, success } from '../domain/failure.ts';
import { fillTemplate, logPathOf, type ScheduleJob, type SchedulePlace } from './schedule-files.ts';

const beginMark = '# hebb begin';
const endMark = '# hebb end';

/** Vixie cron takes commands of at most 999 characters. */
const longestCommand = 999;

/** A word that sh takes literally, with `%` kept from cron, which ends the command there. */
const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '\\%');

const assignment = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${name}=${word(value)}`];

function commandOf(place: SchedulePlace, job: ScheduleJob): string {
  return [
    ...assignment('PATH', place.path),
    ...assignment('HOME', place.userHome),
    ...assignment('HEBB_HOME', place.hebbHome),
    ...assignment('HEBB_USER', place.hebbUser),
    word(place.node),
    word(place.script),
    'auto-consolidate',
    ...job.flags,
    `>>${word(logPathOf(place))}`,
    '2>&1',
  ].join(' ');
}

/** The command with as much of PATH as fits; the longest folders go first, since those of the system are short. */
function fittingCommand(place: SchedulePlace, job: ScheduleJob): string {
  const folders = place.path.split(':');
  const byLength = [...folders].sort((a, b) => b.length - a.length);
  for (let left = 0; left < folders.length; left++) {
    const gone = new Set(byLength.slice(0, left));
    const path = folders.filter((folder) => !gone.has(folder)).join(':');
    const command = commandOf({ ...place, path }, job);
    if (command.length <= longestCommand) return command;
  }
  return commandOf({ ...place, path: byLength.at(-1) ?? '' }, job);
}

/** The block of lines for a crontab: the marks, and a line for each run. */
export function crontabBlock(place: SchedulePlace, jobs: readonly ScheduleJob[]): string {
  const lines = jobs.map((job) => {
    const { hour, minute, weekday } = job.time;
    return `${minute} ${hour} * * ${weekday ?? '*'} ${fittingCommand(place, job)}`;
  });
  return fillTemplate(template, { LINE: lines.join('\n') });
}

/** A crontab without hebb's block, byte for byte; refused where a mark has lost its partner, since nobody knows then what is whose. */
export function withoutBlock(crontab: string): Result<string> {
  let [kept, opened] = ['', 0];
  for (const [index, line] of crontab.split(/(?<=\n)/).entries()) {
    const mark = line.replace(/\r?\n$/, '');
    const isWrong = opened > 0 ? mark === beginMark : mark === endMark;
    if (isWrong) return lost(index + 1);
    if (mark === beginMark) opened = index + 1;
    else if (mark === endMark) opened = 0;
    else if (opened === 0) kept += line;
  }
  return opened > 0 ? lost(opened) : success(kept);
}

const lost = (line: number): Result<string> =>
  failed(
    'schedule.crontab',
    `crontab line ${line}: one of the marks "${beginMark}" and "${endMark}" is missing`,
    'run crontab -e, take out the lines that hebb wrote, and try again',
  );

/** Whether a crontab holds the block of this home: another one's is not for it to take away. */
export const hasBlock = (crontab: string, home: string): boolean =>
  /^# hebb begin\r?$/m.test(crontab) && crontab.includes(word(logPathOf({ home })));

/** A crontab with the block in front, where no setting of another line reaches it; the old one goes. */
export function withBlock(crontab: string, block: string): Result<string> {
  const rest = withoutBlock(crontab);
  return rest.ok ? success(`${block}${rest.value}`) : rest;
}
