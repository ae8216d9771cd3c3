import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Options } from '../../src/commands/command.ts';
import { run as workflows } from '../../src/commands/workflows.ts';
import { isDict } from '../../src/domain/json.ts';
import type { Run } from '../../src/domain/run.ts';
import type { Refusal, ShadowRecord } from '../../src/domain/run-digest.ts';
import { classOf } from '../../src/pipeline/class-units.ts';
import { strictHash } from '../../src/pipeline/strict-hash.ts';
import { addRecordLines, addRuns, readRuns } from '../../src/store/facts.ts';
import { edited, failing, ran, runOf } from '../pipeline/reflect-samples.ts';
import { daysAgo } from '../pipeline/samples.ts';
import { learning, skill } from '../pipeline/skill-samples.ts';
import { copyFolder, type HostFields, makeFolder, openHome, run, snapshot } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { fieldsIn, makeSkillHome, type SkillHome } from './skill-home.ts';

const hashed = (one: Run): Run => {
  const [strict, own] = [strictHash(one.steps), classOf(one)];
  return { ...one, ...(strict ? { strictHash: strict } : {}), ...(own ? { classHash: own.hash } : {}) };
};

const releasing = () => [ran('npm version minor'), ran('npm publish'), ran('git push --tags')];

/** Six runs of a release, of which one failed; two of something else; one of another project; one prompt without steps. */
const runs: readonly Run[] = [
  ...[1, 2, 3, 4, 5].map((day) =>
    runOf(`w-rel-${day}`, day, releasing(), {
      outcome: 'success',
      outcomeSource: 'last-check',
      query: day < 3 ? 'Cut a release of billing' : `Release the gateway ${day}`,
    }),
  ),
  runOf('w-rel-6', 6, [...releasing().slice(0, 2), failing('git push --tags', 'denied')], {
    outcome: 'failure',
    outcomeSource: 'unresolved-error',
    query: 'Release search',
    evaluation: 'error',
    evaluatorError: 'it printed "hm"',
  }),
  runOf('w-fix-1', 0.5, [edited('/x/login.ts'), ran('npm test')], {
    outcome: 'success',
    outcomeSource: 'thanks',
    query: 'Fix the login test \u001b[31m',
  }),
  runOf('w-fix-2', 40, [edited('/x/cart.ts'), ran('npm test')], { query: 'Fix the cart test' }),
  runOf('w-other', 1, [ran('make')], { project: 'q', query: 'Build the other release' }),
  runOf('w-talk', 0.2, [], { query: 'What is a monad' }),
].map(hashed);

const releaseClass = classOf({ steps: releasing() });

const release = skill('release-package', [], {
  source: 'behaviour',
  version: 2,
  ...(releaseClass ? { runClass: releaseClass } : {}),
});

const trial: ShadowRecord = {
  v: 1,
  kind: 'shadow',
  id: 'w-fix-1:mend-tests:1',
  runId: 'w-fix-1',
  slug: 'mend-tests',
  version: 1,
  applicability: 0.81,
  expected: 'x',
  observed: null,
  match: false,
  outcome: 'success',
  at: daysAgo(0.5),
};

const refusal: Refusal = {
  v: 1,
  kind: 'refused',
  id: 'refused:p::x',
  project: 'p',
  classHash: releaseClass?.hash ?? '',
  reasons: ['what it prints is private'],
  lastSeenAt: daysAgo(1),
  at: daysAgo(1),
};

let plain: SkillHome;
let covered: SkillHome;

async function withRuns(place: SkillHome): Promise<SkillHome> {
  const store = await openHome({ home: place.home, write: true });
  addRuns(store, runs);
  addRecordLines(store, [trial, refusal]);
  return place;
}

beforeAll(async () => {
  plain = await withRuns(await makeSkillHome());
  covered = await withRuns(await makeSkillHome({ skills: [release] }));
});

const call = (
  place: SkillHome,
  args: readonly string[] = [],
  options: Options = {},
  fields: Partial<HostFields> = {},
) =>
  callCommand(
    workflows,
    { args, options: { project: 'p', ...options } },
    { ...fieldsIn(place), now: daysAgo(0), ...fields },
  );

/** A table without the places where it breaks lines. */
const onOneLine = (out: string): string => out.replace(/\s+/g, ' ');

const idsOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.map((one) => (isDict(one) ? (one.id ?? (isDict(one.run) ? one.run.id : '')) : ''))
    : [];

describe('hebb workflows list', () => {
  it('tells the newest runs of the project first, with how they ended and what covers them', async () => {
    const { data, ...told } = await call(covered);
    const out = onOneLine(told.out);
    expect(idsOf(data.runs)).toEqual([
      'w-talk',
      'w-fix-1',
      ...['w-rel-1', 'w-rel-2', 'w-rel-3', 'w-rel-4', 'w-rel-5', 'w-rel-6'],
      'w-fix-2',
    ]);
    expect(out).toMatch(
      /w-rel-1 +2026-05-31 12:00 +success, last-check +3 +release-package v2 +Cut a release/,
    );
    expect(out).toMatch(/w-fix-1 +2026-06-01 00:00 +success, thanks +2 +Fix the login test \\u\{1b\}\[31m/);
    expect(out).toMatch(/w-talk +2026-06-01 07:12 +unknown +0 +What is a monad/);
  });

  it('tells as many as are asked for, and of every project with --all', async () => {
    const some = await call(plain, ['list'], { limit: '2' });
    expect(idsOf(some.data.runs)).toHaveLength(2);
    expect(some.out).toContain('7 more: --limit 9');
    expect((await call(plain, ['list'], { all: true })).data.total).toBe(10);
    await expect(call(plain, ['list'], { limit: 'x' })).rejects.toThrow(
      '--limit x: not a whole number above 0',
    );
  });

  it('says what to do where there are none, and which operations there are', async () => {
    const empty = await makeSkillHome();
    expect((await call(empty)).out).toContain('hebb analyze-sessions');
    await expect(call(empty, ['lst'])).rejects.toThrow(
      'workflows lst: not one of list, show, search, classes, rehash',
    );
  });
});

describe('hebb workflows show', () => {
  it('tells all of a run: its steps, hashes, class, stamp, evaluator and trials', async () => {
    const { out, data } = await call(covered, ['show', 'w-rel-6']);
    expect(out).toContain('failure (unresolved-error)');
    expect(out).toContain('failed: it printed "hm"');
    expect(out).toMatch(/3 +Bash git push --tags +failed/);
    expect(out).toContain(releaseClass?.hash);
    expect(data).toMatchObject({
      promotedSkillId: 'release-package',
      suppressed: true,
      shadowEvaluations: [],
    });
    const fix = await call(covered, ['show', 'w-fix-1']);
    expect(fix.out).toContain('mend-tests v1: went another way, applies to 81 %');
    expect(fix.data).toMatchObject({ promotedSkillId: null, shadowEvaluations: [trial] });
  });

  it('takes the beginning of an id that only one run has', async () => {
    expect((await call(plain, ['show', 'w-othe'])).data.run).toMatchObject({ id: 'w-other' });
    await expect(call(plain, ['show', 'w-fix-'])).rejects.toThrow('2 runs begin with w-fix-');
    await expect(call(plain, ['show', 'w-none'])).rejects.toThrow('no run is called w-none');
    await expect(call(plain, ['show'])).rejects.toThrow('workflows show: needs a run');
  });
});

describe('hebb workflows search', () => {
  it('leaves out runs that a skill covers whole, unless they are asked for', async () => {
    const open = await call(plain, ['search', 'release'], {});
    expect(idsOf(open.data.runs)).toHaveLength(6);
    const closed = await call(covered, ['search', 'release'], {});
    expect(closed.data).toMatchObject({ runs: [], hidden: 6 });
    expect(closed.out).toContain('6 more are covered by a skill: --include-promoted');
    const all = await call(covered, ['search', 'release'], { includePromoted: true });
    expect(idsOf(all.data.runs)).toEqual(idsOf(open.data.runs));
    await expect(call(plain, ['search'])).rejects.toThrow('workflows search: needs words');
  });
});

describe('hebb workflows classes', () => {
  it('tells each procedure with runs, rate, prompts and the skill that covers it', async () => {
    const { data, ...told } = await call(covered, ['classes']);
    const out = onOneLine(told.out);
    expect(out).toMatch(/mined +6 +83\.3 % \(5\/6\) +5 +2026-05-31 +release-package +run npm version/);
    expect(out).toMatch(/whole +2 +100 % \(1\/1\) +2 +2026-06-01 +edit typescript → run npm test/);
    expect(data.total).toBe(2);
  });

  it('tells each gate with its figure, and why a class was refused', async () => {
    const { out, data } = await call(plain, ['classes'], { gates: true });
    expect(out).toContain('passed  executions: 6 runs with a known end, at least 5');
    expect(out).toContain('refused until it is run again: what it prints is private');
    expect(out).toContain('not yet  executions: 1 of 2 runs with a known end, at least 5');
    expect(data.classes).toMatchObject([
      { passes: true, coveredBy: null, successRate: 5 / 6 },
      { passes: false },
    ]);
  });
});

describe('hebb workflows rehash', () => {
  it('gives runs of other rules a new line, once; a dry run only counts', async () => {
    const place = { ...plain, home: copyFolder(plain.home, join(makeFolder(), 'home')) };
    const store = await openHome({ home: place.home, write: true });
    const { classHash: _, strictHash: __, ...old } = runs[0] ?? runOf('w-none', 1);
    addRuns(store, [{ ...old, strictHash: 'f'.repeat(64) }]);
    const before = snapshot(place.home);
    expect((await call(place, ['rehash'], { dryRun: true })).data).toMatchObject({ runs: 10, changed: 1 });
    expect(snapshot(place.home)).toEqual(before);
    expect((await call(place, ['rehash'])).data).toMatchObject({ runs: 10, changed: 1 });
    expect(readRuns(store).find(({ id }) => id === old.id)).toEqual(runs[0]);
    expect((await call(place, ['rehash'])).data).toMatchObject({ changed: 0 });
  });
});

describe('workflows', () => {
  it('say when they are switched off; the environment wins', async () => {
    const off = { vars: { HEBB_USER: 'ada', HEBB_WORKFLOWS: '0' } };
    expect((await call(plain, ['list'], {}, off)).out).toContain('switched off by HEBB_WORKFLOWS=0');
    const home = copyFolder(plain.home, join(makeFolder(), 'home'));
    fs.writeFileSync(join(home, 'config.yaml'), 'workflows:\n  enabled: false\n  include_exemplar: true\n');
    const { out } = await call({ ...plain, home });
    expect(out).toContain('switched off by workflows.enabled');
    expect(out).toContain('workflows.include_exemplar sets nothing: the runs that a skill was made from');
    const on = { vars: { HEBB_USER: 'ada', HEBB_WORKFLOWS: '1' } };
    expect((await call({ ...plain, home }, ['list'], {}, on)).out).not.toContain('switched off');
  });

  it('keep no purged text: the runs lose it, and what was derived of them goes', async () => {
    const summary = 'Cut a release of billing';
    const place = await withRuns(
      await makeSkillHome({ memories: [learning('m-secret', 'p-hooks', { summary })] }),
    );
    await call(place);
    const cache = join(place.home, 'cache', 'run-digests');
    expect(fs.readdirSync(cache)).not.toEqual([]);
    await run(['purge', 'm-secret', '--yes'], fieldsIn(place));
    expect(fs.existsSync(cache) ? fs.readdirSync(cache) : []).toEqual([]);
    const { data } = await call(place);
    expect(JSON.stringify(data)).not.toMatch(/release of billing/i);
    expect(idsOf(data.runs)).toHaveLength(9);
  });

  it('are no damage to the doctor, nor is a torn cache', async () => {
    const home = copyFolder(plain.home, join(makeFolder(), 'home'));
    await call({ ...plain, home });
    const [name = ''] = fs.readdirSync(join(home, 'cache', 'run-digests'));
    fs.appendFileSync(join(home, 'cache', 'run-digests', name), '{"torn');
    fs.writeFileSync(join(home, 'config.yaml'), 'skills:\n  includeExemplar: true\n');
    const { out } = await run(['doctor'], fieldsIn({ ...plain, home }));
    expect(onOneLine(out)).toContain('skills.includeExemplar sets nothing: the runs that a skill');
    const { data } = await run(['doctor', '--json'], fieldsIn({ ...plain, home }));
    const codes = Array.isArray(data.findings)
      ? data.findings.map((one) => (isDict(one) ? one.code : ''))
      : [];
    expect(codes).not.toContain('damaged');
  });
});
