import { isDict, type Json, stringAt, stringsAt } from '../domain/json.ts';
import { type State, targetOf } from '../domain/state.ts';
import { type Belief, type BeliefEvidence, type EvidenceInput, findEvidence } from './beliefs-evidence.ts';
import { wilson } from './wilson.ts';

/** What the evidence says of a belief. */
export type BeliefVerdict = 'supported' | 'weakened' | 'contradicted' | 'no evidence';

/** A belief with what spoke for and against it since it was formed, newest first. */
export interface JudgedBelief {
  readonly key: string;
  readonly statement: string;
  readonly formedAt: string | null;
  readonly memoryId: string | null;
  readonly verdict: BeliefVerdict;
  readonly why: string;
  readonly supporting: readonly BeliefEvidence[];
  readonly opposing: readonly BeliefEvidence[];
}

/** The beliefs of core memory, by key; entries without a sentence are named apart. */
export function readBeliefs({ core, memories }: State): { beliefs: Belief[]; unreadable: string[] } {
  const entries = Object.entries(core.beliefs ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const backing = new Map([...memories.values()].map((memory) => [memory.promotedTo, memory]));
  const beliefs = entries.flatMap(([key, value]): Belief[] => {
    const statement = statementOf(value);
    if (statement === undefined) return [];
    const memory = backing.get(targetOf('core', `beliefs/${key}`));
    const formedAt =
      (isDict(value) ? stringAt(value, 'formedAt') : undefined) ?? memory?.discoveredAt ?? null;
    const formedFrom = new Set(isDict(value) ? stringsAt(value, 'evidence') : []);
    return [{ key, statement, formedAt, formedFrom, ...(memory ? { memory } : {}) }];
  });
  const read = new Set(beliefs.map(({ key }) => key));
  return { beliefs, unreadable: entries.map(([key]) => key).filter((key) => !read.has(key)) };
}

function statementOf(value: Json): string | undefined {
  const text = isDict(value) ? stringAt(value, 'statement') : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Every belief of a home with its evidence and verdict. */
export function judgeBeliefs(input: EvidenceInput): { beliefs: JudgedBelief[]; unreadable: string[] } {
  const { beliefs, unreadable } = readBeliefs(input.state);
  const evidence = findEvidence(beliefs, input);
  return {
    beliefs: beliefs.map((belief) => judged(belief, evidence.get(belief.key) ?? [])),
    unreadable,
  };
}

function judged(
  { key, statement, formedAt, memory }: Belief,
  evidence: readonly BeliefEvidence[],
): JudgedBelief {
  return {
    key,
    statement,
    formedAt,
    memoryId: memory?.id ?? null,
    ...weighEvidence(evidence),
    supporting: evidence.filter(({ side }) => side === 'for'),
    opposing: evidence.filter(({ side }) => side === 'against'),
  };
}

/** A share is told from chance when its whole interval lies on one side of this. */
const HALF = 0.5;

/**
 * The verdict. The last word of a person decides when it says the opposite. Otherwise nothing against supports it; with some against, the
 * Wilson interval of the share that speaks for it decides: all above one half supports, all below contradicts, else it is weakened.
 */
export function weighEvidence(evidence: readonly BeliefEvidence[]): { verdict: BeliefVerdict; why: string } {
  const supporting = evidence.filter(({ side }) => side === 'for').length;
  const opposing = evidence.length - supporting;
  const counts = `${supporting} for, ${opposing} against`;
  const interval = wilson(supporting, evidence.length);
  if (!interval) return { verdict: 'no evidence', why: 'nothing has spoken for or against it' };
  if (lastSpoken(evidence)?.side === 'against')
    return { verdict: 'contradicted', why: `${counts}; the last word of the user is against it` };
  if (opposing === 0) return { verdict: 'supported', why: counts };
  const share = `${counts}: ${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)} % for`;
  if (interval.low > HALF) return { verdict: 'supported', why: share };
  return { verdict: interval.high < HALF ? 'contradicted' : 'weakened', why: share };
}

/** The last thing that a person said; of two at one time the one against, which asks for a look. */
function lastSpoken(evidence: readonly BeliefEvidence[]): BeliefEvidence | undefined {
  const spoken = evidence.filter(({ said }) => said);
  return spoken.reduce<BeliefEvidence | undefined>((last, one) => {
    if (!last || one.at > last.at) return one;
    return one.at === last.at && one.side === 'against' ? one : last;
  }, undefined);
}
