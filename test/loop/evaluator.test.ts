import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import { readRuns } from '../../src/store/facts.ts';
import { createFiles, diskOps } from '../../src/store/files.ts';
import { pathsOf } from '../../src/store/paths.ts';
import { type Turn, writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, jsonIn, type RunOptions, runIn } from '../support/program.ts';

const id = 'ab12cd34-0000-4000-8000-000000000000';
const first = '2026-10-20T09:00:00.000Z';
const second = '2026-10-20T10:00:00.000Z';
const third = '2026-10-20T11:00:00.000Z';

/** A desk whose evaluator notes each run that it gets and does as the script says. */
function deskWith(script: string): Desk {
  const desk = createDesk();
  fs.mkdirSync(desk.home);
  const program = join(desk.userHome, 'judge.sh');
  fs.writeFileSync(
    program,
    `#!/bin/sh\nrun=$(cat)\nprintf '%s\\n' "$run" >> "${asked(desk)}"\necho "$HEBB_ACTIVE" >> "${asked(desk)}.active"\n${script}\n`,
  );
  fs.chmodSync(program, 0o755);
  fs.writeFileSync(join(desk.home, 'config.yaml'), 'workflows:\n  outcomeCommand: ~/judge.sh --strict\n');
  return desk;
}

const asked = (desk: Desk): string => join(desk.userHome, 'asked.jsonl');

const askedOf = (desk: Desk): Run[] =>
  fs.existsSync(asked(desk))
    ? fs
        .readFileSync(asked(desk), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

const say = (desk: Desk, at: string, turns: readonly Turn[], session = id) =>
  writeTranscript(desk, { id: session, at, turns });

const read = (desk: Desk, now = '2026-10-20T11:01:00.000Z', options: RunOptions = {}) =>
  jsonIn(desk, ['analyze-sessions'], { now, ...options });

const runsOf = (desk: Desk): Run[] =>
  readRuns({ files: createFiles(diskOps, 't'), paths: pathsOf(desk.home) }).sort((a, b) =>
    a.createdAt < b.createdAt ? -1 : 1,
  );

const ends = (desk: Desk): string[] =>
  runsOf(desk).map(({ outcome, outcomeSource }) => `${outcome} ${outcomeSource}`);

/** A prompt that is answered by a check, and the prompt after it, which closes it. */
const checked = (fails?: string): Turn[] => [
  { says: 'Run the tests' },
  { runs: 'npm test', ...(fails === undefined ? {} : { fails }) },
  { says: 'Now look at the docs' },
];

describe('the evaluator', () => {
  it('decides, but a failed trace stays failed, and its own errors are noted with the run', async () => {
    const desk = deskWith(
      'case "$run" in *worse*) echo failure;; *better*) echo " Success ";; *secret*) echo "AKIAZ7QFYRB2XLNVKE3T";; *exits*) echo "no such table" >&2; exit 3;; esac',
    );
    const check = (says: string, fails?: string): Turn[] => [
      { says: `${says}: run the tests` },
      { runs: 'npm test', ...(fails === undefined ? {} : { fails }) },
    ];
    say(desk, first, [
      ...check('It is worse than it looks'),
      ...check('It got better'),
      ...check('It is no better', 'one test failed'),
      ...check('Nobody knows'),
      ...check('Tell a secret'),
      ...check('A judge that exits'),
      { says: 'Now look at the docs' },
    ]);
    const { out } = await runIn(desk, ['analyze-sessions'], { now: '2026-10-20T09:01:00.000Z' });
    expect(ends(desk)).toEqual([
      'failure evaluator',
      'success evaluator',
      'failure last-check',
      'success last-check',
      'success last-check',
      'success last-check',
      'unknown none',
    ]);
    expect(runsOf(desk).map(({ evaluation, evaluatorError }) => evaluatorError ?? evaluation)).toEqual([
      'failure',
      'success',
      'success',
      'nothing',
      expect.stringMatching(/^it printed "(?!AKIA).+"$/),
      'the command ended with status 3: no such table',
      undefined,
    ]);
    expect(out).toContain('The evaluator was asked of 6 runs: 2 success, 1 failure, 1 nothing, 2 error.');
    expect(out).toContain('The evaluator failed: it printed');
    expect(askedOf(desk)[0]).toMatchObject({ steps: [{ command: 'npm test' }], closed: true });
    expect(fs.readFileSync(`${asked(desk)}.active`, 'utf8')).toBe('1\n'.repeat(6));
  });

  it('is asked once of a run that is over: closed by the next prompt, or quiet for an hour', async () => {
    const desk = deskWith('echo success');
    say(desk, first, [{ says: 'Run the tests' }, { runs: 'npm test' }]);
    await read(desk, '2026-10-20T09:30:00.000Z');
    expect(askedOf(desk)).toEqual([]);
    await read(desk, '2026-10-20T10:30:00.000Z');
    expect(ends(desk)).toEqual(['success evaluator']);
    say(desk, third, [{ says: 'Now the docs' }, { runs: 'npm run docs' }, { says: 'And now the types' }]);
    await read(desk);
    expect(ends(desk)).toEqual(['success evaluator', 'success evaluator', 'unknown none']);
    await read(desk);
    expect(askedOf(desk).map(({ query }) => query)).toEqual(['Run the tests', 'Now the docs']);
  });

  it('is outvoted by the person who says later that it was wrong', async () => {
    const desk = deskWith('echo success');
    say(desk, first, [{ says: 'Run the tests' }, { runs: 'npm test' }]);
    await read(desk, '2026-10-20T10:30:00.000Z');
    say(desk, third, [{ says: 'No, that is wrong: you ran the old tests' }]);
    await read(desk);
    expect(ends(desk)[0]).toBe('failure correction');
    expect(askedOf(desk)).toHaveLength(1);
  });

  it('is remembered when the document of a session is lost', async () => {
    const desk = deskWith('echo failure');
    const path = say(desk, first, checked());
    await read(desk, '2026-10-20T09:01:00.000Z');
    fs.rmSync(join(desk.home, 'sessions'), { recursive: true });
    fs.writeFileSync(`${path}.new`, fs.readFileSync(path));
    fs.renameSync(`${path}.new`, path);
    await read(desk, '2026-10-20T09:02:00.000Z');
    expect(ends(desk)).toEqual(['failure evaluator', 'unknown none']);
    expect(askedOf(desk)).toHaveLength(1);
  });

  it('is left alone after three errors in a row; the rest is asked of next time', async () => {
    const desk = deskWith('[ -e ~/fixed ] && echo success || exit 1');
    const turns = Array.from({ length: 6 }, (_, at): Turn => ({ says: `Step ${at}` }));
    say(desk, first, turns);
    await read(desk, '2026-10-20T09:01:00.000Z');
    expect(askedOf(desk)).toHaveLength(3);
    fs.writeFileSync(join(desk.userHome, 'fixed'), '');
    await read(desk, '2026-10-20T09:02:00.000Z');
    expect(ends(desk)).toEqual([
      ...Array.from({ length: 3 }, () => 'unknown none'),
      ...Array.from({ length: 2 }, () => 'success evaluator'),
      'unknown none',
    ]);
  });

  it('rests in a dry run, and where workflows are switched off', async () => {
    const desk = deskWith('echo success');
    say(desk, first, checked());
    await runIn(desk, ['analyze-sessions', '--dry-run'], { now: second });
    await read(desk, second, { vars: { HEBB_WORKFLOWS: '0' } });
    expect(askedOf(desk)).toEqual([]);
    expect(runsOf(desk)).toHaveLength(2);
  });
});

describe('runs', () => {
  it('are counted for promotion, each once', async () => {
    const desk = createDesk();
    const newRuns = async () => {
      await read(desk);
      return JSON.parse(fs.readFileSync(join(desk.home, 'state.json'), 'utf8')).workflows?.newRuns;
    };
    say(desk, first, checked());
    expect(await newRuns()).toBe(2);
    expect(await newRuns()).toBe(2);
    say(desk, second, [{ says: 'One more thing' }]);
    expect(await newRuns()).toBe(3);
  });
});
