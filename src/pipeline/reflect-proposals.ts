import type { Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import { decayOutlook } from './decay-outlook.ts';
import type { MemoryParts, MemoryRecord, StatsById } from './effectiveness.ts';
import type { GateAudit } from './gate-audit.ts';
import { protection } from './judge-forgetting.ts';
import { proposeRelations } from './orphans.ts';
import type { KnownError } from './reflect-errors.ts';
import { wilson } from './wilson.ts';

/** A command to run as it stands, and why. */
export interface Proposal {
  readonly command: string;
  readonly why: string;
}

/** What proposals are made from. */
export interface ProposalInput {
  readonly state: State;
  /** Memories that are looked at. */
  readonly memories: readonly Memory[];
  /** Over all time, since what is proposed should rest on all that is known. */
  readonly stats: StatsById;
  /** What was used in the period. */
  readonly parts: MemoryParts;
  readonly errors: readonly KnownError[];
  readonly audit: GateAudit;
  /** What runs propose of skills. */
  readonly behaviour: readonly Proposal[];
  readonly pairs: readonly ScoredPair[];
  readonly policy: Policy;
  readonly now: string;
  /** Runs in the period. */
  readonly runs: number;
}

/** A share is told from chance when its whole interval lies on one side of this. */
const HALF = 0.5;
/** Times a memory is shown without being applied before letting it go is proposed. */
const SHOWN_IN_VAIN = 5;
/** Days within which falling out of recall is soon. */
const SOON_DAYS = 30;
/** Relations that are proposed at once. */
const MAX_RELATIONS = 3;

/** What to do about what was seen, the most pressing first; each memory is named once. */
export function proposeCommands(input: ProposalInput): Proposal[] {
  const byMemory = [
    ...errorProposals(input),
    ...hurtProposals(input),
    ...fadingProposals(input),
    ...provenProposals(input),
    ...vainProposals(input),
  ];
  const named = new Set<string>();
  const once = byMemory.filter(({ id }) => !named.has(id) && named.add(id));
  return [
    ...(input.runs === 0
      ? [{ command: 'hebb analyze-sessions', why: 'no prompt of this period has been read' }]
      : []),
    ...reviewProposals(input.audit),
    ...once.map(({ command, why }) => ({ command, why })),
    ...input.behaviour,
    ...relationProposals(input),
  ];
}

/** A proposal about one memory. */
type Named = Proposal & { readonly id: string };

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function reviewProposals({
  conflicts,
  pendingReviews,
  held,
  pendingMemories,
  waiting,
}: GateAudit): Proposal[] {
  const parts = [
    ...counted(conflicts.length, 'contradiction'),
    ...counted(pendingReviews.length, 'pair that is alike', 'pairs that are alike'),
    ...counted(held.length + waiting.length, 'candidate'),
    ...counted(pendingMemories.length, 'memory', 'memories'),
  ];
  return parts.length === 0 ? [] : [{ command: 'hebb review', why: `waiting for you: ${parts.join(', ')}` }];
}

function errorProposals({ errors }: ProposalInput): Named[] {
  return errors.flatMap(({ verdict, memoryId, shape, returns }) => {
    if (verdict !== 'came back' || memoryId === null) return [];
    const times = returns === 1 ? 'once' : `${returns} times`;
    const why = `the fix that it tells for ${shape} did not hold: the error came back ${times}`;
    return [{ id: memoryId, command: `hebb edit ${memoryId}`, why }];
  });
}

const ratedText = ({ helpful, notHelpful }: Pick<MemoryRecord, 'helpful' | 'notHelpful'>): string =>
  `helped in ${helpful} of ${helpful + notHelpful} rated uses`;

/** Live memories of some records, with what all time says of them. */
function withStats(records: readonly MemoryRecord[], { memories, stats }: ProposalInput) {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return records.flatMap(({ id }) => {
    const [memory, own] = [byId.get(id), stats.get(id)];
    return memory && own
      ? [{ memory, own, interval: wilson(own.helpful, own.helpful + own.notHelpful) }]
      : [];
  });
}

function hurtProposals(input: ProposalInput): Named[] {
  return withStats(input.parts.hurt, input).map(({ memory, own, interval }) => {
    const { id } = memory;
    const isBad = interval !== undefined && interval.high < HALF;
    const why = `${ratedText(own)}${isBad ? ', which is no chance any more' : ''}`;
    const kept = protection(memory, { isCited: false });
    if (isBad && kept === undefined) return { id, command: `hebb forget ${id}`, why };
    return { id, command: `hebb edit ${id}`, why: kept === undefined ? why : `${why}; ${kept}` };
  });
}

function fadingProposals(input: ProposalInput): Named[] {
  const { memories, policy, now, stats } = input;
  const { falling } = decayOutlook(memories, { policy: policy.strength, now, days: SOON_DAYS });
  return falling.flatMap(({ id, strength, fallsAt }) => {
    const own = stats.get(id);
    if (!own || own.helpful <= own.notHelpful) return [];
    const why = `${ratedText(own)}, strength ${strength.toFixed(2)} and out of recall from ${fallsAt.slice(0, 10)} on`;
    return [{ id, command: `hebb reinforce ${id}`, why }];
  });
}

function provenProposals(input: ProposalInput): Named[] {
  return withStats(input.parts.helped, input)
    .filter(
      ({ memory, interval }) =>
        interval !== undefined && interval.low > HALF && protection(memory, { isCited: false }) === undefined,
    )
    .map(({ memory: { id }, own }) => ({
      id,
      command: `hebb pin ${id}`,
      why: `${ratedText(own)}, and nothing keeps it from being forgotten`,
    }));
}

function vainProposals(input: ProposalInput): Named[] {
  return withStats(input.parts.ignored, input)
    .filter(
      ({ memory, own }) =>
        own.uses === 0 &&
        own.exposed >= SHOWN_IN_VAIN &&
        protection(memory, { isCited: false }) === undefined,
    )
    .map(({ memory: { id }, own }) => ({
      id,
      command: `hebb forget ${id}`,
      why: `shown ${own.exposed} times and never applied`,
    }));
}

function relationProposals({ state, pairs, memories }: ProposalInput): Proposal[] {
  const wanted = new Set(memories.map(({ id }) => id));
  const joined = new Set<string>();
  return proposeRelations(state, pairs)
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ id, proposal }) => {
      const ends = proposal && [id, proposal.id].sort().join(' ');
      if (!ends || joined.has(ends)) return [];
      joined.add(ends);
      return [
        { command: `hebb relate ${id} related_to ${proposal.id}`, why: `no relation yet; ${proposal.why}` },
      ];
    })
    .slice(0, MAX_RELATIONS);
}
