import { eventId } from '../domain/event.ts';
import { hashOf } from '../domain/identity.ts';
import type { Memory } from '../domain/memory.ts';
import type { Run, Step } from '../domain/run.ts';
import type { Usage, UsageKind } from '../domain/usage.ts';
import { isAppliedBy, stepKeys, tokenKeys, type UsageTokens, usageTokens } from './usage-tokens.ts';

interface Reader {
  readonly memory: Memory;
  readonly tokens: UsageTokens;
  readonly taughtBy: ReadonlySet<string | undefined>;
}

/**
 * What runs show of memories (spec 2, Usage): applied when a step holds a distinctive piece of the memory or cites its id; helpful when
 * such a run succeeded, not-helpful when it failed or was corrected. Only runs after the discovery, in reach of the memory, and not of a
 * session that taught it. Ids are stable: deriving twice adds nothing.
 */
export function deriveUsage(runs: readonly Run[], memories: readonly Memory[]): Usage[] {
  if (runs.length === 0) return [];
  const shelves = shelveMemories(memories);
  return runs.flatMap((run) => {
    const near = new Set(
      run.steps
        .flatMap(({ command, files }) => stepKeys(command, files))
        .flatMap((key) => shelves.get(key) ?? []),
    );
    return [...near].flatMap((reader) => usagesOf(reader, run));
  });
}

/** Memories by the keys that a step must have to apply them: thousands of runs meet thousands of memories. */
function shelveMemories(memories: readonly Memory[]): Map<string, Reader[]> {
  const shelves = new Map<string, Reader[]>();
  for (const memory of memories) {
    const tokens = usageTokens(memory);
    const reader = { memory, tokens, taughtBy: new Set(memory.provenance.map(({ sessionId }) => sessionId)) };
    for (const key of [memory.id, ...tokenKeys(tokens)]) {
      const shelf = shelves.get(key);
      if (shelf) shelf.push(reader);
      else shelves.set(key, [reader]);
    }
  }
  return shelves;
}

function isInReach({ memory, taughtBy }: Reader, { createdAt, sessionId, project, user }: Run): boolean {
  if (createdAt <= memory.discoveredAt || taughtBy.has(sessionId)) return false;
  if (memory.scope === 'project') return memory.project === project;
  return memory.scope !== 'user' || memory.user === user;
}

function usagesOf(reader: Reader, run: Run): Usage[] {
  if (!isInReach(reader, run)) return [];
  const steps = run.steps.filter((step) => isApplied(reader, step));
  const [first] = steps;
  if (!first) return [];
  const evidence = steps
    .slice(0, 5)
    .map((step) =>
      eventId({ sessionId: run.sessionId, kind: 'tool', at: step.at, toolUseId: step.toolUseId }),
    );
  const rating = ratingOf(run);
  const last = run.steps.at(-1)?.at ?? first.at;
  return [
    usageOf(reader, run, { kind: 'applied', at: first.at, evidence }),
    ...(rating ? [usageOf(reader, run, { kind: rating, at: last, evidence })] : []),
  ];
}

const isApplied = ({ memory, tokens }: Reader, { command, files, refused }: Step): boolean =>
  !refused && (isAppliedBy(tokens, command, files) || (command?.includes(memory.id) ?? false));

/** A success counts at once, since a correction that follows outweighs it; a failure only when nothing can change it any more. */
function ratingOf({ outcome, closed }: Run): UsageKind | undefined {
  if (outcome === 'success') return 'helpful';
  return outcome === 'failure' && closed ? 'not-helpful' : undefined;
}

function usageOf({ memory }: Reader, run: Run, use: Pick<Usage, 'kind' | 'at' | 'evidence'>): Usage {
  const id = `u-${hashOf(memory.id, run.id, use.kind)}`;
  return { v: 1, id, memoryId: memory.id, by: 'derived', sessionId: run.sessionId, runId: run.id, ...use };
}
