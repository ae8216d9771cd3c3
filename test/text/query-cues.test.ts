import { describe, expect, it } from 'vitest';
import { dayNamedIn, readCues, tellsNumber, tellsTime } from '../../src/text/query-cues.ts';

const now = '2026-06-10T12:00:00.000Z';

describe('the time that a question means', () => {
  it.each([
    ['what happened in May 2023?', '2023-05-08', '2023-06-08'],
    ['what happened in May?', '2024-05-31', '2024-06-01'],
    ['on 8 May, 2023', '2023-05-08', '2023-05-09'],
    ['on May 8th', '2021-05-08', '2021-05-18'],
    ['since 2023-05', '2023-05-01', '2023-04-30'],
    ['on 2023-05-08', '2023-05-08', '2023-05-07'],
    ['what did we do in 2024', '2024-12-31', '2025-01-01'],
    ['yesterday', '2026-06-09', '2026-06-10'],
    ['last week', '2026-06-01', '2026-05-20'],
    ['last month', '2026-05-11', '2026-03-01'],
  ])('%s is %s and not %s', (query, yes, no) => {
    const { isMeant } = readCues(query, now);
    expect(isMeant?.(`${yes}T09:00:00.000Z`)).toBe(true);
    expect(isMeant?.(`${no}T09:00:00.000Z`)).toBe(false);
  });

  it.each(['may I push?', 'march through the list', 'port 2024', 'what about it'])(
    '%s means none',
    (query) => {
      expect(readCues(query, now).isMeant).toBeUndefined();
    },
  );
});

describe('the answer that a question waits for', () => {
  it.each([
    ['When did it break?', true, false],
    ['On which day was it?', true, false],
    ['How many are there?', false, true],
    ['whenever it rains', false, false],
    ['Why is it so', false, false],
  ])('%s', (query, asksWhen, asksNumber) => {
    expect(readCues(query, now)).toMatchObject({ asksWhen, asksNumber });
  });

  it.each([
    ['we met yesterday', true, false],
    ['two weeks ago', true, true],
    ['on Tuesday', true, false],
    ['in March', false, false],
    ['in June', true, false],
    ['seventeen orders', false, true],
    ['plain words', false, false],
  ])('%s', (text, time, number) => {
    expect([tellsTime(text), tellsNumber(text)]).toEqual([time, number]);
  });
});

describe('a day as people write it', () => {
  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T00:00:00.000Z'],
    ['May 8th 2023', '2023-05-08T00:00:00.000Z'],
    ['12 December 2024', '2024-12-12T00:00:00.000Z'],
    ['May 2023', undefined],
    ['session four', undefined],
  ])('%s', (text, day) => {
    expect(dayNamedIn(text)).toBe(day);
  });
});
