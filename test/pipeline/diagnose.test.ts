import { describe, expect, it } from 'vitest';
import type { ClientSight, Sight } from '../../src/domain/diagnosis.ts';
import { emptyState } from '../../src/domain/state.ts';
import { findDangling } from '../../src/pipeline/dangling.ts';
import { diagnose, gapsOf } from '../../src/pipeline/diagnose.ts';
import { memory, relation } from './samples.ts';

const codex: ClientSight = {
  client: 'codex',
  title: 'Codex CLI',
  file: '/home/ada/.codex/hooks.json',
  isInstalled: true,
  wasInstalled: true,
  lost: [],
  otherHomes: [],
  trust: { untrusted: 0, changed: 0, off: 0 },
  eventAt: '2026-06-14T12:00:00.000Z',
  sessions: { count: 2, newestAt: '2026-06-15T09:00:00.000Z' },
  silentDays: 0.9,
};

const withClient = (fields: Partial<ClientSight>): Partial<Sight> => ({ clients: [{ ...codex, ...fields }] });
const never = { isInstalled: false, wasInstalled: false };

const healthy: Sight = {
  now: '2026-06-15T12:00:00.000Z',
  versions: { hebb: '1.0.0', node: '20.19.0' },
  bad: [],
  dangling: [],
  journals: [{ machine: 'a', seqs: [1, 2, 3], lost: [], newestAt: '2026-06-15T12:00:00.000Z' }],
  checkpoint: { reachable: true, unpublished: 0 },
  open: [],
  marks: { gone: [], replaced: [], log: [] },
  temps: [],
  locks: [],
  spool: { count: 3, oldestAt: '2026-06-14T12:00:00.000Z' },
  clients: [codex],
  captureGapDays: 1,
  schedule: { text: 'Sun 03:00 with cron', problems: [] },
  unreachable: [],
  blocks: [],
  purging: false,
  missing: [],
  quarantine: { lines: 9, bytes: 1_000_000 },
};

it.each<[string, Partial<Sight>, readonly string[]]>([
  ['a healthy home', {}, []],
  ['an old Node', { versions: { hebb: '1', node: '20.18.3' } }, ['node']],
  ['a newer Node', { versions: { hebb: '1', node: '22.1.0' } }, []],
  ['a client without hebb', withClient({ ...never, silentDays: 9 }), []],
  ['a client without hebb whose settings are damaged', withClient({ ...never, problem: '1:1: x' }), []],
  ['a silent client', withClient({ silentDays: 1 }), ['capture']],
  ['a silent client without sessions', withClient({ silentDays: 9, sessions: { count: 0 } }), []],
  ['hooks that are gone', withClient({ isInstalled: false, silentDays: 9 }), ['hooks']],
  ['settings that cannot be read', withClient({ isInstalled: false, problem: '1:1: x' }), ['hooks']],
  ['hooks of a program that is gone', withClient({ lost: ['/opt/hebb.js'] }), ['program']],
  ['hooks of another home', withClient({ otherHomes: ['/home/ada/old'] }), ['other-home']],
  ...(['untrusted', 'changed', 'off'] as const).map((which): [string, Partial<Sight>, readonly string[]] => [
    `hooks that are ${which}`,
    withClient({ trust: { ...codex.trust, [which]: 2 }, silentDays: 9 }),
    ['trust'],
  ]),
  ['a schedule that lost its timer', { schedule: { text: 'x', problems: ['y'] } }, ['schedule']],
  ['a run that was missed', { schedule: { problems: [], missedAt: '2026-06-07T03:00:00.000Z' } }, ['missed']],
  ['memories that nobody reaches', { unreachable: [{ project: 'p', memories: 3 }] }, ['projects']],
  ['a broken block', { blocks: ['AGENTS.md:3: x'] }, ['blocks']],
  ['a relative home', { relativeHome: '.hebb' }, ['home']],
  ['a spool over a day old', { spool: { count: 1, oldestAt: '2026-06-14T10:59:00.000Z' } }, ['spool']],
  ['a lost canary', { canary: 'it is not in the log' }, ['canary']],
  ['a run an hour ahead', { lastRunAt: '2026-06-15T13:00:00.000Z' }, []],
  ['a run further ahead', { lastRunAt: '2026-06-15T13:01:00.000Z' }, ['clock']],
  ['a quarantine past a megabyte', { quarantine: { lines: 1, bytes: 1_000_001 } }, ['quarantine']],
  ['a shut home', { closed: { message: 'x', hint: 'y' } }, ['home']],
  [
    'errors before warnings',
    { temps: ['a.tmp'], open: ['b'], locks: ['c'] },
    ['permissions', 'locks', 'temporary'],
  ],
])('%s', (_, sight, codes) => {
  const findings = diagnose({ ...healthy, ...sight });
  expect(findings.map(({ code }) => code)).toEqual(codes);
  for (const { fix, where, what } of findings) expect([fix, where, what]).not.toContain('');
});

describe('a row of numbers', () => {
  it.each<[string, readonly number[], readonly string[], readonly number[]]>([
    ['empty', [], [], []],
    ['whole', [1, 2, 3], [], []],
    ['in another order', [3, 1, 2], [], []],
    ['one missing', [1, 3], ['2'], []],
    ['the first missing', [4, 5], ['1-3'], []],
    ['several missing', [1, 4, 9], ['2-3', '5-8'], []],
    ['one twice', [1, 2, 2, 3], [], [2]],
  ])('%s', (_, seqs, missing, twice) => {
    expect(gapsOf(seqs)).toEqual({ missing, twice });
  });
});

it('names references to memories that are nowhere, and no others', () => {
  const memories = [memory('m-a', { aliases: ['m-merged'], supersededBy: 'm-lost' }), memory('m-b')];
  const relations = [
    relation('r-1', 'm-a', 'm-b'),
    relation('r-2', 'm-merged', 'tea'),
    relation('r-3', 'm-b', 'm-gone'),
  ];
  const state = {
    ...emptyState,
    memories: new Map(memories.map((one) => [one.id, one])),
    relations: new Map(relations.map((one) => [one.id, one])),
  };
  expect(findDangling(state, ['m-a', 'm-merged', 'm-never', 'm-never'])).toEqual([
    'relation r-3 names m-gone',
    'memory m-a names m-lost',
    'usage names m-never',
  ]);
});
