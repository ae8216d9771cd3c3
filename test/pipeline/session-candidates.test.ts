import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/domain/candidate.ts';
import { uniteCandidates } from '../../src/pipeline/candidate-of.ts';
import { edits, fold, interrupt, learn, prompt, runs, type Scene, says, usesTool } from './items.ts';

const missing =
  "Exit code 1\n> vitest run\n\nError: Cannot find module 'vite'\nRequire stack:\n- /home/ann/shop/vitest.config.ts";
const typeError =
  "Exit code 2\nsrc/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.";
const start = prompt('please make the checkout page faster');

/** The table of spec 1: kind, type, source, severity, scope. */
const shown = ({ entityType, source, severity, scope }: Candidate) =>
  `${entityType} ${source} ${severity} ${scope}`;

describe('each kind', () => {
  it.each<[string, Scene[], string, string]>([
    [
      'rule of the project',
      [prompt('Always use pnpm in this repo')],
      'pattern explicit_user_feedback medium project',
      'Always use pnpm in this repo',
    ],
    [
      'preference of the person',
      [prompt('I prefer short answers without emojis')],
      'preference explicit_user_feedback medium user',
      'I prefer short answers without emojis',
    ],
    [
      'rule with force',
      [prompt('NEVER commit directly to main!!!')],
      'pattern explicit_user_feedback high project',
      'NEVER commit directly to main',
    ],
    [
      'rule in Spanish',
      [prompt('No, usa siempre pnpm en este proyecto')],
      'pattern explicit_user_feedback medium project',
      'Usa siempre pnpm en este proyecto',
    ],
    [
      'corrected edit',
      [
        start,
        edits('src/a.ts', 'var a = 1', {
          correction: { removed: ['  var a = 1'], added: ['  const a = 1'] },
        }),
      ],
      'pattern explicit_user_feedback medium project',
      'Write `const a = 1`, not `var a = 1`: changed by the user in src/a.ts',
    ],
    [
      'error and fix by a command',
      [start, runs('npm test', missing), runs('ls'), runs('npm install -D vite'), runs('npm test')],
      'mistake mistake high project',
      '`npm test` failed with "Error: Cannot find module \'vite\'"; fixed by running `npm install -D vite`',
    ],
    [
      'error and fix by an edit',
      [start, runs('cd web && npx tsc --noEmit', typeError), edits('src/cart.ts'), runs('npx tsc --noEmit')],
      'mistake mistake high project',
      "`tsc` failed with \"error TS2322: Type 'string' is not assignable to type 'number'.\"; fixed by editing src/cart.ts",
    ],
    [
      'error and fix by other arguments',
      [
        start,
        runs('git push', 'fatal: The current branch login has no upstream branch.'),
        runs('git push -u origin login'),
      ],
      'mistake mistake high project',
      '`git push` failed with "fatal: The current branch login has no upstream branch."; fixed by running `git push -u origin login` instead',
    ],
    [
      'lint that mends itself',
      [start, runs('npm run lint', 'error: 3 problems were found in src'), runs('npm run lint -- --fix')],
      'mistake mistake high project',
      '`npm run lint` failed with "error: 3 problems were found in src"; fixed by running `npm run lint -- --fix` instead',
    ],
    [
      'fix in the next run',
      [
        start,
        runs('npm test', missing),
        prompt('run npm install first'),
        runs('npm install'),
        runs('npm test'),
      ],
      'mistake mistake high project',
      '`npm test` failed with "Error: Cannot find module \'vite\'"; fixed by running `npm install`',
    ],
    [
      'fix of the tool of a server',
      [
        start,
        usesTool(
          'mcp__db__query',
          { sql: 'select 1 from orders' },
          'error: relation "orders" does not exist',
        ),
        runs('npx prisma migrate dev'),
        usesTool('mcp__db__query', { sql: 'select 1 from orders' }),
      ],
      'mistake mistake high project',
      '`mcp__db__query` failed with "error: relation "orders" does not exist"; fixed by running `npx prisma migrate dev`',
    ],
    [
      'fix not proven: never run again',
      [start, runs('npx tsc', typeError), edits('src/cart.ts'), prompt('and now the docs please')],
      'mistake mistake medium project',
      "`tsc` failed with \"error TS2322: Type 'string' is not assignable to type 'number'.\"; tried editing src/cart.ts, not proven",
    ],
    [
      'fix not proven: failed in another way',
      [
        start,
        runs('npm test', missing),
        edits('vitest.config.ts'),
        runs('npm test', 'SyntaxError: Unexpected token in JSON'),
      ],
      'mistake mistake medium project',
      '`npm test` failed with "Error: Cannot find module \'vite\'"; tried editing vitest.config.ts, not proven',
    ],
    [
      'stated finding',
      [start, says('The root cause was that the orders table had no index on customer_id.')],
      'tech-insight implementation low project',
      'The root cause was that the orders table had no index on customer_id',
    ],
  ])('%s', (_, scenes, kind, summary) => {
    const candidates = learn(...scenes);
    expect(candidates.map(shown)).toEqual([kind]);
    expect(candidates[0]?.summary).toBe(summary);
  });
});

describe('nothing is learned from', () => {
  it.each<[string, Scene[]]>([
    ['a one-off order', [prompt('run the tests now')]],
    ['another one', [prompt('create a.ts with a hello world function')]],
    ['a question', [prompt('do we always use pnpm here?')]],
    ['thanks', [prompt('thanks, never mind')]],
    [
      'a transient failure',
      [
        start,
        runs('npm install', 'npm ERR! network request failed, reason: connect ETIMEDOUT 1.2.3.4:443'),
        runs('rm -rf node_modules'),
        runs('npm install'),
      ],
    ],
    [
      'a refused step',
      [
        start,
        runs('npm test', "The user doesn't want to proceed with this tool use.", { refused: true }),
        edits('a.ts'),
        runs('npm test'),
      ],
    ],
    [
      'an interrupt',
      [
        start,
        runs('npm test', 'Interrupted by user', { refused: true }),
        interrupt,
        prompt('go on then'),
        runs('npm test'),
      ],
    ],
    [
      'a failure that is never fixed',
      [start, runs('npm test', missing), prompt('leave it'), prompt('really')],
    ],
    ['a check that passed by chance', [start, runs('npm test', missing), runs('npm test')]],
    ['a check that ran on less', [start, runs('npm test', missing), runs('npm test -- one.test.ts')]],
    [
      'a check that was stepped around',
      [
        start,
        runs('git commit -m x', 'husky - pre-commit script failed (code 1)'),
        edits('a.ts'),
        runs('git commit --no-verify -m x'),
      ],
    ],
    [
      'a success that a pipe hides',
      [start, runs('npm test', missing), runs('npm install'), runs('npm test | tail -3')],
    ],
    ['a bare exit code', [start, runs('npm test', 'Exit code 1'), edits('a.ts'), runs('npm test')]],
    [
      'a search that found nothing',
      [
        start,
        runs('grep -r foo src', 'Exit code 1\ngrep: src: No such file or directory'),
        edits('src/a.ts'),
        runs('grep -r foo src'),
      ],
    ],
    [
      "the agent's own tool",
      [
        start,
        usesTool(
          'Edit',
          { file_path: 'a.ts' },
          'File has not been read yet. Read it first before writing to it.',
        ),
        usesTool('Read', { file_path: 'a.ts' }),
        edits('a.ts'),
      ],
    ],
    [
      'an unrelated edit after a failure',
      [
        start,
        runs('docker build .', 'error: base image was not found'),
        edits('README.md'),
        prompt('and now the docs'),
      ],
    ],
    [
      'a fix two prompts later',
      [
        start,
        runs('npm test', missing),
        prompt('look at the docs'),
        edits('docs/a.md'),
        prompt('and the readme'),
        edits('README.md'),
        runs('npm test'),
      ],
    ],
    [
      'an edit where only blanks differ',
      [start, edits('a.ts', 'a', { correction: { removed: ['a  = 1'], added: [' a  = 1 '] } })],
    ],
    [
      'process talk',
      [start, says("Now let me run the tests. I should double-check more. I'll start by reading the file.")],
    ],
  ])('%s', (_, scenes) => {
    expect(learn(...scenes).map(({ summary }) => summary)).toEqual([]);
  });

  it('the calls that ran beside the one that failed', () => {
    const [a, b] = [runs('npm test', missing), runs('npm test -w b')];
    const install = runs('npm install');
    const parallel: Scene = [a[0], install[0], b[0], a[1], install[1], b[1]].flatMap((item) => item ?? []);
    expect(learn(start, parallel)).toEqual([]);
  });
});

describe('evidence', () => {
  it('names session, run, row, events and the line that says it', () => {
    const {
      candidates,
      events,
      runs: all,
    } = fold([start, runs('npm test', missing), runs('npm install'), runs('npm test')]);
    const [, failed, install, passed] = events.map(({ id }) => id);
    expect(candidates[0]).toMatchObject({
      appliesTo: ['npm', 'vite'],
      project: 'p1',
      observations: ['Fixed by running `npm install`'],
    });
    expect(candidates[0]?.provenance).toEqual([
      {
        origin: 'transcript',
        at: '2026-01-01T10:00:01.000Z',
        sessionId: 's1',
        runId: all[0]?.id,
        file: 'a.jsonl',
        row: 2,
        eventIds: [failed, install, passed],
        quote: "Error: Cannot find module 'vite'",
      },
    ]);
  });

  it('the same signature twice in a session is support, and what helped is what came last', () => {
    const { candidates, events } = fold([
      start,
      runs('npm test', missing),
      edits('a.ts'),
      runs('npm test', missing),
      runs('npm install'),
      runs('npm test'),
    ]);
    expect(candidates.map(({ summary }) => summary)).toEqual([
      '`npm test` failed with "Error: Cannot find module \'vite\'"; fixed by running `npm install`',
    ]);
    expect(candidates[0]?.provenance[0]?.eventIds).toEqual([1, 3, 4, 5].map((index) => events[index]?.id));
  });

  it('the same error in two sessions is one candidate, and common; elsewhere the lock file was edited', () => {
    const first = learn(start, runs('npm test', missing), runs('npm install'), runs('npm test'));
    const second = fold(
      [
        start,
        runs('CI=1 npm test', missing.replace('/home/ann', '/srv')),
        edits('package.json'),
        runs('npm test'),
      ],
      's2',
    ).candidates;
    const united = uniteCandidates([...first, ...second]);
    expect(united.map(({ id, provenance }) => [id, provenance.map(({ sessionId }) => sessionId)])).toEqual([
      [first[0]?.id, ['s1', 's2']],
    ]);
    expect(united[0]?.observations).toEqual([
      'Fixed by running `npm install`',
      'Fixed by editing package.json',
    ]);
  });

  it('a rule said twice in a session is high, with both lines as evidence', () => {
    const candidates = learn(
      prompt('Always use pnpm in this repo'),
      prompt('I said it: always use pnpm in this repo.'),
      prompt('always use pnpm in this repo'),
    );
    expect(candidates.map(({ severity }) => severity)).toContain('high');
    const twice = learn(prompt('Always use pnpm in this repo'), prompt('always use pnpm in this repo'));
    expect(twice.map(({ severity, provenance }) => [severity, provenance.map(({ row }) => row)])).toEqual([
      ['high', [1, 2]],
    ]);
  });

  it('a proven fix outweighs the same one that was not proven', () => {
    const scenes = [
      start,
      runs('npm test', missing),
      edits('vitest.config.ts'),
      runs('npm test', 'SyntaxError: Unexpected token in JSON'),
      edits('package.json'),
      runs('npm test'),
    ];
    expect(learn(...scenes).map(({ severity, summary }) => `${severity}: ${summary}`)).toEqual([
      'high: `npm test` failed with "Error: Cannot find module \'vite\'"; fixed by editing vitest.config.ts',
      'high: `npm test` failed with "SyntaxError: Unexpected token in JSON"; fixed by editing package.json',
    ]);
  });

  it('one of many changes is a guess', () => {
    const many = Array.from({ length: 9 }, (_, index) => edits(`src/f${index}.ts`));
    const [candidate] = learn(start, runs('npm test', missing), ...many, runs('npm test'));
    expect(candidate).toMatchObject({
      severity: 'medium',
      summary: expect.stringContaining('worked again after editing src/f6.ts, src/f7.ts, src/f8.ts'),
    });
  });

  it('secrets go nowhere', () => {
    const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
    const scenes = [
      prompt(`Always use the token ${secret} in this repo`),
      runs(`curl -H "Authorization: Bearer ${secret}" x && npm test`, `Error: bad credentials for ${secret}`),
      edits('a.ts', secret, { correction: { removed: ['a'], added: [`const token = "${secret}"`] } }),
      runs('npm test', `Error: bad credentials for ${secret}`),
      edits('a.ts'),
      runs('npm test'),
      says(`The root cause was that the token ${secret} had expired in production.`),
    ];
    const folded = JSON.stringify(fold(scenes));
    expect(folded).not.toContain(secret.slice(4, 30));
    expect(folded).toContain('[redacted:');
  });

  it('uniting is the same in any grouping, and twice is once', () => {
    const all = [start, runs('npm test', missing), runs('npm install'), runs('npm test')];
    const [a, b, c] = ['s1', 's2', 's3'].map((id) => fold(all, id).candidates);
    const flat = [...(a ?? []), ...(b ?? []), ...(c ?? [])];
    expect(uniteCandidates([...uniteCandidates([...(a ?? []), ...(b ?? [])]), ...(c ?? [])])).toEqual(
      uniteCandidates(flat),
    );
    expect(uniteCandidates([...flat, ...flat])).toEqual(uniteCandidates(flat));
  });
});
