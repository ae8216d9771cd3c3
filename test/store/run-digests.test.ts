import * as fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import type { LinePlace, Refusal, RunDigests, ShadowRecord } from '../../src/domain/run-digest.ts';
import { digestOf } from '../../src/pipeline/run-digest.ts';
import { addRuns, readRuns } from '../../src/store/facts.ts';
import { createDryFiles, createFiles, diskOps } from '../../src/store/files.ts';
import { pathsOf } from '../../src/store/paths.ts';
import { addWorkflowRecords, openDigests } from '../../src/store/run-digests.ts';
import { readRun } from '../../src/store/run-lines.ts';
import { ran, runOf } from '../pipeline/reflect-samples.ts';
import { makeFolder } from '../support/home.ts';

/** A home of runs; `opened()` also says how many runs had to be read. */
function makeHome(folder = makeFolder()) {
  const files = createFiles({ ...diskOps, sync: () => {} }, 'test');
  const paths = pathsOf(folder);
  const home = { files, paths };
  const counted = (version: string) => {
    let read = 0;
    const maker = {
      version,
      digestOf: (run: Run, place: LinePlace) => {
        read++;
        return digestOf(run, place);
      },
    };
    return { maker, read: () => read };
  };
  return {
    ...home,
    home,
    add: (...runs: readonly Run[]) => addRuns(home, runs),
    opened: (version = '1', keeps = true) => {
      const { maker, read } = counted(version);
      const digests = openDigests(keeps ? { ...home, pen: files } : home, maker);
      return { ...digests, read: read() };
    },
    month: (name = '2026-05') => join(paths.workflows, `${name}.jsonl`),
    cache: (name = '2026-05') => join(paths.cache, 'run-digests', `${name}.jsonl`),
  };
}

const test = (id: string, fields: Partial<Run> = {}) => runOf(id, 2, [ran('npm test')], fields);
const ids = ({ runs }: Pick<RunDigests, 'runs'>): string[] => runs.map(({ id }) => id);

const shadow = (runId: string, fields: Partial<ShadowRecord> = {}): ShadowRecord => ({
  v: 1,
  kind: 'shadow',
  id: `${runId}:release:1`,
  runId,
  slug: 'release',
  version: 1,
  applicability: 0.8,
  expected: 'x',
  observed: null,
  match: false,
  outcome: 'success',
  at: '2026-05-30T12:00:00.000Z',
  ...fields,
});

const refusal: Refusal = {
  v: 1,
  kind: 'refused',
  id: 'refused:p::x',
  project: 'p',
  classHash: 'x',
  reasons: ['too little'],
  lastSeenAt: '2026-05-30T12:00:00.000Z',
  at: '2026-05-30T12:00:00.000Z',
};

describe('digests of runs', () => {
  it('tell each run in its latest form, and the records beside them', () => {
    const { add, home, opened } = makeHome();
    add(test('a', { outcome: 'unknown' }), test('b', { query: '  Run  THE\ntests ' }));
    addWorkflowRecords(home, [shadow('a'), refusal], []);
    add(test('a', { outcome: 'failure' }));
    const { runs, records } = opened();
    expect(runs.map(({ id, outcome, query }) => [id, outcome, query])).toEqual([
      ['a', 'failure', 'prompt of a'],
      ['b', 'unknown', 'run the tests'],
    ]);
    expect(records).toEqual([shadow('a'), refusal]);
    expect(readRuns(home).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('come from the cache as they were read, one object for equal procedures', () => {
    const { add, opened } = makeHome();
    const skillsInContext = [{ slug: 'release', version: 2, how: 'fetched' as const }];
    add(test('a'), test('b', { user: 'u', skillsInContext, evaluation: 'nothing' }), runOf('c', 2, []));
    const first = opened();
    const again = opened();
    expect([first.read, again.read]).toEqual([3, 0]);
    expect({ ...again, read: 3 }).toEqual(first);
    expect(again.runs[0]?.units).toBe(again.runs[1]?.units);
    expect(again.runs[1]).toMatchObject({ user: 'u', skills: skillsInContext, asked: true });
    expect('classHash' in (again.runs[2] ?? {})).toBe(false);
  });

  it('cost only the lines that were added, in whatever pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(6), fc.boolean(), fc.constantFrom('npm test', 'make')), { maxLength: 8 }),
        (written) => {
          const { add, opened, home } = makeHome();
          for (const [number, opens, command] of written) {
            add(runOf(`r-${number}`, 2 + 20 * (number % 2), [ran(command)], { outcome: 'success' }));
            if (opens) opened();
          }
          const { runs, read } = opened();
          const anew = openDigests(home, { version: 'other', digestOf });
          expect(runs).toEqual(anew.runs);
          expect(read).toBeLessThanOrEqual(written.length - written.findLastIndex(([, opens]) => opens));
        },
      ),
      { numRuns: 20 },
    );
  });

  const damages: readonly (readonly [string, number, (home: ReturnType<typeof makeHome>) => void])[] = [
    ['is gone', 2, ({ cache }) => fs.rmSync(cache())],
    ['is damaged', 2, ({ cache }) => fs.writeFileSync(cache(), 'not json\n{"rows": 7}\n')],
    ['is torn at its end', 1, ({ cache }) => fs.truncateSync(cache(), fs.statSync(cache()).size - 5)],
    [
      'is of a file that was replaced',
      2,
      ({ month }) => {
        fs.copyFileSync(month(), `${month()}.new`);
        fs.renameSync(`${month()}.new`, month());
      },
    ],
    [
      'is of a file that is shorter now',
      1,
      ({ month }) => fs.truncateSync(month(), fs.readFileSync(month(), 'utf8').indexOf('\n') + 1),
    ],
    [
      'is of a file that was changed in place',
      2,
      ({ month }) =>
        fs.writeFileSync(month(), fs.readFileSync(month(), 'utf8').replaceAll('npm test', 'cargo te')),
    ],
  ];

  it.each(damages)('are read anew where the cache %s', (_, expected, damage) => {
    const made = makeHome();
    made.add(test('a'));
    made.opened();
    made.add(test('b'));
    made.opened();
    damage(made);
    const again = made.opened();
    expect(again.read).toBe(expected);
    expect(again.runs).toEqual(openDigests(made.home, { version: 'other', digestOf }).runs);
    expect(made.opened().read).toBe(0);
  });

  it('are read anew by another version, and what the old one kept goes', () => {
    const { add, opened, cache } = makeHome();
    add(test('a'));
    opened('1');
    expect(opened('2').read).toBe(1);
    expect(fs.readFileSync(cache(), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(opened('2').read).toBe(0);
  });

  it('skip what is no line of a run and what is not ended yet', () => {
    const { add, opened, month } = makeHome();
    add(test('a'));
    fs.appendFileSync(month(), '{"kind":"other"}\n\n{"v":1}\nnot json\n{"v":1,"id":"to');
    expect(ids(opened())).toEqual(['a']);
    add(test('b'));
    expect(opened()).toMatchObject({ read: 1, runs: [{ id: 'a' }, { id: 'b' }] });
  });

  it('hold together when two processes keep the same at once', () => {
    const { add, opened, cache } = makeHome();
    add(test('a'));
    opened();
    const before = fs.readFileSync(cache(), 'utf8');
    add(test('b'));
    opened();
    const added = fs.readFileSync(cache(), 'utf8').slice(before.length);
    fs.appendFileSync(cache(), added);
    add(test('c'));
    expect(ids(opened())).toEqual(['a', 'b', 'c']);
    expect(opened()).toMatchObject({ read: 0, runs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
  });

  it('keep few lines in the cache, however often one run comes', () => {
    const { add, opened, cache } = makeHome();
    for (let at = 0; at < 70; at++) {
      add(test(`r-${at}`));
      opened();
    }
    expect(fs.readFileSync(cache(), 'utf8').trim().split('\n').length).toBeLessThan(65);
    expect(opened()).toMatchObject({ read: 0, runs: { length: 70 } });
  });

  it('leave nothing where nothing may be written, and see what a dry run wrote', () => {
    const { add, opened, paths } = makeHome();
    add(test('a'));
    opened('1', false);
    expect(fs.existsSync(paths.cache)).toBe(false);
    const dry = { files: createDryFiles(), paths };
    addRuns(dry, [test('b')]);
    expect(ids(openDigests(dry, { version: '1', digestOf }))).toEqual(['a', 'b']);
    expect(ids(opened())).toEqual(['a']);
  });

  it('lead to the whole run, and to nothing where its line is another now', () => {
    const { add, opened, home, month } = makeHome();
    add(test('a', { query: 'Prüfe die Tests' }), test('b'));
    const [, digest] = opened().runs;
    expect(digest && readRun(home, digest.place)).toEqual(readRuns(home)[1]);
    fs.writeFileSync(month(), 'short\n');
    expect(digest && readRun(home, digest.place)).toBeUndefined();
  });
});

describe('records beside runs', () => {
  it('are not written again when they say the same', () => {
    const { home, opened } = makeHome();
    expect(addWorkflowRecords(home, [shadow('a'), refusal], [])).toHaveLength(2);
    const known = opened().records;
    expect(addWorkflowRecords(home, [shadow('a'), refusal], known)).toEqual([]);
    const changed = shadow('a', { match: true });
    expect(addWorkflowRecords(home, [changed], known)).toEqual([changed]);
    expect(opened().records).toEqual([changed, refusal]);
  });
});
