import { compact } from '../domain/json.ts';
import { laterOf } from '../domain/time.ts';
import type { Usage, UsageStats } from '../domain/usage.ts';
import { groupBy } from './group-by.ts';

/** One occasion on which a memory was used: a run, else a session, else the record itself. */
interface Occasion {
  rating?: Usage;
  readonly sessionId: string | undefined;
  readonly runId: string | undefined;
}

const uses: ReadonlySet<string> = new Set(['applied', 'helpful', 'not-helpful']);
const isRating = ({ kind }: Usage): boolean => kind === 'helpful' || kind === 'not-helpful';

/**
 * Counts of each memory. A use is an occasion on which it was applied or rated; of two ratings of one occasion a person's wins,
 * then the later of a person's, and of derived ones `not-helpful` (a run seems to succeed until it is corrected). A person's word on a
 * session also stands for its runs. `homeOf` turns an alias into the id of the memory that it became.
 */
export function usageStats(
  usages: readonly Usage[],
  homeOf: (id: string) => string,
): Map<string, UsageStats> {
  const distinct = [...new Map(usages.map((usage) => [usage.id, usage])).values()];
  const byMemory = groupBy(distinct, ({ memoryId }) => homeOf(memoryId));
  return new Map([...byMemory].map(([id, own]) => [id, statsOf(own)]));
}

/** The ratings that count: one an occasion, and where a person spoke, the person's. What folding into strength reads. */
export function standingRatings(usages: readonly Usage[], homeOf: (id: string) => string): Usage[] {
  const distinct = [...new Map(usages.map((usage) => [usage.id, usage])).values()];
  const byMemory = groupBy(distinct, ({ memoryId }) => homeOf(memoryId));
  return [...byMemory.values()].flatMap((own) =>
    ratingsOf(occasionsOf(own.filter(({ kind }) => uses.has(kind)))),
  );
}

function statsOf(usages: readonly Usage[]): UsageStats {
  const used = usages.filter(({ kind }) => uses.has(kind));
  const occasions = occasionsOf(used);
  const ratings = ratingsOf(occasions);
  const helpful = ratings.filter(({ kind }) => kind === 'helpful').length;
  const notHelpful = ratings.length - helpful;
  const times = usages.filter(({ kind }) => uses.has(kind) || kind === 'recalled').map(({ at }) => at);
  return compact({
    uses: countUses(occasions),
    helpful,
    notHelpful,
    exposed: usages.filter(({ kind }) => kind === 'exposed').length,
    effectiveness: ratings.length > 0 ? helpful / ratings.length : undefined,
    lastUsedAt: times.length > 0 ? times.reduce(laterOf) : undefined,
  });
}

function occasionsOf(used: readonly Usage[]): Occasion[] {
  const byKey = new Map<string, Occasion>();
  for (const usage of used) {
    const { id, runId, sessionId } = usage;
    const key = runId ? `run ${runId}` : sessionId ? `session ${sessionId}` : id;
    const occasion: Occasion = byKey.get(key) ?? { sessionId, runId };
    if (isRating(usage) && (!occasion.rating || outweighs(usage, occasion.rating))) occasion.rating = usage;
    byKey.set(key, occasion);
  }
  return [...byKey.values()];
}

function outweighs(usage: Usage, other: Usage): boolean {
  if (usage.by !== other.by) return usage.by === 'person';
  if (usage.by === 'derived') return usage.kind === 'not-helpful';
  return usage.at !== other.at ? usage.at > other.at : usage.kind === 'not-helpful';
}

const isOfSession = ({ runId, sessionId }: Occasion): boolean =>
  runId === undefined && sessionId !== undefined;

/**
 * Ratings that stand: where a person spoke of a session, what was derived of its runs does not count; where a run of a session was rated,
 * what an agent said of the session does not.
 */
function ratingsOf(occasions: readonly Occasion[]): Usage[] {
  const spoken = new Set(
    occasions
      .filter((one) => isOfSession(one) && one.rating?.by === 'person')
      .map(({ sessionId }) => sessionId),
  );
  const rated = new Set(
    occasions.filter((one) => one.rating?.runId !== undefined).map(({ sessionId }) => sessionId),
  );
  return occasions
    .map(({ rating }) => rating)
    .filter((rating) => rating !== undefined)
    .filter(({ by, runId, sessionId }) => {
      if (by === 'person' || sessionId === undefined) return true;
      return !(runId === undefined ? rated : spoken).has(sessionId);
    });
}

/** A word on a session is no use of its own beside the runs that it speaks of. */
function countUses(occasions: readonly Occasion[]): number {
  const sessions = new Set(
    occasions.filter(({ runId }) => runId !== undefined).map(({ sessionId }) => sessionId),
  );
  return occasions.filter((one) => !isOfSession(one) || !sessions.has(one.sessionId)).length;
}
