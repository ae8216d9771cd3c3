import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run as reflect } from '../../src/commands/reflect.ts';
import { createPlaceFinder } from '../../src/sources/places.ts';
import { edited, failing, ran, runOf, use } from '../pipeline/reflect-samples.ts';
import { memory } from '../pipeline/samples.ts';
import { makeFolder, run, snapshot } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { addFacts, seedHome } from './reflect-home.ts';

const broken = () => failing('npm test', 'Error: cannot find module vite');
const held = () => failing('npm run build', 'error TS2322: no');

const seed = () =>
  seedHome({
    memories: [
      memory('m-good', { summary: 'Run `npm ci` first', decayRate: 0 }),
      memory('m-bad', { summary: 'The cache may be kept', decayRate: 0 }),
      memory('m-shown', { summary: 'Prefer small commits', decayRate: 0 }),
      memory('m-belief', {
        summary: 'Never run `npm test` before every commit',
        source: 'explicit_user_feedback',
      }),
    ],
    beliefs: { tests: 'Run `npm test` before every commit' },
    runs: [
      runOf('a', 9, [broken(), edited('package.json'), ran('npm test')], { outcome: 'success' }),
      runOf('b', 7, [held(), held(), edited('a.ts'), ran('npm run build')], { outcome: 'success' }),
      runOf('c', 5, [broken(), ran('npm run build')], {
        outcome: 'failure',
        outcomeSource: 'correction',
        query: 'fix the\u001b[31m tests\nplease',
      }),
      runOf('d', 3),
    ],
    usage: [
      use('m-good', 'helpful', 5, { sessionId: 's-a', runId: 'a' }),
      use('m-bad', 'not-helpful', 5, { sessionId: 's-b', runId: 'b' }),
      use('m-shown', 'exposed', 5),
    ],
  });

describe('hebb reflect', () => {
  it('tells what worked and what did not, with ids and commands to paste', async () => {
    const home = await seed();
    const before = snapshot(home);
    const { out, data } = await callCommand(reflect, {}, { home });
    expect(out).toContain('4 prompts: 2 ended well, 1 did not, 1 nobody can tell, in 4 sessions.');
    expect(out).toContain('Ended well: 67 % (21–94 %).');
    expect(out).toMatch(
      /came back: Bash npm test: Error: cannot find module vite[\s\S]*has not worked since/,
    );
    expect(out).toMatch(
      /held: Bash npm run build: error TS2322[\s\S]*after: edited a\.ts\s+it worked in 1 later run/,
    );
    expect(out).toMatch(/m-good {2}Run `npm ci` first\s+helped in 1 of 1 rated uses: 100 % \(21–100 %\)/);
    expect(out).toMatch(/m-bad {2}The cache may be kept\s+helped in 0 of 1/);
    expect(out).toMatch(/m-shown {2}Prefer small commits\s+shown once/);
    expect(out).toMatch(/Gaps[\s\S]*“fix the \[31m tests please”/);
    expect(out).toContain('hebb edit m-bad');
    expect(out).not.toContain('\u001b');
    expect(data.reflection).toMatchObject({
      v: 1,
      sessions: 4,
      errors: [{ verdict: 'came back' }, { verdict: 'held' }],
    });
    expect(snapshot(home)).toEqual(before);
  });

  it('a narrower period leaves out what is older', async () => {
    const { data } = await callCommand(reflect, { options: { days: '18' } }, { home: await seed() });
    expect(data.reflection).toMatchObject({ all: { runs: 1 }, before: { runs: 3 } });
  });

  it('--memories ranks, over all time or over the days that are asked for', async () => {
    const home = await seed();
    const all = await callCommand(reflect, { options: { memories: true } }, { home });
    expect(all.data).toMatchObject({
      memories: [{ id: 'm-good' }, { id: 'm-bad' }, { id: 'm-shown' }],
      live: 4,
    });
    expect(all.out).toMatch(/m-good\s+1\s+0\s+1\s+0\s+100 %\s+21 %\s+Run/);
    expect(all.out).toContain('1 of 4 memories were neither used nor shown.');
    const day = await callCommand(reflect, { options: { memories: true, days: '1' } }, { home });
    expect(day.data.memories).toEqual([]);
  });

  it('--beliefs weighs what speaks for and against', async () => {
    const { out, data } = await callCommand(reflect, { options: { beliefs: true } }, { home: await seed() });
    expect(data.beliefs).toMatchObject([
      { key: 'tests', opposing: [{ id: 'c' }, { id: 'm-belief', said: true }] },
    ]);
    expect(out).toContain('contradicted: Run `npm test` before every commit');
    expect(out).toMatch(/against: .* memory m-belief “Never run/);
  });

  it('--quick tells of the last session of this project', async () => {
    const home = await seedHome({});
    const cwd = join(home, '..');
    const { place } = await createPlaceFinder({}, {}).placeOf(cwd);
    const own = { project: place.project.id, outcome: 'success' as const };
    const runs = [runOf('old', 9, [], own), runOf('last', 2, [], own), runOf('elsewhere', 1)];
    await addFacts(home, { runs });
    const { out } = await callCommand(reflect, { options: { quick: true } }, { home, cwd });
    expect(out).toContain('claude-code session s-last');
    expect(out).toContain('1 prompts: 1 ended well, 0 did not, 0 nobody can tell.');
  });

  it('--save writes it beside the consolidation reports and nothing else', async () => {
    const home = await seed();
    const files = () => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    const first = await callCommand(reflect, { options: { save: true } }, { home });
    await callCommand(reflect, { options: { save: true, memories: true } }, { home });
    const names = ['2026-06-15-reflection', '2026-06-15-reflection-2'];
    expect(files().filter((name) => !before.includes(name))).toEqual(
      ['reports', ...names.flatMap((name) => [`reports/${name}.json`, `reports/${name}.md`])].sort(),
    );
    expect(first.data.path).toBe(join(home, 'reports/2026-06-15-reflection.md'));
    const markdown = readFileSync(join(home, 'reports/2026-06-15-reflection.md'), 'utf8');
    expect(markdown).toMatch(/^# 2026-05-16 to 2026-06-15\n\n4 prompts/);
    expect(markdown).toContain('## Proposed\n\n- hebb edit m-bad\n  - helped in 0 of 1 rated uses');
    expect((await run(['report'], { home })).out).toContain('No consolidation has changed anything yet');
  });

  it('an empty home says in every section what would fill it, and is not made', async () => {
    const home = join(makeFolder(), 'home');
    for (const [options, says] of [
      [{}, 'No prompt has been read yet. hebb analyze-sessions reads sessions.'],
      [{ memories: true }, 'There are no memories yet.'],
      [{ beliefs: true }, 'Core memory holds no beliefs.'],
    ] as const)
      expect((await callCommand(reflect, { options }, { home })).out).toContain(says);
    expect(existsSync(home)).toBe(false);
  });

  it('takes one form at a time', async () => {
    const call = callCommand(reflect, { options: { quick: true, beliefs: true } }, { home: await seed() });
    await expect(call).rejects.toThrow('--quick and --beliefs: one at a time');
  });
});
