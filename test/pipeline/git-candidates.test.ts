import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/domain/candidate.ts';
import type { Commit } from '../../src/domain/commit.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { planGitCandidates } from '../../src/pipeline/git-candidates.ts';
import {
  emptyLedger,
  forgetCounts,
  type GitLedger,
  keepEmitted,
  parseLedger,
} from '../../src/pipeline/git-ledger.ts';
import { GitTally } from '../../src/pipeline/git-tally.ts';

const project = { id: '0123456789abcdef', name: 'app' };
let serial = 0;

interface Told {
  readonly subject?: string;
  readonly files?: readonly string[];
  readonly body?: string;
  readonly author?: string;
}

const makeCommit = ({ subject = 'work', files = [], body = '', author = 'Ada' }: Told): Commit => {
  serial += 1;
  const at = new Date(Date.UTC(2026, 0, 1) + serial * 3_600_000).toISOString();
  const changes = files.map((path) => ({ status: 'M', path }));
  return {
    sha: serial.toString(16).padStart(40, '0'),
    author,
    email: 'ada@example.org',
    at,
    subject,
    body,
    files: changes,
  };
};

const repeat = (count: number, told: Told): Commit[] => Array.from({ length: count }, () => makeCommit(told));

/** Noise that makes the pairs of a test more than chance. */
const others = (count = 60): Commit[] =>
  Array.from({ length: count }, (_, at) => makeCommit({ files: [`lib/other-${at}.ts`] }));

/** Plans over a history told oldest first. */
function plan(
  history: readonly Commit[],
  more: {
    readonly ledger?: GitLedger;
    readonly files?: readonly string[];
    readonly branches?: readonly string[];
  } = {},
) {
  const tally = new GitTally(more.ledger ?? emptyLedger);
  for (const commit of [...history].reverse()) tally.add(commit);
  const files = more.files ?? [...new Set(history.flatMap((commit) => commit.files.map(({ path }) => path)))];
  const head = history.at(-1)?.sha ?? '';
  const snapshot = { files, branches: more.branches ?? [] };
  return planGitCandidates(tally, {
    project,
    snapshot,
    watermark: { head, root: head },
    policy: defaultPolicy.git,
  });
}

const summaries = (candidates: readonly Candidate[], type: string): string[] =>
  candidates.filter((candidate) => candidate.entityType === type).map(({ summary }) => summary);

describe('fixes', () => {
  const fix = {
    subject: 'fix(parser): avoid crash on CDATA (#7)',
    files: ['src/parser.ts', 'src/parser.spec.ts', 'CHANGELOG.md'],
  };

  it('tells where it was and what, with the commit as evidence', () => {
    const [candidate] = plan([
      makeCommit({ ...fix, body: 'The root has no parent, so\nthe lookup failed.\n\nSigned-off-by: x' }),
    ]).candidates;
    expect(candidate).toMatchObject({
      name: 'mistake:parser-ts-avoid-crash-on-cdata',
      entityType: 'mistake',
      summary: 'Fixed in `src/parser.ts`: avoid crash on CDATA',
      appliesTo: ['typescript', 'src/parser.ts'],
      severity: 'medium',
      source: 'mistake',
      scope: 'project',
      project: project.id,
      observations: expect.arrayContaining(['Explained: The root has no parent, so the lookup failed.']),
      provenance: [{ origin: 'git', quote: fix.subject, sha: expect.stringMatching(/^[0-9a-f]{40}$/) }],
    });
    expect(candidate?.id).toMatch(/^m-[0-9a-f]{16}$/);
    expect(candidate).not.toHaveProperty('frequencyHint');
  });

  it.each([
    [2, undefined],
    [3, 'common'],
    [4, 'common'],
  ])('of a place fixed %i times', (times, hint) => {
    const { candidates } = plan(repeat(times, fix));
    expect(summaries(candidates, 'mistake')).toHaveLength(1);
    expect(candidates[0]?.frequencyHint).toBe(hint);
  });

  it('needs something told, a place that exists, and a person', () => {
    const none = [
      makeCommit({ ...fix, subject: 'fix: tests' }),
      makeCommit({ ...fix, files: ['README.md', 'yarn.lock', 'dist/a.js'] }),
      makeCommit({ ...fix, author: 'renovate[bot]' }),
      makeCommit({ ...fix, files: Array.from({ length: 9 }, (_, at) => `src/${at}.ts`) }),
      makeCommit({ ...fix, files: ['gone.ts'] }),
    ];
    const files = none
      .flatMap((commit) => commit.files.map(({ path }) => path))
      .filter((path) => path !== 'gone.ts');
    expect(summaries(plan(none, { files }).candidates, 'mistake')).toEqual([]);
  });

  it('a revert is grave, and what was taken back is no fix; a revert of a revert is neither', () => {
    const first = makeCommit({ subject: 'fix: cache rows of the table', files: ['src/a.ts'] });
    const revert = makeCommit({
      subject: `Revert "${first.subject}"`,
      body: `This reverts commit ${first.sha}.`,
      files: ['src/a.ts'],
    });
    const again = makeCommit({
      subject: `Revert "${revert.subject}"`,
      body: `This reverts commit ${revert.sha}.`,
      files: ['src/a.ts'],
    });
    const reverted = plan([first, revert]).candidates.filter(({ entityType }) => entityType === 'mistake');
    expect(reverted.map(({ summary, severity }) => [summary, severity])).toEqual([
      ['Tried in `src/a.ts` and taken back: cache rows of the table', 'high'],
    ]);
    const restored = plan([first, revert, again]).candidates;
    expect(summaries(restored, 'mistake')).toEqual(['Fixed in `src/a.ts`: cache rows of the table']);
  });

  it('masks a secret in a message', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const { candidates } = plan([
      makeCommit({
        ...fix,
        subject: `fix: token ${secret} was refused by the api`,
        body: `It was ${secret} all along`,
      }),
    ]);
    expect(candidates).not.toEqual([]);
    expect(JSON.stringify(candidates)).not.toContain(secret);
  });
});

describe('co-change', () => {
  const pair = { files: ['src/schema.ts', 'db/mapping.ts'] };
  const alone = { files: ['src/schema.ts'] };
  const mapped = 'When `src/schema.ts` changes, `db/mapping.ts` changes with it';
  const also = repeat(5, { files: ['db/mapping.ts'] });

  it.each([
    ['under the support', 7, 0, []],
    ['at the support', 8, 0, [mapped]],
    ['at the confidence', 8, 2, [mapped]],
    ['under the confidence', 8, 3, []],
  ])('%s', (_, together, apart, expected) => {
    const { candidates } = plan([...others(), ...also, ...repeat(apart, alone), ...repeat(together, pair)]);
    expect(summaries(candidates, 'pattern')).toEqual(expected);
  });

  it('keeps counts out of the summary and the id, and in the evidence', () => {
    const apart = [...others(), ...also, ...also];
    const few = plan([...apart, ...repeat(8, pair)]).candidates.find(({ summary }) => summary === mapped);
    const many = plan([...apart, ...repeat(20, pair)]).candidates.find(({ summary }) => summary === mapped);
    expect(few?.id).toBe(many?.id);
    expect(few).toMatchObject({
      severity: 'high',
      frequencyHint: 'common',
      source: 'implementation',
      confidence: 1,
    });
    expect(few?.observations).toEqual(['Together in 8 of 8 commits that changed `src/schema.ts`']);
    expect(many?.observations).toEqual(['Together in 20 of 20 commits that changed `src/schema.ts`']);
  });

  it('finds a folder whose files are always new, and both ways at once', () => {
    const migrations = Array.from({ length: 8 }, (_, at) =>
      makeCommit({ files: ['src/schema.ts', `src/migrations/${at}.ts`] }),
    );
    expect(summaries(plan([...others(), ...migrations]).candidates, 'pattern')).toEqual([
      '`src/migrations/` and `src/schema.ts` change together: who edits one edits the other',
    ]);
  });

  it.each([
    ['a file and its test', ['src/a.ts', 'src/a.test.ts']],
    ['a file and its header', ['src/a.c', 'include/a.h']],
    ['a lock file', ['src/a.ts', 'package-lock.json']],
    ['vendored and generated files', ['vendor/a.ts', 'dist/b.ts']],
    ['prose', ['src/a.ts', 'docs/b.md']],
  ])('says nothing of %s', (_, files) => {
    expect(summaries(plan([...others(), ...repeat(12, { files })]).candidates, 'pattern')).toEqual([]);
  });

  it('says nothing of what always changes, of sweeps, and of bots', () => {
    const sweep = Array.from({ length: 31 }, (_, at) => `src/${at}.ts`);
    const history = [
      ...repeat(12, { files: sweep }),
      ...repeat(12, { ...pair, author: 'x[bot]' }),
      ...repeat(12, { files: ['a.ts', 'b.ts'] }),
    ];
    expect(summaries(plan(history).candidates, 'pattern')).toEqual([]);
  });
});

describe('conventions', () => {
  const files = [
    'pnpm-lock.yaml',
    '.prettierrc',
    ...Array.from({ length: 12 }, (_, at) => `src/m${at}.ts`),
    ...Array.from({ length: 6 }, (_, at) => `src/m${at}.test.ts`),
  ];

  it('reads them from files, branches and messages', () => {
    const history = Array.from({ length: 20 }, (_, at) =>
      makeCommit({ subject: `feat(x): thing ${at}`, files: ['src/m1.ts'] }),
    );
    const branches = ['main', 'renovate/x', 'feat/a', 'feat/b', 'feat/c', 'fix/d', 'fix/e', 'odd'];
    const { candidates } = plan(history, { files, branches });
    expect(summaries(candidates, 'stack')).toEqual([
      'Commit messages follow Conventional Commits: `type(scope): subject`',
      'Branches are named by kind and topic, as `feat/…` and `fix/…`',
      'Tests lie beside the code that they test, named `*.test.ts`',
      'Node packages are managed with pnpm (`pnpm-lock.yaml`), not with npm or Yarn',
      'Code is formatted with Prettier (`.prettierrc`)',
      'The code of this project is written in TypeScript',
    ]);
    expect(
      candidates
        .filter(({ entityType }) => entityType === 'stack')
        .every(({ severity, frequencyHint }) => severity === 'high' && frequencyHint === 'common'),
    ).toBe(true);
  });

  it.each([
    [13, 19, []],
    [14, 20, ['Commit messages follow Conventional Commits: `type(scope): subject`']],
    [13, 20, []],
  ])('a style of %i in %i commits', (styled, all, expected) => {
    const history = [
      ...repeat(styled, { subject: 'fix: it' }),
      ...repeat(all - styled, { subject: 'did it' }),
    ];
    expect(summaries(plan(history).candidates, 'stack')).toEqual(expected);
  });

  it('says nothing where two tools of one kind lie', () => {
    const both = [...files, 'yarn.lock', 'biome.json'];
    expect(
      summaries(plan([makeCommit({})], { files: both }).candidates, 'stack').filter((text) =>
        /managed|formatted/.test(text),
      ),
    ).toEqual([]);
  });
});

describe('hot spots and code patterns', () => {
  it('names files whose changes are mostly fixes', () => {
    const hot = { files: ['src/hot.ts'] };
    const fixes = repeat(6, { ...hot, subject: 'fix: the state of it' });
    const { candidates } = plan([...others(), ...repeat(4, hot), ...fixes]);
    expect(summaries(candidates, 'tech-insight')).toEqual([
      '`src/hot.ts` breaks easily: most of its changes are fixes, so cover a change there with a test first',
    ]);
    expect(summaries(plan([...others(), ...repeat(7, hot), ...fixes]).candidates, 'tech-insight')).toEqual(
      [],
    );
  });

  it.each([
    [4, 0],
    [5, 1],
  ])('a pattern added in %i commits', (commits, given) => {
    const history = repeat(commits, { files: ['src/a.ts'] });
    const tally = new GitTally(emptyLedger);
    for (const commit of history) tally.add(commit);
    const lines = ['async function load() {', '  await fetchRows();', '}'];
    for (const { sha } of history) {
      tally.addLines({ sha, path: 'src/a.ts', lines });
      tally.addLines({ sha, path: 'src/b.ts', lines });
      tally.addLines({ sha, path: 'docs/a.md', lines });
    }
    tally.addLines({ sha: 'f'.repeat(40), path: 'src/a.ts', lines });
    const snapshot = { files: ['src/a.ts'], branches: [] };
    const { candidates } = planGitCandidates(tally, {
      project,
      snapshot,
      watermark: { head: '', root: '' },
      policy: defaultPolicy.git,
    });
    expect(summaries(candidates, 'pattern')).toHaveLength(given);
  });
});

describe('a second reading', () => {
  const pair = { files: ['src/schema.ts', 'db/mapping.ts'] };
  const first = [...others(), ...repeat(5, { files: ['db/mapping.ts'] }), ...repeat(7, pair)];
  const files = first.flatMap((commit) => commit.files.map(({ path }) => path));
  const ledgerOf = (planned: { readonly ledger: GitLedger }) =>
    parseLedger(JSON.parse(JSON.stringify(planned.ledger)));

  it('of nothing new gives nothing and the same ledger', () => {
    const before = ledgerOf(plan(first));
    const tally = new GitTally(before);
    const snapshot = { files, branches: [] };
    const watermark = before.watermark ?? { head: '', root: '' };
    const again = planGitCandidates(tally, { project, snapshot, watermark, policy: defaultPolicy.git });
    expect(again.candidates).toEqual([]);
    expect(ledgerOf(again)).toEqual(before);
  });

  it('goes on counting where the first ended, as if all had been read at once', () => {
    const more = repeat(1, pair);
    const second = plan(more, { ledger: ledgerOf(plan(first)), files });
    expect(summaries(second.candidates, 'pattern')).toEqual([
      'When `src/schema.ts` changes, `db/mapping.ts` changes with it',
    ]);
    const once = ledgerOf(plan([...first, ...more], { files }));
    expect({ ...ledgerOf(second), emitted: [] }).toEqual({ ...once, emitted: [] });
    expect(plan(repeat(1, pair), { ledger: ledgerOf(second), files }).candidates).toEqual([]);
  });

  it('of a rewritten history counts anew and gives nothing twice', () => {
    const fixed = [...first, ...repeat(3, { ...pair, subject: 'fix: keep the order of columns' })];
    const before = plan(fixed);
    const anew = plan(fixed, { ledger: forgetCounts(ledgerOf(before)) });
    expect(before.candidates.length).toBeGreaterThan(0);
    expect(anew.candidates).toEqual([]);
    expect(anew.ledger.items).toEqual(before.ledger.items);
  });

  it('of a part leaves counts and watermark as they were', () => {
    const before = ledgerOf(plan(first));
    const partial = plan(repeat(9, { ...pair, subject: 'fix: keep the order of columns' }), { files });
    expect(keepEmitted(before, partial.ledger)).toEqual({ ...before, emitted: partial.ledger.emitted });
  });

  it.each([[null], ['x'], [{ v: 2 }], [{ v: 1, items: [[1, 2]], pairs: 3, style: { a: 'b' } }]])(
    'a damaged ledger %j is empty',
    (value) => expect(parseLedger(value)).toEqual(emptyLedger),
  );
});
