import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsOf } from '../../src/pipeline/schedule-files.ts';
import { systemdFiles } from '../../src/pipeline/schedule-systemd.ts';
import { makeFolder } from '../support/home.ts';
import { folderNames, placeUnder } from './schedule-samples.ts';

const analyze = '/usr/bin/systemd-analyze';
const jobs = jobsOf({ weekly: { weekday: 0, hour: 3, minute: 0 }, nightly: { hour: 2, minute: 30 } });

/** Writes the units of a place and gives their paths. */
function writeUnits(folder: string, home: string): string[] {
  mkdirSync(folder, { recursive: true });
  return jobs
    .flatMap((job) => systemdFiles(placeUnder(home), job, folder))
    .map(({ path, text }) => {
      writeFileSync(path, text);
      return path;
    });
}

/** What systemd has to say of units, about them. */
function complaints(folder: string, paths: readonly string[]): string[] {
  const env = { PATH: process.env.PATH, XDG_RUNTIME_DIR: folder };
  const { stderr } = spawnSync(analyze, ['--user', 'verify', ...paths], { encoding: 'utf8', env });
  return stderr.split('\n').filter((line) => /hebb/.test(line));
}

/** A folder of this name with a program in it that is called node. */
function makeHome(folder: string, name: string): string {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  copyFileSync('/bin/true', join(home, 'node'));
  chmodSync(join(home, 'node'), 0o755);
  return home;
}

describe.skipIf(!existsSync(analyze))('before systemd itself (skipped where there is none)', () => {
  it.each(folderNames)('units pass its check with everything in a folder called %s', (name) => {
    const folder = makeFolder();
    const paths = writeUnits(join(folder, 'units'), makeHome(folder, name));
    expect(complaints(folder, paths)).toEqual([]);
  });

  it('a program that is not there is complained of, so the check looks', () => {
    const folder = makeFolder();
    const home = makeHome(folder, 'with space');
    const paths = writeUnits(join(folder, 'units'), home);
    rmSync(join(home, 'node'));
    expect(complaints(folder, paths).join()).toContain('not executable');
  });

  it('timers run at the times that were asked for', () => {
    const said = (calendar: string) => execFileSync(analyze, ['calendar', calendar], { encoding: 'utf8' });
    const [weekly = '', nightly = ''] = jobs
      .flatMap((job) =>
        systemdFiles(placeUnder('/h'), job, '/u').flatMap(({ text }) => [
          ...text.matchAll(/^OnCalendar=(.*)$/gm),
        ]),
      )
      .map(([, calendar = '']) => calendar);
    expect(said(weekly)).toContain('Normalized form: Sun *-*-* 03:00:00');
    expect(said(nightly)).toContain('Normalized form: *-*-* 02:30:00');
  });
});
