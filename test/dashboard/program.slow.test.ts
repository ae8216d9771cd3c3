// The real program in a pseudo-terminal: what a person does, and what is left when it ends.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, stateIn } from '../support/home.ts';
import { heldSummary, makeHouse, waitingSummary } from './house.ts';
import { type Seen, startProgram } from './terminal.ts';

const hebb = join(import.meta.dirname, '../../bin/hebb.js');
const down = '\u001b[B';
const esc = '\u001b';

/** A person's machine with a home, and an editor that puts a word before each text. */
async function createDesk() {
  const userHome = makeFolder();
  const home = await makeHouse(join(userHome, '.hebb'));
  const editor = join(userHome, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "s/Prefer early/Always prefer early/" "$1"\n');
  chmodSync(editor, 0o755);
  const start = (...args: string[]): Seen =>
    startProgram({ args: ['dashboard', ...args], home, userHome, vars: { EDITOR: editor } });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [hebb, ...args], {
      cwd: userHome,
      encoding: 'utf8',
      env: {
        ...process.env,
        HOME: userHome,
        HEBB_HOME: home,
        HEBB_NOW: '2026-06-15T12:00:00.000Z',
        HEBB_USER: 'ada',
      },
    });
  return { userHome, home, start, run };
}

/** What the shell says of the terminal before and after the program. */
const settingsIn = (seen: Seen): string[] => seen.written().match(/^[0-9a-f]+(:[0-9a-f]+){10,}/gm) ?? [];

async function expectRestored(seen: Seen): Promise<void> {
  await seen.ended;
  const [before, after] = settingsIn(seen);
  expect(after, 'the settings of the terminal').toBe(before);
  expect(before).toBeDefined();
  expect(seen.isOnOtherScreen(), 'on the other screen').toBe(false);
  const shown = seen.written();
  expect(shown.lastIndexOf('\u001b[?25h'), 'the cursor is shown last').toBeGreaterThan(
    shown.lastIndexOf('\u001b[?25l'),
  );
}

describe('hebb dashboard in a terminal', () => {
  it('opens, moves, filters, approves, edits, undoes, activates, resizes and quits', async () => {
    const { home, start } = await createDesk();
    const seen = start();
    await seen.says('NEEDS YOU  6');
    expect(seen.isOnOtherScreen()).toBe(true);

    seen.type('2');
    await seen.says('11 memories, strongest first  1/11');
    seen.type(down);
    await seen.says('strongest first  2/11');
    seen.type('/');
    seen.type('type:pattern mig');
    await seen.says('1 of 11 memory');
    await seen.says('Run the migrations before the seed script');
    seen.type(esc);
    await seen.says('11 memories');

    seen.type('3');
    await seen.says('5 at the gate');
    seen.type(down + down);
    await seen.says(/▸ held/);
    seen.type('a');
    await seen.says('hebb gate resolve c-held00000000 approve');
    await seen.says('Do this?');
    seen.type('y');
    await seen.says('Decided: approve.');
    await seen.says('4 at the gate');

    await seen.says(/▸ waiting/);
    seen.type('e');
    await seen.says('Always prefer early returns');
    await seen.says('Do this?');
    seen.type('y');
    await seen.says('Decided: edit.');
    await seen.says('3 at the gate');
    seen.type('u');
    await seen.says('Would take back gate resolve');
    seen.type('y');
    await seen.says('4 at the gate');

    seen.type('4');
    await seen.says(/▸ waits\s+seed-the-database/);
    seen.type('a');
    await seen.says('hebb skill activate seed-the-database --role user');
    await seen.says('Do this?');
    seen.type('y');
    await seen.says(/▸ active\s+seed-the-database/);

    seen.resize(140, 40);
    await seen.says('~/.hebb · live');
    await seen.until('its last row below', (text) => text.split('\n')[39]?.includes('q quit') === true);
    seen.resize(80, 24);
    await seen.until('its last row above', (text) => text.split('\n')[23]?.includes('q quit') === true);
    seen.type('q');
    await seen.says('left 0');
    await expectRestored(seen);

    const records = await stateIn(home);
    const summaries = Object.entries(records).flatMap(([target, record]) =>
      target.startsWith('memories/') && typeof record === 'object' && record && 'summary' in record
        ? [record.summary]
        : [],
    );
    expect(summaries).toContain(heldSummary);
    expect(summaries).not.toContain(`Always ${waitingSummary}`);
    expect(records['skills/seed-the-database']).toMatchObject({ status: 'active', role: 'user' });
    expect(records['extracted/notes-2026-06-15']).toMatchObject({
      candidates: [{ summary: waitingSummary }],
    });
  });

  it.each([
    ['Ctrl-C', (seen: Seen) => seen.type('\u0003'), 'left 0'],
    ['SIGTERM', (seen: Seen) => void spawnSync('pkill', ['-TERM', '-P', String(seen.pid)]), 'left 0'],
    ['SIGHUP', (seen: Seen) => void spawnSync('pkill', ['-HUP', '-P', String(seen.pid)]), 'left 0'],
  ])('gives the terminal back after %s', async (_, end, said) => {
    const { start } = await createDesk();
    const seen = start('--view', 'journal');
    await seen.says('runs, newest first');
    end(seen);
    await seen.says(said);
    await expectRestored(seen);
  });

  it('shows a consolidation that runs meanwhile, without a key', async () => {
    const { start, run } = await createDesk();
    const seen = start('--view', 'journal');
    await seen.says('6 runs, newest first');
    const ran = run('auto-consolidate', '--force');
    expect([0, 3]).toContain(ran.status);
    await seen.says(/[789] runs, newest first/);
    seen.type('q');
    await seen.says('left 0');
  });

  it('follows a home that is made while it is looked at', async () => {
    const userHome = makeFolder();
    const home = join(userHome, '.hebb');
    const seen = startProgram({ args: ['dashboard', '--view', 'memories'], home, userHome });
    await seen.says('Nothing is remembered yet.');
    const env = { ...process.env, HOME: userHome, HEBB_HOME: home, HEBB_NOW: '2026-06-15T12:00:00.000Z' };
    const ran = spawnSync(process.execPath, [hebb, 'learn', 'Water the plants on Mondays'], {
      cwd: userHome,
      env,
    });
    expect(ran.status).toBe(0);
    await seen.says('Water the plants on Mondays');
    seen.type('q');
    await seen.says('left 0');
  });

  it('gives an editor the terminal, and takes it back', async () => {
    const { userHome, home } = await createDesk();
    const editor = join(userHome, 'ask.sh');
    mkdirSync(join(userHome, 'seen'));
    writeFileSync(
      editor,
      '#!/bin/sh\nprintf "what now? "; read -r word; sed -i "s/Prefer/$word/" "$1"; stty -a > seen/stty\n',
    );
    chmodSync(editor, 0o755);
    const seen = startProgram({
      args: ['dashboard', '--view', 'review'],
      home,
      userHome,
      vars: { EDITOR: editor },
    });
    await seen.says('5 at the gate');
    seen.type(down + down + down);
    await seen.says(/▸ waiting/);
    seen.type('e');
    await seen.says('what now?');
    expect(seen.isOnOtherScreen()).toBe(false);
    seen.type('Choose\r');
    await seen.says('Choose early returns to nested conditions');
    expect(readFileSync(join(userHome, 'seen/stty'), 'utf8')).toMatch(/(^|\s)icanon/);
    expect(seen.isOnOtherScreen()).toBe(true);
    seen.type('n');
    await seen.says('Nothing was changed.');
    seen.type('q');
    await seen.says('left 0');
    await expectRestored(seen);
  });
});
