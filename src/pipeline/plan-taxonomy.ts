import type { Edge } from '../domain/association.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { laterOf } from '../domain/time.ts';
import { EdgeDesk } from './edge-desk.ts';
import { groupBy } from './group-by.ts';
import { homesOf } from './import-desk.ts';
import { TagDesk } from './tag-desk.ts';
import type { MemorySighting, TagSighting } from './tag-sightings.ts';

/** What one cycle of association reads. */
export interface TaxonomyInput {
  readonly state: State;
  /** In the order of the log. */
  readonly tags: readonly TagSighting[];
  /** In the order of the usage log. */
  readonly memories: readonly MemorySighting[];
  readonly policy: Policy;
  readonly now: string;
}

/**
 * One cycle: tags are reinforced by their new sessions, and what appeared or was applied in the same session is joined. What a
 * cycle counts is dated by the evidence and remembered, so that cycles at any times and in any number give the same weights.
 */
export const planTaxonomy = (input: TaxonomyInput): Plan => ({
  command: 'taxonomy',
  changes: [...tagChanges(input), ...memoryChanges(input)],
});

function deskOf(kind: Edge['kind'], { state, policy, now }: TaxonomyInput): EdgeDesk {
  return new EdgeDesk(state.edges, { kind, policy: policy.association, now });
}

function tagChanges(input: TaxonomyInput): Change[] {
  const { state, tags, policy, now } = input;
  const edges = deskOf('tags', input);
  const desk = new TagDesk(state.tags, new Set(tags.map(({ sessionId }) => sessionId)), policy);
  for (const sighting of tags) desk.see(sighting, edges);
  return [...desk.changes(now), ...edges.changes()];
}

/** Memories are known by what they became: one that was merged away counts for the one that took it in. */
function memoryChanges(input: TaxonomyInput): Change[] {
  const edges = deskOf('memories', input);
  const homes = homesOf(input.state.memories.values());
  for (const [sessionId, sightings] of groupBy(input.memories, (sighting) => sighting.sessionId)) {
    const first = firstSeen(sightings, homes).slice(0, input.policy.association.memoriesASession);
    for (const [place, one] of first.entries())
      for (const other of first.slice(0, place))
        edges.join({ a: one.id, b: other.id }, { sessionId, at: laterOf(one.at, other.at) });
  }
  return edges.changes();
}

/** Each memory once, in the order in which they were first told of, at that time. */
function firstSeen(sightings: readonly MemorySighting[], homes: ReadonlyMap<string, string>) {
  const times = new Map<string, string>();
  for (const { memoryId, at } of sightings) {
    const home = homes.get(memoryId);
    if (home !== undefined && !times.has(home)) times.set(home, at);
  }
  return [...times].map(([id, at]) => ({ id, at }));
}
