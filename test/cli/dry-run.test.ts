import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../src/cli/table.ts';
import { copyFolder, makeFolder, run, snapshot } from '../support/home.ts';
import { makeLiveHome } from '../support/live-home.ts';

let made = '';
beforeAll(async () => {
  const { home } = await makeLiveHome({ inputs: true });
  await run(['forget', 'm-stale-too'], { home });
  made = home;
});

/** What each command is called with so that it has something to do; a command without a line here fails the test. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  learn: [['Sign every release', '--scope', 'global']],
  edit: [['m-kept', '--text', 'Prefer functions over classes']],
  undo: [[]],
  capture: [['--drain']],
  'analyze-sessions': [[]],
  'extract-git': [['--all-projects']],
  import: [[]],
  consolidate: [[], ['--full'], ['--skills'], ['--merge-only'], ['--forget-only'], ['--health']],
  promote: [[], ['m-kept'], ['--skills']],
  forget: [[], ['m-kept']],
  'auto-consolidate': [['--force'], ['--nightly'], ['--when-due'], ['--when-due', '--detach']],
  schedule: [['status']],
  pin: [['m-stale'], ['m-stale', '--critical']],
  unpin: [['m-kept']],
  relate: [['m-kept', 'related_to', 'm-tests']],
  restore: [[]],
  review: [[]],
  gate: [['audit']],
  purge: [['m-kept']],
  list: [[], ['--all', '--global']],
  show: [['m-kept']],
  status: [[]],
  doctor: [[]],
  reflect: [[], ['--quick'], ['--beliefs'], ['--memories']],
  reinforce: [['m-kept']],
  decay: [[]],
  taxonomy: [[], ['--hours', '100000']],
  reconcile: [[]],
  attention: [[], ['--focus', 'billing'], ['--reset']],
  patterns: [[]],
  workflows: [[], ['rehash'], ['classes', '--gates']],
  mine: [[]],
  skill: [['list'], ['search', 'hooks'], ['review']],
  profile: [['show'], ['history']],
  // Needs a skill from behaviour and asks an agent: test/commands/experiment.test.ts.
  experiment: [],
  recall: [['reversible migrations', '--no-track']],
  'why-not': [['m-kept', 'composition']],
  export: [
    ['--mcp', 'memory.jsonl', '--dry-run'],
    ['--all', 'out', '--dry-run'],
    ['--agents-md', 'AGENTS.md', '--dry-run'],
    ['--claude-memory', '--dry-run'],
    ['--remove-all', '--dry-run'],
  ],
  init: [['--all'], ['--all', '--project'], ['--remove']],
  uninstall: [[], ['--purge', '--yes']],
  report: [[]],
  explain: [['m-kept']],
  log: [[]],
};

/** Every call that must write nothing: manipulators (and draining) under `--dry-run`, and all that only looks. */
const harmless = commandTable
  .filter(({ kind, name }) => kind !== 'recorder' || name === 'capture')
  .flatMap(({ kind, name }) =>
    (calls[name] ?? [['(no call in this test)']]).map((args) => [
      name,
      ...args,
      ...(kind === 'interrogator' ? [] : ['--dry-run']),
    ]),
  );

/** A copy of the home; the folder beside it is another project's. */
function place(): string {
  const home = join(makeFolder(), 'home');
  return copyFolder(made, home);
}

/** What recall may fill when somebody asks: the cache, under a lock of its own. Everything else stays. */
const derived = /^home\/(?:cache(?:\/|$)|locks$)/;

const stateOf = (folder: string, [name = '']: readonly string[]): Record<string, string> => {
  const all = snapshot(folder);
  if (name !== 'recall' && name !== 'why-not') return all;
  return Object.fromEntries(Object.entries(all).filter(([path]) => !derived.test(path)));
};

describe('what must not write', () => {
  const shared = { home: '' };
  beforeAll(() => {
    shared.home = place();
    fs.cpSync(join(made, '../.claude'), join(shared.home, '../.claude'), {
      recursive: true,
      preserveTimestamps: true,
    });
  });

  it.each(harmless.map((argv) => [argv.join(' '), argv] as const))(
    'leaves the home byte-identical: %s',
    async (_, argv) => {
      const { home } = shared;
      const before = stateOf(join(home, '..'), argv);
      const ran = await run(argv, { home });
      expect([0, 3, 10], ran.out + ran.err).toContain(ran.exit);
      expect(stateOf(join(home, '..'), argv)).toEqual(before);
    },
  );

  it.each(harmless.map((argv) => [argv.join(' '), argv] as const))('makes no home: %s', async (_, argv) => {
    const home = join(makeFolder(), 'home');
    await run(argv, { home });
    expect(fs.existsSync(home)).toBe(false);
  });

  it('leaves the index of recall as it is', async () => {
    const home = place();
    await run(['recall', 'composition', '--no-track'], { home });
    const before = snapshot(join(home, 'cache'));
    await run(['edit', 'm-kept', '--text', 'Prefer zebras over classes', '--dry-run'], { home });
    expect(snapshot(join(home, 'cache'))).toEqual(before);
    expect((await run(['recall', 'zebras', '--global', '--no-track'], { home })).out).toContain(
      'Nothing is known',
    );
  });

  it('says what it would do, as the real run then does it', async () => {
    const home = place();
    const dry = await run(['consolidate', '--dry-run', '--json'], { home });
    const real = await run(['consolidate', '--json'], { home });
    expect(dry.exit).toBe(0);
    const counts = (ran: typeof dry): unknown => ran.data.changes ?? JSON.parse(ran.out).data?.changes;
    expect(counts(dry)).toBe(counts(real));
    expect(counts(dry)).toBeGreaterThan(5);
  });
});
