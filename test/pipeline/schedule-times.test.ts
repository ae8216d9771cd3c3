import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedAt,
  clockText,
  lastSlotAt,
  localText,
  nextSlotAt,
  parseClockTime,
  parseWeekTime,
  weekText,
} from '../../src/pipeline/schedule-times.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const sunday = { weekday: 0, hour: 3, minute: 0 };
/** A moment on the clock of this machine. */
const local = (day: number, hour: number, minute = 0): string =>
  new Date(2026, 10, day, hour, minute).toISOString();

describe('times of a schedule', () => {
  it.each([
    ['Sun 03:00', 0, 3, 0],
    ['sun 3:00', 0, 3, 0],
    ['  SUNDAY   03:00 ', 0, 3, 0],
    ['Wed 23:59', 3, 23, 59],
    ['saturday 00:00', 6, 0, 0],
  ])('reads %s', (text, weekday, hour, minute) =>
    expect(parseWeekTime(text)).toEqual({ ok: true, value: { weekday, hour, minute } }),
  );

  it.each([
    '',
    'Sun',
    '03:00',
    'Su 03:00',
    'Sun 24:00',
    'Sun 3',
    'Sun 03:60',
    'Sun 03:00 03:00',
    'Funday 03:00',
  ])('refuses %j', (text) =>
    expect(parseWeekTime(text)).toMatchObject({ ok: false, failure: { code: 'usage.time' } }),
  );

  it.each(['2:30', '02:30'])('reads %s', (text) =>
    expect(parseClockTime(text)).toEqual({ ok: true, value: { hour: 2, minute: 30 } }),
  );

  it.each(['25:00', '2.30', '02:3', 'noon', ''])('refuses the hour %j', (text) =>
    expect(parseClockTime(text).ok).toBe(false),
  );

  it('writes what it reads', () =>
    fc.assert(
      fc.property(fc.nat(6), fc.nat(23), fc.nat(59), (weekday, hour, minute) => {
        expect(parseWeekTime(weekText({ weekday, hour, minute }))).toMatchObject({
          value: { weekday, hour, minute },
        });
        expect(parseClockTime(clockText({ hour, minute }))).toMatchObject({ value: { hour, minute } });
      }),
    ));
});

it('tells a time by the clock and calendar of this machine', () =>
  expect(localText(local(8, 3, 5))).toBe('Sun 03:05, 2026-11-08'));

describe('slots', () => {
  it.each([
    ['Wednesday after', local(4, 9), local(1, 3), local(8, 3)],
    ['the minute itself', local(1, 3), local(1, 3), local(8, 3)],
    ['the minute before', local(1, 2, 59), new Date(2026, 9, 25, 3).toISOString(), local(1, 3)],
  ])('%s', (_, now, last, next) => {
    expect(lastSlotAt(sunday, now)).toBe(last);
    expect(nextSlotAt(sunday, now)).toBe(next);
  });

  it('lie around every moment, about a week apart', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.record({ weekday: fc.nat(6), hour: fc.nat(23), minute: fc.nat(59) }),
        (date, time) => {
          const now = date.toISOString();
          const [last, next] = [Date.parse(lastSlotAt(time, now)), Date.parse(nextSlotAt(time, now))];
          expect(last).toBeLessThanOrEqual(date.getTime());
          expect(next).toBeGreaterThan(date.getTime());
          // A change to or from summer time, at most.
          expect(Math.abs(next - last - weekMs)).toBeLessThanOrEqual(hourMs);
          expect(nextSlotAt(time, new Date(last).toISOString())).toBe(new Date(next).toISOString());
        },
      ),
    ));

  it.each([
    ['nothing without a schedule', undefined, undefined],
    ['the last slot', { at: 'Sun 03:00', since: local(1, 0) }, local(1, 3)],
    ['nothing that lay before the installation', { at: 'Sun 03:00', since: local(3, 0) }, undefined],
    ['nothing of a time that cannot be read', { at: 'soon', since: local(1, 0) }, undefined],
  ])('a schedule asked for %s', (_, record, asked) => expect(askedAt(record, local(4, 9))).toBe(asked));
});
