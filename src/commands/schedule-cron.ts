import { fail, unwrap } from '../domain/failure.ts';
import type { ScheduleChange } from '../pipeline/schedule-blocks.ts';
import { crontabBlock, hasBlock, withBlock, withoutBlock } from '../pipeline/schedule-crontab.ts';
import { type ScheduleDesk, type SchedulerDoor, toolOf } from './schedule-door.ts';
import { findProgram } from './schedule-tools.ts';

const hint = 'install cron, or run hebb auto-consolidate --quiet from a scheduler of your own';

const crontab = (desk: ScheduleDesk) => toolOf(desk, 'crontab', hint);

/** The person's crontab, one character a byte; nothing where there is none. */
function readCrontab(desk: ScheduleDesk): string {
  const said = crontab(desk).ask(['-l']);
  if (said === undefined || (said.status !== 0 && /no crontab/i.test(said.complaint))) return '';
  if (said.status === 0) return said.output;
  throw fail('schedule.tool', `crontab -l: ${said.complaint}`, hint);
}

/** Characters as the bytes of their UTF-8, the form in which a crontab is read. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Puts a crontab in the place of the old one; an empty one goes, as if there never had been one. */
function writeCrontab(desk: ScheduleDesk, text: string): ScheduleChange {
  return text === '' ? crontab(desk).change(['-r']) : crontab(desk).change(['-'], text);
}

/** A marked block in the person's crontab. */
export const cron: SchedulerDoor = {
  name: 'cron',
  isHere: ({ host }) => findProgram('crontab', host) !== undefined,
  install: (desk, place, jobs) => {
    const block = crontabBlock(place, jobs);
    const change = writeCrontab(desk, unwrap(withBlock(readCrontab(desk), asBytes(block))));
    return [{ ...change, content: block }];
  },
  remove: (desk) => {
    const old = readCrontab(desk);
    return hasBlock(old, asBytes(desk.home)) ? [writeCrontab(desk, unwrap(withoutBlock(old)))] : [];
  },
  problems: (desk) =>
    hasBlock(readCrontab(desk), asBytes(desk.home)) ? [] : ['the lines of hebb are gone from the crontab'],
};
