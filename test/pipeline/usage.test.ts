import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import type { Run, Step } from '../../src/domain/run.ts';
import type { Usage, UsageKind } from '../../src/domain/usage.ts';
import { deriveUsage } from '../../src/pipeline/derive-usage.ts';
import { parseUsageObservation } from '../../src/pipeline/parse-usage-observation.ts';
import { standingRatings, usageStats } from '../../src/pipeline/usage-stats.ts';
import { isAppliedBy, usageTokens } from '../../src/pipeline/usage-tokens.ts';

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:00:00.000Z`;

const memory = (summary: string, more: Partial<Memory> = {}): Memory => ({
  v: 1,
  id: 'm-0123456789abcdef',
  rev: 1,
  name: 'pattern:x',
  entityType: 'pattern',
  summary,
  observations: [],
  appliesTo: [],
  severity: 'medium',
  source: 'explicit_user_feedback',
  scope: 'project',
  project: 'p1',
  status: 'active',
  support: 1,
  confidence: 1,
  base: 1,
  decayRate: 0,
  anchoredAt: at(1),
  discoveredAt: at(1),
  admittedAt: at(1),
  pinned: false,
  critical: false,
  citations: [],
  provenance: [{ origin: 'transcript', at: at(1), sessionId: 's1' }],
  gate: {},
  aliases: [],
  updatedAt: at(1),
  ...more,
});

const step = (command: string | undefined, files: string[] = []): Step => ({
  toolUseId: `t-${command}-${files.join()}`,
  tool: command === undefined ? 'Edit' : 'Bash',
  argKeys: [],
  shape: 'Bash',
  ok: true,
  at: at(2),
  row: 1,
  files,
  ...(command === undefined ? {} : { command }),
});

const run = (steps: Step[], more: Partial<Run> = {}): Run => ({
  v: 1,
  id: 'w-1',
  sessionId: 's2',
  client: 'claude-code',
  project: 'p1',
  user: 'u1',
  query: 'q',
  steps,
  outcome: 'success',
  outcomeSource: 'last-check',
  createdAt: at(2),
  closed: true,
  ...more,
});

const kinds = (runs: Run[], memories: Memory[]): string[] =>
  deriveUsage(runs, memories).map(({ kind }) => kind);

describe('applied: a step holds a distinctive piece of the memory', () => {
  it.each([
    ['Run `npm run check` before every commit', 'npm run check', []],
    ['Run npm run check before every commit', 'cd web && npm run check -- --fix', []],
    ['Always use `pnpm-lock.yaml`', undefined, ['web/pnpm-lock.yaml']],
    ['Put shared types in src/types/shared.ts', undefined, ['src/types/shared.ts']],
    ['Pass --no-coverage in watch mode', 'npx vitest --no-coverage', []],
    ['Call parseConfig before loadConfig', 'grep -rn parseConfig src', []],
    [
      '`npm test` failed with "Cannot find module \'vite\'"; fixed by running `npm install`',
      'npm install',
      [],
    ],
    ['Never use `npm test`; use `npm run test:unit`', 'npm run test:unit', []],
    ['Use `pnpm` for everything', 'pnpm install', []],
    ['Whatever it says', 'hebb show m-0123456789abcdef', []],
    ['Use `npm run lint:fix`', 'npm run lint:fix', []],
  ])('%s ← %s %j', (summary, command, files) => {
    expect(kinds([run([step(command, files)])], [memory(summary)])).toEqual(['applied', 'helpful']);
  });

  it.each([
    ['a plain word', 'Use tabs for everything', 'ls tabs', []],
    ['a plain word between backticks', 'Prefer `let` here', 'node let', []],
    ['a longer name', 'Edit `src/a.ts` with care', undefined, ['src/a.tsx']],
    ['a longer command', 'Run `npm run check`', 'npm run checkout', []],
    ['what is forbidden', 'Never run `npm audit fix`', 'npm audit fix', []],
    ['what is replaced', 'Use `pnpm dlx` instead of `npx create`', 'npx create x', []],
    [
      'the command that failed',
      '`npm test` failed with "Cannot find module \'vite\'"; fixed by running `npm install`',
      'npm test',
      [],
    ],
    [
      'the file where the fix was made',
      '`tsc` failed with "error TS2322"; fixed by editing src/cart.ts',
      undefined,
      ['src/cart.ts'],
    ],
    [
      'the file where the user corrected',
      'Write `const a = 1`, not `var a = 1`: changed by the user in src/a.ts',
      undefined,
      ['src/a.ts'],
    ],
    ['nothing', 'Run `npm run check`', 'ls', []],
  ])('not by %s: %s', (_, summary, command, files) => {
    expect(kinds([run([step(command, files)])], [memory(summary)])).toEqual([]);
  });
});

describe('which runs count', () => {
  const check = memory('Run `npm run check`');
  const steps = [step('npm run check')];
  it.each<[string, Partial<Run>, string[]]>([
    ['a success', {}, ['applied', 'helpful']],
    ['a success that is still open', { closed: false }, ['applied', 'helpful']],
    ['a failure', { outcome: 'failure' }, ['applied', 'not-helpful']],
    ['a correction', { outcome: 'failure', outcomeSource: 'correction' }, ['applied', 'not-helpful']],
    ['a failure that is still open', { outcome: 'failure', closed: false }, ['applied']],
    ['an unknown outcome', { outcome: 'unknown' }, ['applied']],
    ['the session that taught it', { sessionId: 's1' }, []],
    ['a run before the discovery', { createdAt: at(1) }, []],
    ['another project', { project: 'p2' }, []],
  ])('%s', (_, more, expected) => {
    expect(kinds([run(steps, more)], [check])).toEqual(expected);
  });

  it('a preference follows its person, not the project', () => {
    const mine = memory('Run `npm run check`', { scope: 'user', user: 'u1' });
    expect(kinds([run(steps, { project: 'p2' })], [mine])).toEqual(['applied', 'helpful']);
    expect(kinds([run(steps, { user: 'u2' })], [mine])).toEqual([]);
  });

  it('finds the same with an index as one memory at a time', () => {
    const word = fc.constantFrom(
      'npm',
      'run',
      'check',
      'src/a.ts',
      'a.ts',
      '--fix',
      '`npm test`',
      'test',
      'the',
      'loadConfig',
      '&&',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.array(text, { maxLength: 4 }),
        (summaries, commands) => {
          const memories = summaries.map((summary, index) => memory(summary, { id: `m-${index}` }));
          const some = run(commands.map((command) => step(command.replaceAll('`', ''))));
          const alone = memories
            .filter((one) => some.steps.some(({ command }) => isAppliedBy(usageTokens(one), command, [])))
            .map(({ id }) => id);
          const found = deriveUsage([some], memories)
            .filter(({ kind }) => kind === 'applied')
            .map(({ memoryId }) => memoryId);
          expect(found.sort()).toEqual(alone);
        },
      ),
    );
  });

  it('deriving twice gives the same ids', () => {
    const once = deriveUsage([run(steps)], [check]);
    expect(new Set([...once, ...deriveUsage([run(steps)], [check])].map(({ id }) => id)).size).toBe(
      once.length,
    );
  });
});

const usage = (kind: UsageKind, more: Partial<Usage> = {}): Usage => ({
  v: 1,
  id: `u-${kind}-${JSON.stringify(more)}`,
  memoryId: 'm1',
  kind,
  at: at(2),
  by: 'derived',
  sessionId: 's',
  runId: 'r',
  evidence: [],
  ...more,
});
const person = (kind: UsageKind, more: Partial<Usage> = {}) => usage(kind, { by: 'person', ...more });
const session = (kind: UsageKind, by: Usage['by'] = 'person'): Usage => {
  const { runId: _, ...rest } = usage(kind, { by });
  return { ...rest, id: `u-session-${by}-${kind}` };
};

describe('usageStats', () => {
  it.each<[string, Usage[], [number, number, number, number | undefined]]>([
    ['exposure is no use', [usage('exposed')], [0, 0, 0, undefined]],
    ['recall is no use', [usage('recalled')], [0, 0, 0, undefined]],
    ['applied alone is not rated', [usage('applied')], [1, 0, 0, undefined]],
    ['applied and helpful is one use', [usage('applied'), usage('helpful')], [1, 1, 0, 1]],
    ['the same record twice', [usage('helpful'), usage('helpful')], [1, 1, 0, 1]],
    ['two runs', [usage('helpful'), usage('not-helpful', { runId: 'r2' })], [2, 1, 1, 0.5]],
    ['corrected after it seemed to succeed', [usage('not-helpful'), usage('helpful')], [1, 0, 1, 0]],
    ['a person on the run wins', [person('helpful'), usage('not-helpful')], [1, 1, 0, 1]],
    ['and the other way', [usage('helpful'), person('not-helpful')], [1, 0, 1, 0]],
    [
      'a person on the session wins over its runs',
      [usage('helpful'), usage('helpful', { runId: 'r2' }), session('not-helpful')],
      [2, 0, 1, 0],
    ],
    [
      'but not over other sessions',
      [usage('helpful', { sessionId: 't' }), session('not-helpful')],
      [2, 1, 1, 0.5],
    ],
    ['an agent on a session counts where no run was rated', [session('helpful', 'derived')], [1, 1, 0, 1]],
    [
      'and not beside a rated run',
      [session('not-helpful', 'derived'), usage('helpful'), usage('applied', { runId: 'r2' })],
      [2, 1, 0, 1],
    ],
    ['nor against a person', [session('not-helpful', 'derived'), session('helpful')], [1, 1, 0, 1]],
    ['a person who only says applied rates nothing', [usage('helpful'), person('applied')], [1, 1, 0, 1]],
    ['the later word of a person', [person('helpful'), person('not-helpful', { at: at(3) })], [1, 0, 1, 0]],
  ])('%s', (_, usages, [uses, helpful, notHelpful, effectiveness]) => {
    const stats = usageStats(usages, (id) => id).get('m1');
    expect(stats).toMatchObject({ uses, helpful, notHelpful });
    expect(stats?.effectiveness).toBe(effectiveness);
  });

  it('of ratings only those stand that the statistics count', () => {
    const some = [
      usage('applied'),
      usage('helpful'),
      person('not-helpful'),
      usage('helpful', { runId: 'r2', memoryId: 'old' }),
    ];
    const standing = standingRatings(some, (id) => (id === 'old' ? 'm1' : id));
    expect(standing.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      'not-helpful person',
      'helpful derived',
    ]);
  });

  it('follows aliases, and knows the last use', () => {
    const usages = [
      usage('applied', { memoryId: 'old' }),
      usage('recalled', { at: at(9), runId: 'r2' }),
      usage('exposed', { at: at(20), runId: 'r3' }),
    ];
    const stats = usageStats(usages, (id) => (id === 'old' ? 'm1' : id));
    expect([...stats.keys()]).toEqual(['m1']);
    expect(stats.get('m1')).toMatchObject({ uses: 1, exposed: 1, lastUsedAt: at(9) });
  });

  it('does not depend on the order', () => {
    const some = [
      usage('applied'),
      usage('helpful'),
      usage('not-helpful'),
      person('helpful'),
      person('not-helpful', { at: at(3) }),
      session('helpful'),
      usage('applied', { runId: 'r2' }),
    ];
    const expected = usageStats(some, (id) => id).get('m1');
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: some.length }), (mixed) => {
        expect(usageStats(mixed, (id) => id).get('m1')).toEqual(expected);
      }),
    );
  });
});

it.each([
  ['Applied in: shop - HELPFUL', 'shop', 'helpful'],
  ['Applied in: shop - NOT HELPFUL', 'shop', 'not-helpful'],
  ['applied in: My Shop (2026-01-02) - not helpful', 'My Shop (2026-01-02)', 'not-helpful'],
  ['APPLIED IN: shop – Helpful.', 'shop', 'helpful'],
  ['- Applied in: a-b - Not-Helpful', 'a-b', 'not-helpful'],
  ['Applied in: shop (NOT HELPFUL)', 'shop', 'not-helpful'],
  ['Applied in: shop - UNHELPFUL', 'shop', 'not-helpful'],
  ['Applied in: shop', 'shop', 'applied'],
  ['Applied in: a helpful shop', 'a helpful shop', 'applied'],
])('%s', (text, where, kind) => {
  expect(parseUsageObservation(text)).toEqual({ where, kind });
});

it.each(['Discovered: 2026-01-01', 'It was HELPFUL', 'Applied in:', '', 'Never applied in: shop - HELPFUL'])(
  'no use: %s',
  (text) => {
    expect(parseUsageObservation(text)).toBeUndefined();
  },
);
