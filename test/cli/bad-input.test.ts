import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { diskOps } from '../../src/store/files.ts';
import { fullDisk } from '../support/crash.ts';
import { copyFolder, filesIn, makeFolder, run, snapshot, stateIn } from '../support/home.ts';
import { factsIn, makeLiveHome } from '../support/live-home.ts';

let made = '';
beforeAll(async () => {
  made = (await makeLiveHome({ inputs: false })).home;
});
const place = (): string => copyFolder(made, join(makeFolder(), 'home'));
const shardOf = (home: string): string =>
  join(home, 'memories', filesIn(join(home, 'memories'), '.jsonl')[0] ?? '');

/** One clear error: the file, the problem, the next step; nothing else, and no trace of a stack. */
const clear = /^hebb: [^\n]+\n {2}next: [^\n]+\n$/;

/** What is wrong, the command that meets it, and what it must say. */
const cases: readonly {
  readonly title: string;
  readonly wrong: (home: string) => void;
  readonly argv: readonly string[];
  readonly says: RegExp;
}[] = [
  {
    title: 'a missing repository',
    wrong: () => {},
    argv: ['extract-git', 'no-such-folder'],
    says: /no-such-folder/,
  },
  {
    title: 'a repository that is a file',
    wrong: (home) => fs.writeFileSync(join(home, '../a-file'), ''),
    argv: ['extract-git', 'a-file'],
    says: /a-file/,
  },
  {
    title: 'a candidate file that is a folder',
    wrong: (home) => fs.mkdirSync(join(home, '../folder.json')),
    argv: ['import', 'folder.json'],
    says: /folder\.json/,
  },
  {
    title: 'a home that is a file',
    wrong: (home) => {
      fs.rmSync(home, { recursive: true });
      fs.writeFileSync(home, 'precious');
    },
    argv: ['learn', 'Something'],
    says: /home: a file, not a folder/,
  },
  {
    title: 'a config that is no YAML',
    wrong: (home) => fs.writeFileSync(join(home, 'config.yaml'), 'merge:\n  mergeAbove: 0.9\n bad: [\n'),
    argv: ['learn', 'Something'],
    says: /config\.yaml: .* line \d/,
  },
  {
    title: 'a config with an unknown key',
    wrong: (home) => fs.writeFileSync(join(home, 'config.yaml'), '# mine\nmerge:\n  mergeAbov: 0.9\n'),
    argv: ['list'],
    says: /config\.yaml:3: merge\.mergeAbov: no such setting/,
  },
  {
    title: 'a config with a text for a number',
    wrong: (home) => fs.writeFileSync(join(home, 'config.yaml'), 'forget:\n  minUses: many\n'),
    argv: ['consolidate'],
    says: /config\.yaml:2: forget\.minUses: expected a number/,
  },
  {
    title: 'a damaged state.json',
    wrong: (home) => fs.writeFileSync(join(home, 'state.json'), '{"v":1'),
    argv: ['learn', 'Something'],
    says: /state\.json: /,
  },
  {
    title: 'a record of a newer version',
    wrong: (home) => fs.appendFileSync(shardOf(home), '{"v":2,"id":"m-future","mood":"happy"}\n'),
    argv: ['learn', 'Something'],
    says: /record version 2; this hebb writes version 1/,
  },
  {
    title: 'an operation of a newer version',
    wrong: (home) => {
      const [journal = ''] = filesIn(join(home, 'journal'), '.jsonl');
      fs.appendFileSync(join(home, 'journal', journal), '{"v":3,"seq":9,"deeds":[]}\n');
    },
    argv: ['learn', 'Something'],
    says: /journal\/.*record version 3/,
  },
  {
    title: 'a folder where a shard belongs',
    wrong: (home) => {
      const shard = shardOf(home);
      fs.rmSync(shard);
      fs.mkdirSync(shard);
    },
    argv: ['learn', 'Something'],
    says: /jsonl: a folder stands where a file belongs/,
  },
];

describe('bad input', () => {
  it.each(cases)('is one clear error and changes nothing: $title', async ({ wrong, argv, says }) => {
    const home = place();
    wrong(home);
    const before = content(home);
    const ran = await run(argv, { home, cwd: join(home, '..') });
    expect(ran.exit, ran.out + ran.err).toBe(1);
    expect(ran.err).toMatch(clear);
    expect(ran.err).toMatch(says);
    expect(content(home)).toEqual(before);
  });

  it('of a newer version can still be looked at', async () => {
    const home = place();
    fs.appendFileSync(shardOf(home), '{"v":2,"id":"m-future"}\n');
    expect(await run(['list', '--all'], { home })).toMatchObject({ exit: 0 });
    expect((await run(['consolidate', '--dry-run'], { home })).err).toContain('version 2');
  });
});

/** What stands in the files of a home; folders, times and state (which a command may renew) left out. */
function content(home: string): Record<string, string> {
  if (fs.statSync(home).isFile()) return { home: fs.readFileSync(home, 'utf8') };
  return Object.fromEntries(
    filesIn(home, '')
      .filter((name) => /^(memories|journal|archive|config|core|imported|extracted)/.test(name))
      .filter((name) => fs.statSync(join(home, name)).isFile())
      .map((name) => [name, fs.readFileSync(join(home, name), 'utf8')]),
  );
}

describe('a disk that is full', { timeout: 60_000 }, () => {
  it.each([
    ['learn', ['learn', 'Sign every release', '--scope', 'global']],
    ['consolidate', ['consolidate']],
    ['forget', ['forget', 'm-stale-too']],
    ['analyze-sessions', ['analyze-sessions']],
  ])('at any write of %s is one clear error, and nothing is lost', async (_, argv) => {
    const live = await makeLiveHome({ inputs: argv[0] === 'analyze-sessions' });
    const { home, reset } = live;
    const counting = fullDisk('ENOSPC', Number.POSITIVE_INFINITY);
    await run(argv, { home, ops: counting.ops });
    const [end, facts] = [await stateIn(home), await factsIn(home)];
    expect(counting.writes()).toBeGreaterThan(5);
    // Some write many files of one kind: one place in a few stands for its neighbours.
    const step = { 'analyze-sessions': 9, consolidate: 4 }[argv[0] ?? ''] ?? 1;
    for (let from = 0; from < counting.writes(); from += step) {
      reset();
      const before = await stateIn(home);
      const ran = await run(argv, { home, ops: fullDisk('ENOSPC', from).ops });
      expect(ran.exit, `write ${from}`).toBe(1);
      expect(ran.err).toMatch(clear);
      expect(ran.err).toContain('the disk is full');
      const kept = await stateIn(home);
      for (const target of Object.keys(before))
        if (target.startsWith('memories/') && !(target in kept))
          expect(JSON.stringify(kept), target).toContain(target.slice('memories/'.length));
      if (argv[0] !== 'learn' && argv[0] !== 'forget') {
        expect((await run(argv, { home, ops: diskOps })).exit).toBe(0);
        expect(await stateIn(home), `write ${from}`).toEqual(end);
        expect(await factsIn(home)).toEqual(facts);
      }
    }
  });
});

const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Runs the real program as somebody who may read the home but not write it (or not even read it). */
function asStranger(home: string, mode: number, argv: readonly string[]) {
  for (const name of ['', ...filesIn(home, '')]) {
    const path = join(home, name);
    if (isRoot) fs.chownSync(path, nobody, nobody);
    fs.chmodSync(path, fs.statSync(path).isDirectory() ? mode : mode & 0o444);
  }
  fs.chmodSync(join(home, '..'), 0o755);
  const env = { PATH: process.env.PATH, HEBB_HOME: home, HOME: '/nonexistent' };
  const who = isRoot ? { uid: nobody, gid: nobody } : {};
  const ran = spawnSync(process.execPath, [program, ...argv], { env, encoding: 'utf8', cwd: '/', ...who });
  for (const name of ['', ...filesIn(home, '')]) fs.chmodSync(join(home, name), 0o700);
  return ran;
}

const canRunAsStranger = spawnSync(process.execPath, [program, '--version'], {
  ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  cwd: '/',
}).status;

describe.skipIf(canRunAsStranger !== 0)('a home that this user may not write', { timeout: 60_000 }, () => {
  it.each([
    [['list', '--all']],
    [['status']],
    [['consolidate', '--dry-run']],
    [['learn', 'x y', '--dry-run']],
  ])('can be looked at: %s', (argv) => {
    const home = place();
    const before = Object.keys(snapshot(home));
    const ran = asStranger(home, 0o500, argv);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    expect(Object.keys(snapshot(home))).toEqual(before);
  });

  it.each([
    ['may not write', 0o500],
    ['may not read', 0o000],
  ])('and that one %s is one clear error', (_, mode) => {
    const ran = asStranger(place(), mode, ['learn', 'Something to keep']);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(clear);
    expect(ran.stderr).toContain('no permission');
  });
});
