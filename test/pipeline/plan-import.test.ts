import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, CandidateFile } from '../../src/domain/candidate.ts';
import { tombstoneKey } from '../../src/domain/identity.ts';
import type { Tombstone } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { ScoredPair } from '../../src/domain/scored-pair.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import type { ImportInput } from '../../src/pipeline/import-desk.ts';
import { planImport } from '../../src/pipeline/plan-import.ts';
import { type Screen, screenMasked } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { candidate, daysAgo, file, memory, now, pair, session, stateOf } from './samples.ts';

const input = (fields: Partial<ImportInput>): ImportInput => ({
  state: emptyState,
  files: [],
  pairs: [],
  aligned: new Set(),
  policy,
  now,
  screen: screenMasked,
  ...fields,
});

const inferred = { source: 'implementation', severity: 'low' } as const;

/** Imports candidates into a state that holds the memory m; answers the verdict and score of each. */
function judge(candidates: readonly Candidate[], fields: Partial<ImportInput> = {}) {
  const state = stateOf({ memories: [memory('m')], extracted: [file('f', candidates)] });
  const plan = planImport(input({ state, files: [file('f', candidates)], ...fields }));
  const after = applyChanges(state, plan.changes);
  return { plan, after, verdicts: plan.judged.map((one) => `${one.verdict} ${one.score}`) };
}

describe('planImport: similarity decides only when mergeable', () => {
  it.each([
    ['at 0.85', 0.85, true, 'below-threshold 3', 2],
    ['just over 0.85', 0.8501, true, 'duplicate 3', 2],
    ['over 0.85, not mergeable', 0.99, false, 'saved 5', 1],
    ['just over 0.60', 0.6001, true, 'below-threshold 3', 2],
    ['at 0.60', 0.6, true, 'saved 5', 1],
    ['just under 0.60', 0.5999, true, 'saved 5', 1],
  ])('%s', (_, score, mergeable, verdict, support) => {
    const { verdicts, after } = judge([candidate('c')], { pairs: [pair('c', 'm', score, mergeable)] });
    expect(verdicts).toEqual([verdict]);
    expect(after.memories.get('m')?.support).toBe(support);
    expect(after.memories.has('c')).toBe(verdict.startsWith('saved'));
  });

  it('takes the most similar of the mergeable memories', () => {
    const pairs = [pair('c', 'm', 0.99, false), pair('c', 'n', 0.9)];
    const state = stateOf({ memories: [memory('m'), memory('n')] });
    const { judged } = planImport(input({ state, files: [file('f', [candidate('c')])], pairs }));
    expect(judged[0]).toMatchObject({ verdict: 'duplicate', memoryId: 'n' });
  });

  it('saves what is similar and still reaches the threshold', () => {
    const { verdicts } = judge([candidate('c', { severity: 'critical' })], { pairs: [pair('c', 'm', 0.7)] });
    expect(verdicts).toEqual(['saved 6']);
  });
});

describe('planImport: the threshold', () => {
  it.each([
    [4, 'saved'],
    [5, 'saved'],
    [6, 'below-threshold'],
  ])('threshold %d', (threshold, verdict) => {
    const own = { ...policy, relevance: { ...policy.relevance, threshold } };
    const { plan } = judge([candidate('c')], { policy: own });
    expect(plan.judged[0]).toMatchObject({ verdict, score: 5, threshold });
  });
});

describe('planImport: occasions', () => {
  const met = (count: number, fields: Partial<Candidate>): CandidateFile[] =>
    [...Array(count).keys()].map((index) =>
      file(`f${index}`, [
        candidate('c', { ...fields, provenance: [session(`s${index}`, daysAgo(9 - index))] }),
      ]),
    );
  const low = { source: 'implementation', severity: 'high' } as const;
  const unproven = { source: 'mistake', severity: 'low' } as const;

  it.each([
    ['2 sessions of a finding', met(2, low), 'below-threshold 3', 0],
    ['3 sessions of a finding', met(3, low), 'saved 5', 3],
    ['4 sessions of a finding', met(4, low), 'saved 5', 4],
    ['1 session of an unproven fix', met(1, unproven), 'below-threshold 3', 0],
    ['2 sessions of an unproven fix', met(2, unproven), 'saved 5', 2],
  ])('%s', (_, files, verdict, support) => {
    const { plan, after } = run(files, []);
    expect(`${plan.judged[0]?.verdict} ${plan.judged[0]?.score}`).toBe(verdict);
    expect(after.memories.get('c')?.support ?? 0).toBe(support);
  });

  it('counts what was below the threshold in earlier imports, and unites its sources', () => {
    const state = met(3, low).reduce(
      (before, one) => applyChanges(before, plan(before, [one]).changes),
      emptyState,
    );
    expect(state.memories.get('c')).toMatchObject({ support: 3, discoveredAt: daysAgo(9) });
  });

  it('counts candidates of other ids that say the same', () => {
    const files = met(3, low).map(({ id, candidates }, index) =>
      file(
        id,
        candidates.map((one) => ({ ...one, id: `c${index}` })),
      ),
    );
    const pairs = [pair('c0', 'c1', 0.9), pair('c1', 'c2', 0.9), pair('c0', 'c2', 0.9)];
    expect(run(files, pairs).after.memories.get('c0')?.support).toBe(3);
    expect(run(files, []).after.memories.size).toBe(0);
  });

  it('does not count the same session twice', () => {
    const again = [0, 1, 2].map((row) => session('s', daysAgo(2), row));
    const { after } = run([file('f', [candidate('c', { ...low, provenance: again })])], []);
    expect(after.memories.size).toBe(0);
    const state = stateOf({ memories: [memory('m', { provenance: [session('s')] })] });
    const twice = planImport(
      input({
        state,
        files: [file('f', [candidate('c', { provenance: again })])],
        pairs: [pair('c', 'm', 0.9)],
      }),
    );
    expect(twice.changes.map(({ target }) => target)).toEqual(['imported/f']);
  });
});

const plan = (state: State, files: readonly CandidateFile[], pairs: readonly ScoredPair[] = []) =>
  planImport(input({ state, files, pairs }));

function run(files: readonly CandidateFile[], pairs: readonly ScoredPair[]) {
  const made = plan(emptyState, files, pairs);
  return { plan: made, after: applyChanges(emptyState, made.changes) };
}

describe('planImport: what it writes', () => {
  it('is one operation: memories, the file with its verdicts, the waiting file gone', () => {
    const { plan: made, after } = judge([candidate('c'), candidate('d', inferred)]);
    expect(made.changes.map(({ target }) => target)).toEqual(['memories/c', 'imported/f', 'extracted/f']);
    expect(after.extracted.size).toBe(0);
    expect(after.imported.get('f')?.judged.map(({ verdict }) => verdict)).toEqual([
      'saved',
      'below-threshold',
    ]);
    expect(after.memories.get('c')).toMatchObject({ rev: 1, base: 1, decayRate: 0, status: 'active' });
  });

  it('gives exact before and after, the next rev and a reason with numbers', () => {
    const { plan: made } = judge([candidate('c')], { pairs: [pair('c', 'm', 0.9)] });
    const [change] = made.changes;
    expect(change?.before).toEqual(memory('m'));
    expect(change?.after).toMatchObject({ rev: 2, updatedAt: now, support: 2 });
    expect(change?.reason).toMatchObject({ rule: 'import.support', numbers: { score: 3, threshold: 5 } });
  });

  it('changes nothing when the same file comes again', () => {
    const { after } = judge([candidate('c'), candidate('d', inferred)]);
    expect(plan(after, [file('f', [candidate('c'), candidate('d', inferred)])]).changes).toEqual([]);
  });

  it('changes no memory when the same candidates come in another file', () => {
    const { after } = judge([candidate('c'), candidate('d', inferred)]);
    const again = plan(after, [file('g', [candidate('c'), candidate('d', inferred)])]);
    expect(again.changes.map(({ target }) => target)).toEqual(['imported/g']);
  });

  it('takes a file that does not qualify out of the waiting ones', () => {
    expect(judge([candidate('d', inferred)]).after.extracted.size).toBe(0);
  });

  it('makes an inferred memory user-stated once the user says it', () => {
    const { after } = judge([candidate('c')], { pairs: [pair('c', 'm', 0.9)] });
    expect(after.memories.get('m')).toMatchObject({
      source: 'explicit_user_feedback',
      base: 1,
      decayRate: 0,
    });
  });
});

/** A screen that is out of order for one candidate. */
const failingFor =
  (id: string): Screen =>
  (one) => {
    if (one.id === id) throw new Error('out of order');
    return { verdict: 'pass' };
  };

describe('planImport: waiting and refusals', () => {
  it('lets candidates wait that the screen could not judge', () => {
    const candidates = [candidate('c'), candidate('d', { source: 'mistake', severity: 'high' })];
    const { after, verdicts } = judge(candidates, { screen: failingFor('d') });
    expect(verdicts).toEqual(['saved 5', 'pending 5']);
    expect(after.extracted.get('f')?.candidates.map(({ id }) => id)).toEqual(['d']);
    const again = planImport(
      input({ state: after, files: [...after.extracted.values()], screen: failingFor('d') }),
    );
    expect(again.changes).toEqual([]);
    const screened = planImport(input({ state: after, files: [...after.extracted.values()] }));
    const screenedState = applyChanges(after, screened.changes);
    expect(screenedState.memories.has('d')).toBe(true);
    expect(screenedState.imported.get('f')?.judged).toHaveLength(2);
  });

  it('keeps a file from elsewhere while some of it waits', () => {
    const files = [file('g', [candidate('d', { source: 'mistake' })])];
    const made = planImport(input({ files, screen: failingFor('d') }));
    expect(made.changes.map(({ target }) => target)).toEqual(['extracted/g']);
  });

  it.each([
    ['use the key [redacted:github-token]', 'rejected'],
    ['[redacted:github-token]', 'rejected'],
    ['the API token is [redacted:openai-key]', 'rejected'],
    ['rotate [redacted:github-token] before each release', 'saved'],
    ['run the tests before each commit', 'saved'],
  ])('screens "%s"', (summary, verdict) => {
    expect(judge([candidate('c', { summary })]).plan.judged[0]?.verdict).toBe(verdict);
  });

  const stone = (fields: Partial<Tombstone> = {}): Tombstone => ({
    v: 1,
    id: 't-1',
    rev: 1,
    tombstone: true,
    memoryId: 'gone',
    key: tombstoneKey({ entityType: 'belief', scope: 'global', text: 'never use tabs' }),
    at: daysAgo(3),
    reason: 'said so',
    scope: 'global',
    discoveredAt: daysAgo(200),
    updatedAt: daysAgo(3),
    ...fields,
  });

  it.each([
    ['in another case, spacing and type', 'NEVER  use\tTabs', stone(), 'rejected'],
    ['in another Unicode form', 'Ｎｅｖｅｒ use tabs', stone(), 'rejected'],
    ['something else', 'never use spaces', stone(), 'saved'],
    ['a lifted tombstone', 'never use tabs', stone({ liftedAt: daysAgo(1) }), 'saved'],
  ])('keeps the forgotten out: %s', (_, summary, tombstone, verdict) => {
    const state = stateOf({ tombstones: [tombstone] });
    const { judged } = planImport(input({ state, files: [file('f', [candidate('c', { summary })])] }));
    expect(judged[0]?.verdict).toBe(verdict);
  });

  it('keeps out by id a fact whose memory was edited before it was forgotten', () => {
    const state = stateOf({ tombstones: [stone({ memoryId: 'c' })] });
    expect(planImport(input({ state, files: [file('f', [candidate('c')])] })).judged[0]?.verdict).toBe(
      'rejected',
    );
  });

  it('rejects what repeats a rejected memory', () => {
    const state = stateOf({ memories: [memory('m', { status: 'rejected' })] });
    const made = planImport(
      input({ state, files: [file('f', [candidate('c')])], pairs: [pair('c', 'm', 0.9)] }),
    );
    expect(made.judged[0]?.verdict).toBe('rejected');
    expect(made.changes.map(({ target }) => target)).toEqual(['imported/f']);
  });

  it('finds the merged memory by the alias of a part', () => {
    const state = stateOf({ memories: [memory('m', { aliases: ['c'] })] });
    const made = planImport(input({ state, files: [file('f', [candidate('c')])] }));
    expect(made.judged[0]).toMatchObject({ verdict: 'duplicate', memoryId: 'm' });
  });
});

describe('planImport: order', () => {
  const ids = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];
  const anyCandidate = fc.record({
    id: fc.constantFrom(...ids),
    severity: fc.constantFrom('critical' as const, 'high' as const, 'medium' as const, 'low' as const),
    source: fc.constantFrom('explicit_user_feedback', 'mistake', 'implementation'),
    at: fc.integer({ min: 1, max: 4 }).map((days) => daysAgo(days)),
    sessionId: fc.constantFrom('s1', 's2', 's3'),
  });
  const anyPairs = fc.uniqueArray(
    fc.record({
      a: fc.constantFrom(...ids),
      b: fc.constantFrom(...ids, 'm'),
      score: fc.constantFrom(0.5, 0.65, 0.9),
      mergeable: fc.boolean(),
    }),
    { maxLength: 10, selector: ({ a, b }) => [a, b].sort().join() },
  );
  const anyFiles = fc.array(fc.tuple(fc.nat(2), anyCandidate), { minLength: 1, maxLength: 8 });
  const filesOf = (rows: readonly (readonly [number, { id: string; at: string; sessionId: string }])[]) =>
    [0, 1, 2].map((number) =>
      file(
        `f${number}`,
        rows
          .filter(([at]) => at === number)
          .map(([, { at, sessionId, ...rest }]) =>
            candidate(rest.id, { ...rest, provenance: [session(sessionId, at)] }),
          ),
      ),
    );

  it('of candidates and files does not change the memories', () => {
    const shuffled = anyFiles.chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        mixed: fc.shuffledSubarray(rows, { minLength: rows.length }),
        pairs: anyPairs,
        flip: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, mixed, pairs, flip }) => {
        const state = stateOf({ memories: [memory('m')] });
        const other = flip ? filesOf(mixed).reverse() : filesOf(mixed);
        const first = applyChanges(state, plan(state, filesOf(rows), pairs).changes);
        const second = applyChanges(state, plan(state, other, [...pairs].reverse()).changes);
        expect(second.memories).toEqual(first.memories);
        expect(second.imported).toEqual(first.imported);
        expect(plan(first, filesOf(rows), pairs).changes).toEqual([]);
      }),
    );
  });
});
