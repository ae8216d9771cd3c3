import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crontabBlock, hasBlock, withBlock, withoutBlock } from '../../src/pipeline/schedule-crontab.ts';
import { jobsOf } from '../../src/pipeline/schedule-files.ts';
import { makeFolder } from '../support/home.ts';
import { folderNames, placeUnder } from './schedule-samples.ts';

const jobs = jobsOf({ weekly: { weekday: 0, hour: 3, minute: 0 }, nightly: { hour: 2, minute: 30 } });
const block = crontabBlock(placeUnder('/home/ada'), jobs);
const other = crontabBlock(placeUnder('/home/ada'), jobs.slice(0, 1));

/** What a crontab may hold of others: settings, comments, jobs with `%`, odd line ends, marks that are none. */
const foreignLine = fc.oneof(
  fc.constantFrom(
    'MAILTO=ada@example.com',
    'SHELL=/usr/bin/fish',
    '# hebb begins here',
    ' # hebb end',
    '0 5 * * 1 tar czf "/backup/$(date +\\%F).tgz" ~%a line of input%and one more',
    '@reboot /usr/local/bin/other --hebb',
    '',
    '\t',
  ),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
);
const foreign = fc
  .record({ lines: fc.array(foreignLine, { maxLength: 8 }), end: fc.constantFrom('', '\n', '\r\n') })
  .map(({ lines, end }) => lines.join('\n') + (lines.length > 0 ? end : ''))
  .filter((text) => !/^# hebb (?:begin|end)\r?$/m.test(text));

describe('a crontab', () => {
  it('keeps the lines of others byte for byte', () =>
    fc.assert(
      fc.property(foreign, (crontab) => {
        const added = withBlock(crontab, block);
        expect(added).toEqual({ ok: true, value: block + crontab });
        if (!added.ok) return;
        expect(withBlock(added.value, block)).toEqual(added);
        expect(withBlock(added.value, other)).toEqual({ ok: true, value: other + crontab });
        expect(withoutBlock(added.value)).toEqual({ ok: true, value: crontab });
        expect(withoutBlock(crontab)).toEqual({ ok: true, value: crontab });
      }),
    ));

  it('loses the block wherever a person moved it to', () =>
    fc.assert(
      fc.property(foreign, foreign, (before, after) => {
        fc.pre(before === '' || before.endsWith('\n'));
        expect(withoutBlock(before + block + after)).toEqual({ ok: true, value: before + after });
      }),
    ));

  it.each([
    ['the end', 'A=1\n# hebb begin\nB=2\n', 2],
    ['the beginning', 'A=1\nB=2\n# hebb end\n', 3],
    ['the end of the first of two', '# hebb begin\nA=1\n# hebb begin\nB=2\n# hebb end\n', 3],
  ])('that has lost the mark of %s is left alone', (_, crontab, line) => {
    const message = expect.stringContaining(`crontab line ${line}:`);
    expect(withoutBlock(crontab)).toMatchObject({ ok: false, failure: { message } });
    expect(withBlock(crontab, block).ok).toBe(false);
  });

  it('knows the block of another home from its own', () => {
    expect(hasBlock(block, '/home/ada/.hebb')).toBe(true);
    expect(hasBlock(block, '/home/bob/.hebb')).toBe(false);
    expect(hasBlock('# hebb begins\n', '/home/ada/.hebb')).toBe(false);
  });

  it('fits what cron takes, with the short folders of a long PATH', () => {
    const place = placeUnder('/home/ada');
    const long = Array.from({ length: 40 }, (_, index) => `/opt/some/long/folder/number-${index}/bin`);
    const path = [...long, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
    const lines = crontabBlock({ ...place, path }, jobs)
      .split('\n')
      .slice(2, 4);
    for (const line of lines) {
      expect(line.length).toBeLessThan(1_020);
      expect(line).toContain(':/usr/local/bin:/usr/bin:/bin');
    }
  });
});

/** Time and command of a line, as cron reads it: `\%` is `%`, and what follows a bare `%` would be input. */
function readByCron(line: string): { time: string; command: string } {
  const [, time = '', text = ''] = /^((?:\S+ ){5})(.*)$/.exec(line) ?? [];
  expect(text.replaceAll('\\%', '')).not.toContain('%');
  return { time: time.trim(), command: text.replaceAll('\\%', '%') };
}

describe('the lines of a crontab', () => {
  it.each(folderNames)('start hebb as it is where everything lies in a folder called %s', (name) => {
    const home = join(makeFolder(), name);
    const place = placeUnder(home);
    mkdirSync(place.home, { recursive: true });
    const told = '#!/bin/sh\nprintf "%s\\n" "$@" "$PATH" "$HOME" "$HEBB_HOME" "$HEBB_USER"\n';
    writeFileSync(place.node, told);
    chmodSync(place.node, 0o755);
    const [, , weekly = '', nightly = ''] = crontabBlock(place, jobs).split('\n');
    expect([weekly, nightly].map((line) => readByCron(line).time)).toEqual(['0 3 * * 0', '30 2 * * *']);
    execFileSync('/bin/sh', ['-c', readByCron(weekly).command], { env: {}, cwd: '/' });
    expect(readFileSync(join(place.home, 'schedule.log'), 'utf8')).toBe(
      [place.script, 'auto-consolidate', '--quiet', place.path, home, place.home, home, ''].join('\n'),
    );
  });
});
