import { failed, type Result, success } from '../domain/failure.ts';
import type { ClockTime, ScheduleRecord, WeekTime } from '../domain/schedule.ts';

/** Names of the days as schedulers know them, from Sunday. */
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

const longNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `03:00` */
export const clockText = ({ hour, minute }: ClockTime): string => `${twoDigits(hour)}:${twoDigits(minute)}`;

/** `Sun 03:00` */
export const weekText = (time: WeekTime): string => `${weekdays[time.weekday] ?? ''} ${clockText(time)}`;

/** An ISO time as this machine's clock and calendar show it: `Sun 03:00, 2026-11-08`. */
export function localText(at: string): string {
  const time = new Date(at);
  const clock = { weekday: time.getDay(), hour: time.getHours(), minute: time.getMinutes() };
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${weekText(clock)}, ${day}`;
}

/** Reads `02:30`. */
export function parseClockTime(text: string): Result<ClockTime> {
  const [, hour, minute] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(text) ?? [];
  return hour === undefined || minute === undefined
    ? failed('usage.time', `${text}: not a time of day`, 'hours and minutes, for example 02:30')
    : success({ hour: Number(hour), minute: Number(minute) });
}

/** Reads `Sun 03:00`; the day in three letters or whole, in any case. */
export function parseWeekTime(text: string): Result<WeekTime> {
  const [, day = '', time = ''] = /^\s*([a-z]+)\s+(\S+)\s*$/i.exec(text) ?? [];
  const name = day.toLowerCase();
  const weekday = longNames.findIndex((long) => name === long || name === long.slice(0, 3));
  const clock = parseClockTime(time);
  return weekday < 0 || !clock.ok
    ? failed('usage.time', `${text}: not a time of the week`, 'a day and a time, for example "Sun 03:00"')
    : success({ weekday, ...clock.value });
}

/** That time of the week, so many weeks from the one in which a moment lies, on the machine's own clock. */
function slotAt({ weekday, hour, minute }: WeekTime, moment: Date, weeks: number): Date {
  const day = moment.getDate() - moment.getDay() + weekday + weeks * 7;
  return new Date(moment.getFullYear(), moment.getMonth(), day, hour, minute);
}

/** The last such time of the week at or before a moment, ISO. An hour that the clock skips counts as the one after it. */
export function lastSlotAt(time: WeekTime, now: string): string {
  const moment = new Date(now);
  const slot = slotAt(time, moment, 0);
  return (slot > moment ? slotAt(time, moment, -1) : slot).toISOString();
}

/** The first such time of the week after a moment, ISO. */
export function nextSlotAt(time: WeekTime, now: string): string {
  const moment = new Date(now);
  const slot = slotAt(time, moment, 0);
  return (slot > moment ? slot : slotAt(time, moment, 1)).toISOString();
}

/** When an installed schedule last asked for a run; undefined without one, or when it is too new to have asked. */
export function askedAt(
  record: Pick<ScheduleRecord, 'at' | 'since'> | undefined,
  now: string,
): string | undefined {
  const time = record && parseWeekTime(record.at);
  if (!record || !time?.ok) return undefined;
  const slot = lastSlotAt(time.value, now);
  return slot > record.since ? slot : undefined;
}
