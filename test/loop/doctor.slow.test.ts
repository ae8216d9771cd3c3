import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Died, mortalOps } from '../support/crash.ts';
import { copyFolder, makeFolder, now, run, snapshot } from '../support/home.ts';
import { keepHome, type LiveHome } from '../support/live-home.ts';

interface Found {
  readonly exit: number;
  readonly codes: readonly string[];
  readonly text: string;
}

const doctor = async (home: string, ...flags: string[]): Promise<Found> => {
  const ran = await run(['doctor', '--json', ...flags], { home });
  expect(ran.err).toBe('');
  const document: { findings: { code: string }[] } = JSON.parse(ran.out);
  return { exit: ran.exit, codes: document.findings.map(({ code }) => code), text: ran.out };
};

let kept: LiveHome | undefined;

/** A healthy home that has been worked in, laid back as it was for each test. */
async function healthyHome(): Promise<string> {
  if (kept === undefined) {
    const home = join(makeFolder(), 'home');
    const scope = ['--scope', 'global'];
    await run(['learn', 'Water the plants on Mondays', ...scope], { home });
    await run(['learn', 'Never send the newsletter from the build machine', ...scope], { home });
    await run(['forget', 'Water the plants on Mondays'], { home });
    await run(['learn', 'Keep migrations reversible', ...scope], { home });
    kept = keepHome(home);
  }
  kept.reset();
  return kept.home;
}

const lay = (home: string, name: string, text: string, mode = 0o600): void => {
  fs.mkdirSync(join(home, name, '..'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(join(home, name), text, { mode });
};

const journalOf = (home: string): string => {
  const [machine = ''] = fs.readdirSync(join(home, 'journal'));
  const [month = ''] = fs.readdirSync(join(home, 'journal', machine));
  return join(home, 'journal', machine, month);
};

const changeState = (home: string, change: (state: Record<string, unknown>) => object): void => {
  const path = join(home, 'state.json');
  fs.writeFileSync(path, JSON.stringify(change(JSON.parse(fs.readFileSync(path, 'utf8')))), { mode: 0o600 });
};

const mark = (inode: number) => ({
  cursor: { inode, offset: 1, line: 1, headHash: 'x', headLength: 1 },
  head: { client: 'codex', sessionId: 's' },
});

const shardOf = (home: string): string => {
  const [name = ''] = fs.readdirSync(join(home, 'memories/global')).filter((file) => /^\d/.test(file));
  return join('memories/global', name);
};

/** A way to damage a home, the finding that it makes, and whether `--fix` mends it. */
const damages: readonly (readonly [string, (home: string) => unknown, string, boolean])[] = [
  [
    'a file that others may read',
    (home) => fs.chmodSync(join(home, 'state.json'), 0o644),
    'permissions',
    true,
  ],
  [
    'a folder that others may read',
    (home) => fs.chmodSync(join(home, 'memories'), 0o755),
    'permissions',
    true,
  ],
  [
    'a damaged line of a shard',
    (home) => fs.appendFileSync(join(home, shardOf(home)), '{"torn\n'),
    'damaged',
    true,
  ],
  [
    'a damaged line of the log',
    (home) => lay(home, 'learning-log/2026-06.jsonl', '{"torn\n'),
    'damaged',
    true,
  ],
  ['a damaged session', (home) => lay(home, 'sessions/s.json', '{"torn'), 'damaged', true],
  ['a damaged journal line', (home) => fs.appendFileSync(journalOf(home), 'not json\n'), 'damaged', false],
  [
    'a missing operation',
    (home) => {
      const lines = fs.readFileSync(journalOf(home), 'utf8').split('\n');
      fs.writeFileSync(
        journalOf(home),
        [lines[0], ' '.repeat(lines[1]?.length ?? 0), ...lines.slice(2)].join('\n'),
      );
    },
    'journal',
    false,
  ],
  [
    'a relation to nothing',
    (home) =>
      lay(
        home,
        'memories/global/relations.jsonl',
        `${JSON.stringify({ v: 1, id: 'r-1', rev: 1, from: 'm-nowhere', type: 'related_to', to: 'tea', at: now, updatedAt: now })}\n`,
      ),
    'dangling',
    false,
  ],
  [
    'usage of nothing',
    (home) =>
      lay(
        home,
        'usage/m/2026-06.jsonl',
        `${JSON.stringify({ v: 1, id: 'u-1', memoryId: 'm-nowhere', kind: 'applied', at: now, by: 'derived', evidence: [] })}\n`,
      ),
    'dangling',
    false,
  ],
  [
    'a stale lock',
    (home) => lay(home, 'locks/run.lock', JSON.stringify({ pid: 7, host: hostname(), started: 'start-7' })),
    'locks',
    true,
  ],
  ['a leftover', (home) => lay(home, 'memories/global/x.jsonl.7-ab.0.tmp', 'torn'), 'temporary', true],
  ['no .gitignore', (home) => fs.rmSync(join(home, '.gitignore')), 'missing', true],
  [
    'a mark of a file that is gone',
    (home) => changeState(home, (state) => ({ ...state, marks: { '/nowhere/a.jsonl': mark(1) } })),
    'marks',
    true,
  ],
  [
    'a mark of a file that was replaced',
    (home) => changeState(home, (state) => ({ ...state, marks: { [journalOf(home)]: mark(1) } })),
    'marks',
    true,
  ],
  [
    'a position past the log',
    (home) => changeState(home, (state) => ({ ...state, logRead: { '2026-06.jsonl': 9 } })),
    'marks',
    true,
  ],
  [
    'a spool that nobody drains',
    (home) => {
      lay(home, 'spool/codex.1.1.0.json', '{}');
      fs.utimesSync(join(home, 'spool/codex.1.1.0.json'), new Date('2026-06-13'), new Date('2026-06-13'));
    },
    'spool',
    false,
  ],
  [
    'a clock that was ahead',
    (home) => changeState(home, (state) => ({ ...state, lastRunAt: '2027-01-01T00:00:00.000Z' })),
    'clock',
    false,
  ],
  [
    'a full quarantine',
    (home) => lay(home, 'quarantine/2026-01.jsonl', `${JSON.stringify({ text: 'x'.repeat(1_100_000) })}\n`),
    'quarantine',
    false,
  ],
  ['a cut journal', (home) => fs.truncateSync(journalOf(home)), 'checkpoint', true],
  [
    'a lost large image',
    (home) => {
      const text = fs.readFileSync(journalOf(home), 'utf8');
      fs.writeFileSync(
        journalOf(home),
        text.replace(/"before":null/, `"before":{"$object":"${'a'.repeat(64)}"}`),
      );
    },
    'objects',
    false,
  ],
  ['no checkpoint', (home) => fs.rmSync(join(home, 'cache/checkpoint.json')), 'unpublished', true],
  [
    'an unfinished purge',
    async (home) => {
      const { ops, steps } = mortalOps();
      const argv = ['purge', 'newsletter', '--yes'];
      const copy = copyFolder(home, `${home}-purged`);
      await run(argv, { home: copy, ops });
      const at = Math.floor(steps.length * 0.4);
      await expect(run(argv, { home, pid: 4242, ops: mortalOps({ at, cut: 'before' }).ops })).rejects.toThrow(
        Died,
      );
    },
    'purge',
    true,
  ],
  ['a damaged state', (home) => lay(home, 'state.json', '{}'), 'home', false],
];

describe('hebb doctor', () => {
  it('finds nothing in a healthy home, and writes nothing', async () => {
    const home = await healthyHome();
    const before = snapshot(home);
    const found = await doctor(home);
    expect([found.codes, found.exit]).toEqual([[], 0]);
    expect(snapshot(home)).toEqual(before);
    expect((await run(['doctor'], { home })).out).toMatch(/Healthy/);
  });

  it('says so where there is no home, and makes none', async () => {
    const home = join(makeFolder(), 'none');
    for (const flags of [[], ['--fix'], ['--rebuild']]) {
      const found = await doctor(home, ...flags);
      expect([found.codes, found.exit, fs.existsSync(home)]).toEqual([[], 0, false]);
    }
  });

  it.each(damages)('%s', async (_, damage, code, fixable) => {
    const home = await healthyHome();
    await damage(home);
    const found = await doctor(home);
    expect(found.codes, found.text).toContain(code);
    expect(found.exit).toBe(3);
    const fixed = await doctor(home, '--fix');
    if (fixable) {
      expect([fixed.codes, fixed.exit], fixed.text).toEqual([[], 0]);
      expect((await doctor(home)).codes).toEqual([]);
    } else expect(fixed.codes).toContain(code);
  });

  it('rebuilds files and cache from the journal and says what differed', async () => {
    const home = await healthyHome();
    const shard = join(home, shardOf(home));
    const text = fs.readFileSync(shard, 'utf8');
    expect((await doctor(home, '--rebuild')).text).toContain('"rebuilt":[]');
    fs.rmSync(shard);
    const found = await doctor(home, '--rebuild');
    expect(fs.readFileSync(shard, 'utf8')).toBe(text);
    expect([found.codes, found.exit]).toEqual([[], 0]);
  });

  it('leaves nothing of the canary', async () => {
    const home = await healthyHome();
    await doctor(home);
    expect(JSON.stringify(snapshot(home))).not.toContain('canary');
  });
});
