import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../support/home.ts';
import { appendLongLine, hugeSession, turnText } from '../support/huge-transcript.ts';

const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));

/** A twentieth of 1.2 GB with a line of 300 MB, and of the longest line that is read. */
const turns = 270;
const longBytes = 15_000_000;
const maxLineMb = 2;

/** The most memory that the process held, in MB. */
const probe = `process.on('exit', () => {
  const { readFileSync, writeFileSync } = require('node:fs');
  let kb = process.resourceUsage().maxRSS;
  try { kb = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
  writeFileSync(process.env.HEBB_PEAK, String(kb / 1024));
});`;

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly path: string;
}

function createPlace(): Place {
  const folder = makeFolder();
  const home = join(folder, '.hebb');
  mkdirSync(home);
  mkdirSync(join(folder, 't'));
  writeFileSync(join(home, 'config.yaml'), `capture: { maxLineMb: ${maxLineMb} }\n`);
  writeFileSync(join(folder, 'probe.cjs'), probe);
  return { folder, home, path: join(folder, 't', `${hugeSession}.jsonl`) };
}

/** Runs the real program in a process of its own. */
function analyze({ folder, home, path }: Place) {
  const peak = join(folder, 'peak');
  const env = { PATH: process.env.PATH, HOME: folder, HEBB_HOME: home, HEBB_USER: 'ada', HEBB_PEAK: peak };
  const argv = [
    '-r',
    join(folder, 'probe.cjs'),
    program,
    'analyze-sessions',
    '--transcripts',
    path,
    '--json',
  ];
  const { status, stdout } = spawnSync(process.execPath, argv, {
    env,
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const { files, badLines, prompts, steps } = JSON.parse(stdout);
  return {
    exit: status,
    state: files[0]?.state,
    badLines,
    prompts,
    steps,
    peak: Number(readFileSync(peak, 'utf8')),
  };
}

const linesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    : [];

/** What a home knows of the session: its document, its events, its runs as they stand, its candidates. */
function knownIn({ home }: Place) {
  const runs = linesIn(join(home, 'workflows')).map((line): { id: string } => JSON.parse(line));
  const extracted = join(home, 'extracted');
  const found = readdirSync(extracted).flatMap(
    (name): { id: string; summary: string }[] =>
      JSON.parse(readFileSync(join(extracted, name), 'utf8')).candidates,
  );
  return {
    session: readFileSync(join(home, 'sessions', `${hugeSession}.json`), 'utf8'),
    events: linesIn(join(home, 'learning-log')).sort(),
    runs: [...new Map(runs.map((run) => [run.id, run])).values()],
    candidates: [...new Set(found.map(({ id, summary }) => `${id} ${summary}`))].sort(),
  };
}

describe('a transcript of 60 MB with a line of 15 MB', () => {
  const whole = createPlace();
  let first: ReturnType<typeof analyze>;

  beforeAll(() => {
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn === turns / 2) {
        appendLongLine(whole.path, longBytes);
        appendFileSync(whole.path, '\n');
      }
      appendFileSync(whole.path, turnText(turn));
    }
    first = analyze(whole);
  });

  it('is read but for that line, which is named with file, line and size', () => {
    expect(first).toMatchObject({ exit: 3, state: 'new', prompts: turns, steps: turns * 12 });
    const line = 1 + (turns / 2) * 25;
    const problem = `line of ${longBytes + 1} bytes is too long`;
    expect(first.badLines).toEqual([{ file: whole.path, line, problem }]);
  });

  it('takes little memory, and not much more than a twentieth of it', () => {
    const small = createPlace();
    for (let turn = 0; turn < turns / 20; turn += 1) appendFileSync(small.path, turnText(turn));
    const { peak } = analyze(small);
    expect(first.peak).toBeLessThan(250);
    expect(first.peak / peak).toBeLessThan(2);
  });

  it('gives what the same lines give that come piece by piece', () => {
    const grown = createPlace();
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn === turns / 2) appendFileSync(grown.path, '{"type":"progress"}\n');
      const text = turnText(turn);
      const cut = text.indexOf('\n', text.length / 2) + 1;
      appendFileSync(grown.path, text.slice(0, cut));
      if (turn % 90 === 45) expect(analyze(grown).exit).toBe(0);
      appendFileSync(grown.path, text.slice(cut));
    }
    expect(analyze(grown)).toMatchObject({ exit: 0, state: 'appended' });
    expect(knownIn(grown)).toEqual(knownIn(whole));
  });

  it('is read on from where it ended, and doubles nothing when it is cut or replaced', () => {
    expect(analyze(whole)).toMatchObject({ exit: 0, state: 'same', prompts: 0, steps: 0 });
    // Bytes that were read before are looked at no more: they may be anything now.
    const bytes = readFileSync(whole.path);
    bytes.fill('#', 2000, 40_000);
    writeFileSync(whole.path, bytes);
    appendFileSync(whole.path, turnText(turns));
    const before = knownIn(whole);
    expect(analyze(whole)).toMatchObject({ exit: 0, state: 'appended', prompts: 1, steps: 12 });
    expect(knownIn(whole).events).toHaveLength(before.events.length + 13);

    truncateSync(whole.path, 0);
    for (let turn = 0; turn < 3; turn += 1) appendFileSync(whole.path, turnText(turn));
    expect(analyze(whole)).toMatchObject({ exit: 0, state: 'replaced', prompts: 0, steps: 0 });
    expect(knownIn(whole).events).toHaveLength(before.events.length + 13);
  });
});
