import { describe, expect, it } from 'vitest';
import type { Candidate, ImportedFile, Verdict } from '../../src/domain/candidate.ts';
import type { Json } from '../../src/domain/json.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { SessionDoc } from '../../src/domain/session.ts';
import { judgeBeliefs, readBeliefs, weighEvidence } from '../../src/pipeline/beliefs.ts';
import type { BeliefEvidence, EvidenceInput } from '../../src/pipeline/beliefs-evidence.ts';
import { evidenceIds } from '../../src/pipeline/evidence.ts';
import { newSession } from '../../src/pipeline/fold-session.ts';
import { ran, runOf, use } from './reflect-samples.ts';
import { candidate, daysAgo, memory, session, stateOf } from './samples.ts';

const statement = 'Run `npm run check` before every commit';
const formed: Json = { statement, formedAt: daysAgo(20), evidence: [] };

interface Given extends Partial<Omit<EvidenceInput, 'state'>> {
  readonly belief?: Json;
  readonly memories?: readonly Memory[];
  readonly imported?: readonly ImportedFile[];
}

function judge({ belief = formed, memories = [], imported = [], ...given }: Given = {}) {
  const state = stateOf({ memories, imported, core: { beliefs: { check: belief } } });
  const { beliefs } = judgeBeliefs({ state, sessions: [], runs: [], usage: [], ...given });
  const [judged] = beliefs;
  if (!judged) throw new Error('no belief was read');
  return judged;
}

const learned = (id: string, summary: string, days = 5, fields: Partial<Memory> = {}): Memory =>
  memory(id, { summary, provenance: [session(`s-${id}`, daysAgo(days))], ...fields });

const told = (text: string, days = 5): SessionDoc => ({
  ...newSession(
    { client: 'claude-code', sessionId: 's-told' },
    { project: { id: 'p', name: 'p' }, user: 'ada', branchCertain: false },
  ),
  instructions: [{ key: text, text, row: 1, at: daysAgo(days) }],
});

const kept = (verdict: Verdict, fields: Partial<Candidate>): ImportedFile => ({
  v: 1,
  id: 'f',
  source: 'sessions',
  at: daysAgo(4),
  importedAt: daysAgo(4),
  judged: [
    {
      candidate: candidate('c', { provenance: [session('s-c', daysAgo(4))], ...fields }),
      verdict,
      score: 5,
      threshold: 5,
      terms: [],
      reason: '',
    },
  ],
});

describe('readBeliefs', () => {
  it('takes sentences, and statements with the time they were formed; names what is neither', () => {
    const promoted = memory('m', { promotedTo: 'core/beliefs/plain', discoveredAt: daysAgo(70) });
    const core = { beliefs: { zeta: formed, plain: 'Small steps win', odd: 3, empty: { statement: ' ' } } };
    const { beliefs, unreadable } = readBeliefs(stateOf({ memories: [promoted], core }));
    expect(beliefs.map(({ key, formedAt, memory: own }) => [key, formedAt, own?.id])).toEqual([
      ['plain', daysAgo(70), 'm'],
      ['zeta', daysAgo(20), undefined],
    ]);
    expect(unreadable).toEqual(['empty', 'odd']);
    expect(readBeliefs(stateOf({}))).toEqual({ beliefs: [], unreadable: [] });
  });
});

describe('what speaks for a belief and against it', () => {
  const sides = (given: Given): string[] => {
    const { supporting, opposing } = judge(given);
    return [...supporting, ...opposing].map(({ side, kind, id }) => `${side} ${kind} ${id}`);
  };
  const never = 'Never run `npm run check` before every commit';

  it.each<[string, Given, string[]]>([
    ['nothing', {}, []],
    [
      'a memory that says the same',
      { memories: [learned('m', 'run npm run check before every commit')] },
      ['for memory m'],
    ],
    ['in more detail', { memories: [learned('m', `${statement} in the shop`)] }, ['for memory m']],
    ['a memory that says the opposite', { memories: [learned('m', never)] }, ['against memory m']],
    ['one that speaks of something else', { memories: [learned('m', 'Deploys run from CI only')] }, []],
    ['with another command', { memories: [learned('m', 'Run `npm run build` before every commit')] }, []],
    ['older than the belief', { memories: [learned('m', never, 21)] }, []],
    ['one that no longer holds', { memories: [learned('m', never, 5, { status: 'superseded' })] }, []],
    ['what the user told an agent', { sessions: [told(never)] }, ['against instruction s-told']],
    ['before it was formed', { sessions: [told(never, 21)] }, []],
    [
      'a candidate that the judge rejected',
      { imported: [kept('rejected', { summary: never })] },
      ['against candidate c'],
    ],
    ['a candidate that the screen blocked', { imported: [kept('blocked', { summary: never })] }, []],
    ['a candidate that became a memory', { imported: [kept('saved', { summary: never })] }, []],
    [
      'runs that applied it, by how they ended',
      {
        runs: [
          runOf('a', 9, [ran('npm run check')], { outcome: 'success' }),
          runOf('b', 8, [ran('npm run check')], { outcome: 'failure' }),
          runOf('c', 7, [ran('npm run check')]),
          runOf('d', 6, [ran('npm test')], { outcome: 'success' }),
          runOf('e', 25, [ran('npm run check')], { outcome: 'success' }),
        ],
      },
      ['for run a', 'against run b'],
    ],
  ])('%s', (_, given, expected) => {
    expect(sides(given)).toEqual(expected);
  });

  it('of its own memory: what was said of it, and that it was taught again; not what it was formed from', () => {
    const own = memory('m', {
      summary: statement,
      promotedTo: 'core/beliefs/check',
      aliases: ['old'],
      provenance: [session('s1', daysAgo(20)), session('s2', daysAgo(10)), session('s3', daysAgo(5))],
    });
    const told = use('old', 'not-helpful', 2, { by: 'person', sessionId: 's9', runId: 'w9' });
    const before = use('m', 'helpful', 30);
    const belief = { statement, formedAt: daysAgo(20), evidence: evidenceIds(own.provenance.slice(0, 2)) };
    const { supporting, opposing, verdict, memoryId } = judge({
      belief,
      memories: [own],
      usage: [told, before],
    });
    expect(memoryId).toBe('m');
    expect(supporting).toMatchObject([{ kind: 'memory', at: daysAgo(5), why: 'taught again in session s3' }]);
    expect(opposing).toMatchObject([{ kind: 'run', id: 'w9', said: true }]);
    expect(verdict).toBe('contradicted');
  });

  it('newest first, whatever the order it comes in', () => {
    const memories = [learned('a', never, 9), learned('b', never, 3), learned('c', never, 6)];
    const order = (given: readonly Memory[]) => judge({ memories: given }).opposing.map(({ id }) => id);
    expect(order(memories)).toEqual(['b', 'c', 'a']);
    expect(order([...memories].reverse())).toEqual(['b', 'c', 'a']);
  });

  it('everything counts when nobody knows since when it holds', () => {
    expect(judge({ belief: statement, memories: [learned('m', never, 400)] })).toMatchObject({
      formedAt: null,
      opposing: [{ id: 'm' }],
    });
  });
});

describe('weighEvidence', () => {
  const piece = (side: 'for' | 'against', days: number, said = false): BeliefEvidence => ({
    side,
    kind: 'run',
    id: `${side} ${days}`,
    at: daysAgo(days),
    text: '',
    why: '',
    said,
  });
  const many = (side: 'for' | 'against', times: number) =>
    Array.from({ length: times }, (_, days) => piece(side, days + 1));

  it.each<[string, BeliefEvidence[], string]>([
    ['none', [], 'no evidence'],
    ['one for', many('for', 1), 'supported'],
    ['one against', many('against', 1), 'weakened'],
    ['one each', [...many('for', 1), ...many('against', 1)], 'weakened'],
    ['three against: at most 56 % for', many('against', 3), 'weakened'],
    ['four against: at most 49 % for', many('against', 4), 'contradicted'],
    ['8 to 2: at least 49 % for', [...many('for', 8), ...many('against', 2)], 'weakened'],
    ['9 to 2: at least 52 % for', [...many('for', 9), ...many('against', 2)], 'supported'],
    [
      'the user said the opposite last',
      [...many('for', 9), piece('for', 3, true), piece('against', 2, true)],
      'contradicted',
    ],
    ['the user came back to it', [piece('against', 3, true), piece('for', 2, true)], 'weakened'],
    ['the user said both at once', [piece('for', 2, true), piece('against', 2, true)], 'contradicted'],
  ])('%s', (_, evidence, verdict) => {
    expect(weighEvidence(evidence).verdict).toBe(verdict);
    expect(weighEvidence([...evidence].reverse()).verdict).toBe(verdict);
  });
});
