import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { SessionDoc } from '../../src/domain/session.ts';
import { planRepetitions } from '../../src/pipeline/plan-repetitions.ts';
import { edits, fold, prompt, runs, type Scene, usesTool } from './items.ts';

const sessionOf = (id: string, scenes: readonly Scene[]): SessionDoc => fold(scenes, id).doc;
const plan = (docs: readonly SessionDoc[]) => planRepetitions(docs, defaultPolicy);
const summaries = (docs: readonly SessionDoc[]) => plan(docs).map(({ summary }) => summary);

describe('instructions', () => {
  const saying = (...texts: string[]) => texts.map((text, index) => sessionOf(`s${index}`, [prompt(text)]));
  it.each<[string, SessionDoc[], string[]]>([
    [
      'in three sessions',
      saying(
        'Write the changelog entry first',
        'write the changelog entry first.',
        'Write the changelog entry first!',
      ),
      ['Write the changelog entry first'],
    ],
    [
      'in other words that say the same',
      saying(
        'Write the changelog entry first',
        'Write a changelog entry first',
        'write changelog entries first',
      ),
      ['Write the changelog entry first'],
    ],
    ['in two sessions', saying('Write the changelog entry first', 'Write the changelog entry first'), []],
    [
      'three times in one session',
      [
        sessionOf('s1', [
          prompt('Write the changelog entry first'),
          prompt('Write the changelog entry first'),
          prompt('Write the changelog entry first'),
        ]),
      ],
      [],
    ],
    [
      'with another number',
      saying(
        'Keep every function under 20 lines',
        'Keep every function under 30 lines',
        'Keep every function under 40 lines',
      ),
      [],
    ],
    ['too short to say anything', saying('go on', 'go on', 'go on'), []],
    [
      'questions',
      saying('what does this file do?', 'what does this file do?', 'what does this file do?'),
      [],
    ],
    ['thanks', saying('thanks a lot for that', 'thanks a lot for that', 'thanks a lot for that'), []],
    [
      'rules, which are candidates of their own',
      saying('Always use pnpm in this repo', 'Always use pnpm in this repo', 'Always use pnpm in this repo'),
      [],
    ],
  ])('%s', (_, docs, expected) => {
    expect(summaries(docs)).toEqual(expected);
  });

  it('are what the user said, common, with a line of each session', () => {
    const [candidate] = plan(
      saying(
        'Write the changelog entry first',
        'Write the changelog entry first',
        'Write the changelog entry first',
      ),
    );
    expect(candidate).toMatchObject({
      entityType: 'pattern',
      source: 'explicit_user_feedback',
      severity: 'medium',
      frequencyHint: 'common',
      scope: 'project',
      project: 'p1',
    });
    expect(candidate?.provenance.map(({ sessionId, row, quote }) => [sessionId, row, quote])).toEqual(
      ['s0', 's1', 's2'].map((id) => [id, 1, 'Write the changelog entry first']),
    );
  });
});

describe('habits', () => {
  const times = (count: number, scene: () => Scene) => Array.from({ length: count }, scene);
  const sessions = (count: number, each: () => readonly Scene[]) =>
    Array.from({ length: count }, (_, index) => sessionOf(`s${index}`, each()));
  const tryCatch = () => edits('src/a.ts', 'try { go(); } catch (error) { log(error); }');
  it.each<[string, SessionDoc[], string[]]>([
    [
      'a check',
      sessions(3, () => times(2, () => runs('npm run lint'))),
      ['Work on this project is checked with `npm run lint`'],
    ],
    ['a check in two sessions', sessions(2, () => times(3, () => runs('npm run lint'))), []],
    [
      'a check five times',
      [...sessions(2, () => times(2, () => runs('npm run lint'))), sessionOf('s9', [runs('npm run lint')])],
      [],
    ],
    [
      'a script',
      sessions(3, () => times(2, () => runs('docker compose up -d'))),
      ['Work on this project runs `docker compose up`'],
    ],
    [
      'a tool of a server',
      sessions(3, () => times(2, () => usesTool('mcp__db__query', {}))),
      ['Work on this project uses the tool `mcp__db__query`'],
    ],
    [
      'what every project does',
      sessions(3, () => [
        ...times(4, () => runs('git commit -m x')),
        ...times(4, () => runs('npm install')),
        ...times(4, () => runs('ls')),
      ]),
      [],
    ],
    [
      'code',
      sessions(4, () => times(3, tryCatch)),
      ['The code of this project is written in TypeScript', 'Code of this project uses error handling'],
    ],
    [
      'one file in another language',
      sessions(4, () => [...times(3, tryCatch), edits('a.py', 'x')]),
      ['The code of this project is written in TypeScript', 'Code of this project uses error handling'],
    ],
  ])('%s', (_, docs, expected) => {
    expect(summaries(docs)).toEqual(expected);
  });

  it('carry no count, so that more sessions give the same ids', () => {
    const docs = sessions(6, () => [
      ...times(3, tryCatch),
      ...times(2, () => runs('npm run lint')),
      prompt('Write the changelog entry first'),
    ]);
    const ids = (some: readonly SessionDoc[]) => plan(some).map(({ id }) => id);
    expect(ids(docs)).toHaveLength(4);
    expect(ids(docs.slice(0, 4))).toEqual(ids(docs));
    fc.assert(
      fc.property(fc.shuffledSubarray(docs, { minLength: 6 }), (mixed) => {
        expect(plan(mixed)).toEqual(plan(docs));
      }),
      { numRuns: 20 },
    );
  });

  it('of one project are not those of another', () => {
    const docs = sessions(3, () => times(2, () => runs('npm run lint'))).map((doc, index) => ({
      ...doc,
      project: { id: `p${index}`, name: 'app' },
    }));
    expect(plan(docs)).toEqual([]);
  });
});
