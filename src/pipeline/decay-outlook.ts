import { isLive, type Memory } from '../domain/memory.ts';
import type { StrengthPolicy } from '../domain/policy.ts';
import { addDays } from '../domain/time.ts';
import { protection } from './judge-forgetting.ts';
import { daysToDecay, isDecayed, strengthAt } from './strength.ts';

/** A memory that fades, and when it falls out of recall. */
export interface Fading {
  readonly id: string;
  readonly summary: string;
  readonly strength: number;
  /** When its strength falls below `decayedBelow`. */
  readonly fallsAt: string;
  /** What keeps it from being forgotten, though it falls out of recall; null when nothing does. */
  readonly protectedBy: string | null;
}

/** How strength goes on if nothing happens. */
export interface DecayOutlook {
  /** Fall within the days asked for, the earliest first. */
  readonly falling: readonly Fading[];
  /** Below the cut already, the latest first. */
  readonly faded: readonly Fading[];
  /** How many live memories never fade: their rate is 0. */
  readonly lasting: number;
  readonly live: number;
}

/** Which live memories fall below `decayedBelow` within some days, with what is below already. */
export function decayOutlook(
  memories: Iterable<Memory>,
  { policy, now, days }: { readonly policy: StrengthPolicy; readonly now: string; readonly days: number },
): DecayOutlook {
  const live = [...memories].filter(isLive);
  const fading = live.flatMap((memory) => {
    const fallsAt = fallOf(memory, policy);
    return fallsAt === undefined ? [] : [{ memory, fading: fadingOf(memory, fallsAt, now) }];
  });
  const until = addDays(now, days);
  const isFaded = ({ memory }: { readonly memory: Memory }): boolean => isDecayed(memory, policy, now);
  const faded = fading.filter(isFaded).map((one) => one.fading);
  return {
    falling: fading
      .filter((one) => !isFaded(one) && one.fading.fallsAt <= until)
      .map((one) => one.fading)
      .sort(byFall),
    faded: faded.sort(byFall).reverse(),
    lasting: live.length - fading.length,
    live: live.length,
  };
}

function fallOf(memory: Memory, policy: StrengthPolicy): string | undefined {
  const days = daysToDecay(memory, policy);
  return days === undefined ? undefined : addDays(memory.anchoredAt, days);
}

const fadingOf = (memory: Memory, fallsAt: string, now: string): Fading => ({
  id: memory.id,
  summary: memory.summary,
  strength: strengthAt(memory, now),
  fallsAt,
  protectedBy: protection(memory, { isCited: false }) ?? null,
});

const byFall = (a: Fading, b: Fading): number =>
  a.fallsAt < b.fallsAt ? -1 : a.fallsAt > b.fallsAt ? 1 : a.id < b.id ? -1 : 1;
