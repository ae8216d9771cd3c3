import type { Candidate, CandidateFile, Judged, Provenance } from '../domain/candidate.ts';
import type { Memory, Owned, RelationType, Tombstone } from '../domain/memory.ts';
import type { Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { earliestAt, occasionsOf } from './evidence.ts';
import { type NeighbourIndex, openNeighbours } from './find-neighbours.ts';
import type { Judge } from './judge-consistency.ts';
import { indexPairs, type PairIndex } from './pair-index.ts';
import type { Screen } from './screen-masked.ts';

/** What import decides from. */
export interface ImportInput {
  readonly state: State;
  /** The files to judge, from `extracted/` or from elsewhere. */
  readonly files: readonly CandidateFile[];
  /** Similarities between these candidates and memories, among them, and to candidates of `imported/`. */
  readonly pairs: readonly ScoredPair[];
  /** Ids of candidates that say the same as an entry of core memory: at or above `alignmentCut`, same polarity. */
  readonly aligned: ReadonlySet<string>;
  readonly policy: Policy;
  readonly now: string;
  readonly screen: Screen;
  /** Says what cannot hold beside a candidate; the built-in rules when absent. */
  readonly judge?: Judge;
  /** Words as the owner of the home means them, for the built-in judge. */
  readonly lexicon?: Lexicon;
}

/** A link that a verdict makes, and a question to people beside it where the verdict could not tell. */
export interface VerdictLink {
  readonly from: string;
  readonly type: Extract<RelationType, 'supersedes' | 'contradicts'>;
  readonly to: string;
  readonly reason: string;
  readonly similarity: number;
}

/** One candidate with the file it came in. */
export interface Item {
  readonly file: CandidateFile;
  readonly candidate: Candidate;
}

/** The state of one import while candidates are judged one after the other. */
export interface Desk {
  readonly input: ImportInput;
  readonly pairs: PairIndex;
  /** Memories as the verdicts so far leave them. */
  readonly memories: Map<string, Memory>;
  /** Id or alias -> id of the memory. */
  readonly homes: Map<string, string>;
  /** Why each touched memory changes. */
  readonly reasons: Map<string, Reason>;
  /** Evidence of every candidate ever seen and not refused, by candidate id. */
  readonly seen: ReadonlyMap<string, readonly Provenance[]>;
  /** Memories near a candidate of an owner. */
  readonly neighbours: (owned: Owned) => NeighbourIndex;
  /** Links that the verdicts so far make. */
  readonly links: VerdictLink[];
  /** Candidates below the threshold, by id. */
  readonly below: Map<string, Candidate[]>;
  /** Tombstones that still stand, by the fact's key, the forgotten id and its aliases. */
  readonly forgotten: ReadonlyMap<string, Tombstone>;
}

/** Lays out what judging needs. */
export function openDesk(input: ImportInput): Desk {
  const { state } = input;
  return {
    input,
    pairs: indexPairs(input.pairs),
    memories: new Map(state.memories),
    homes: homesOf(state.memories.values()),
    reasons: new Map(),
    neighbours: openNeighbours(state.memories, input.lexicon),
    links: [],
    seen: seenEvidence(input),
    below: groupById(
      judgedBefore(state)
        .filter(isBelow)
        .map(({ candidate }) => candidate),
    ),
    forgotten: standingTombstones(state.tombstones.values()),
  };
}

/** Id or alias of a memory -> its id; an id of its own beats an alias. */
export function homesOf(memories: Iterable<Memory>): Map<string, string> {
  const homes = new Map<string, string>();
  const all = [...memories];
  for (const { id, aliases } of all) for (const alias of aliases) homes.set(alias, id);
  for (const { id } of all) homes.set(id, id);
  return homes;
}

/** Every candidate of the files without a verdict yet, in canonical order: time of the evidence, id, then file. */
export function pendingItems({ state, files }: ImportInput): Item[] {
  return files
    .flatMap((file) => {
      const done = new Set(state.imported.get(file.id)?.judged.map(({ candidate }) => itemKey(candidate)));
      return file.candidates
        .filter((candidate) => !done.has(itemKey(candidate)))
        .map((candidate) => ({ file, candidate }));
    })
    .map((item) => ({ item, key: canonicalKey(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}

/** An id and those of everything that says the same beyond doubt, in a fixed order. */
export function similarIds(desk: Desk, id: string): string[] {
  const cut = desk.input.policy.relevance.duplicateAbove;
  const others = [...desk.pairs.of(id)].filter(([, { score, mergeable }]) => mergeable && score > cut);
  return [id, ...others.map(([other]) => other).sort()];
}

const itemKey = ({ id, provenance }: Candidate): string => JSON.stringify([id, occasionsOf(provenance)]);

const canonicalKey = ({ candidate, file }: Item): string =>
  [earliestAt(candidate.provenance, file.at), candidate.id, file.id, JSON.stringify(candidate)].join('\0');

const judgedBefore = (state: State): Judged[] => [...state.imported.values()].flatMap(({ judged }) => judged);

const isBelow = ({ verdict, memoryId }: Judged): boolean => verdict === 'below-threshold' && !memoryId;

const refused = new Set(['rejected', 'blocked']);

function seenEvidence({ state, files }: ImportInput): Map<string, Provenance[]> {
  const seen = new Map<string, Provenance[]>();
  const add = ({ id, provenance }: Candidate): void =>
    void seen.set(id, [...(seen.get(id) ?? []), ...provenance]);
  const waiting = new Map([...state.extracted, ...files.map((file) => [file.id, file] as const)]);
  for (const { candidates } of waiting.values()) candidates.forEach(add);
  for (const { candidate, verdict } of judgedBefore(state)) if (!refused.has(verdict)) add(candidate);
  return seen;
}

function groupById(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates)
    groups.set(candidate.id, [...(groups.get(candidate.id) ?? []), candidate]);
  return groups;
}

function standingTombstones(tombstones: Iterable<Tombstone>): Map<string, Tombstone> {
  const standing = [...tombstones].filter(({ liftedAt }) => !liftedAt);
  return new Map(
    standing.flatMap((stone) =>
      [...(stone.aliases ?? []), stone.memoryId, stone.key].map((name) => [name, stone] as const),
    ),
  );
}
