import { readFileSync } from 'node:fs';
import { parse } from 'plist';
import { describe, expect, it } from 'vitest';
import { jobsOf, type SchedulePlace } from '../../src/pipeline/schedule-files.ts';
import { launchdFile } from '../../src/pipeline/schedule-launchd.ts';
import { systemdFiles } from '../../src/pipeline/schedule-systemd.ts';
import { folderNames, placeUnder } from './schedule-samples.ts';

const place: SchedulePlace = {
  node: '/usr/local/bin/node',
  script: '/opt/hebb/bin/hebb.js',
  userHome: '/Users/ada',
  home: '/Users/ada/.hebb',
  path: '/usr/local/bin:/usr/bin',
};

const both = jobsOf({ weekly: { weekday: 0, hour: 3, minute: 0 }, nightly: { hour: 2, minute: 30 } });
const [weekly, nightly] = both;
if (!weekly || !nightly) throw new Error('a schedule has two runs');

describe('the launchd agent', () => {
  it('is the template with its places filled', () => {
    const template = parse(readFileSync('launchd/com.hebb.auto-consolidate.plist', 'utf8'));
    expect(template).toMatchObject({
      Label: 'com.hebb.auto-consolidate',
      StartCalendarInterval: { Weekday: 0, Hour: 3, Minute: 0 },
    });
    const { path, text } = launchdFile(place, weekly);
    expect(path).toBe('/Users/ada/Library/LaunchAgents/com.hebb.auto-consolidate.plist');
    expect(parse(text)).toEqual({
      Label: 'com.hebb.auto-consolidate',
      ProgramArguments: [place.node, place.script, 'auto-consolidate', '--quiet'],
      StartCalendarInterval: { Weekday: 0, Hour: 3, Minute: 0 },
      EnvironmentVariables: { PATH: place.path, HOME: place.userHome },
      WorkingDirectory: place.userHome,
      StandardOutPath: '/Users/ada/.hebb/schedule.log',
      StandardErrorPath: '/Users/ada/.hebb/schedule.log',
      ProcessType: 'Background',
      LowPriorityIO: true,
      RunAtLoad: false,
    });
  });

  it('of the night runs on every day', () => {
    const { path, text } = launchdFile(place, nightly);
    expect(path).toMatch(/com\.hebb\.nightly\.plist$/);
    expect(parse(text)).toMatchObject({
      Label: 'com.hebb.nightly',
      ProgramArguments: [place.node, place.script, 'auto-consolidate', '--nightly', '--quiet'],
      StartCalendarInterval: { Hour: 2, Minute: 30 },
    });
    expect(text).not.toContain('Weekday');
  });

  it('takes any day and time', () => {
    const [job] = jobsOf({ weekly: { weekday: 6, hour: 23, minute: 5 } });
    expect(job && parse(launchdFile(place, job).text)).toMatchObject({
      StartCalendarInterval: { Weekday: 6, Hour: 23, Minute: 5 },
    });
  });

  it.each(folderNames)('holds paths as they are: %s', (name) => {
    const hostile = placeUnder(`/Users/${name}`);
    const { node, script, path, userHome, home } = hostile;
    expect(parse(launchdFile(hostile, weekly).text)).toMatchObject({
      ProgramArguments: [node, script, 'auto-consolidate', '--quiet'],
      EnvironmentVariables: { PATH: path, HOME: userHome, HEBB_HOME: home, HEBB_USER: userHome },
      StandardErrorPath: `${home}/schedule.log`,
    });
  });
});

/** The words of a line of a unit, as systemd reads them: quotes, escapes, specifiers; variables where it looks for them. */
function wordsOf(line: string, hasVariables: boolean): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare = ''], index) => {
    const text = (quoted ?? bare).replace(/\\(.)/g, '$1').replaceAll('%%', '%');
    return hasVariables && index > 0 ? text.replaceAll('$$', '$') : text;
  });
}

const valuesOf = (text: string, key: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

describe('the systemd units', () => {
  it.each(folderNames)('hold paths as they are: %s', (name) => {
    const hostile = placeUnder(`/home/${name}`);
    const [service] = systemdFiles(hostile, nightly, '/units');
    const { node, script, path, userHome, home } = hostile;
    const text = service?.text ?? '';
    const words = wordsOf(valuesOf(text, 'ExecStart').join(), true);
    if (words[0] === '/bin/sh') expect(words.splice(0, 3)).toEqual(['/bin/sh', '-c', 'exec "$0" "$@"']);
    expect(words).toEqual([node, script, 'auto-consolidate', '--nightly', '--quiet']);
    expect(valuesOf(text, 'Environment').flatMap((line) => wordsOf(line, false))).toEqual([
      `PATH=${path}`,
      `HOME=${userHome}`,
      `HEBB_HOME=${home}`,
      `HEBB_USER=${userHome}`,
    ]);
  });

  it('catch up on what was missed, and leave out what is not set', () => {
    const [service, timer] = systemdFiles(place, weekly, '/units');
    expect([service?.path, timer?.path]).toEqual(['/units/hebb.service', '/units/hebb.timer']);
    expect(timer?.text).toContain('\nOnCalendar=Sun *-*-* 03:00:00\n');
    expect(timer?.text).toContain('\nPersistent=true\n');
    expect(service?.text).not.toMatch(/HEBB_|__/);
    expect(systemdFiles(place, nightly, '/units')[1]?.text).toContain('\nOnCalendar=*-*-* 02:30:00\n');
  });
});
