import type { Appearance, SessionLedger } from '../domain/association.ts';
import { laterOf } from '../domain/time.ts';

/** A ledger without a session. */
export const emptyLedger: SessionLedger = { sessions: [], count: 0 };

/** Whether an appearance has counted: its session is listed, or it is older than what is listed. */
export const hasCounted = (ledger: SessionLedger, { sessionId, at }: Appearance): boolean =>
  (ledger.countedUntil !== undefined && at <= ledger.countedUntil) ||
  ledger.sessions.some((session) => session.sessionId === sessionId);

/** Orders appearances by time, those of one moment by session. */
export const byTime = (a: Appearance, b: Appearance): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : 0;

/** The ledger with more appearances, each of another session; the oldest beyond `named` are no longer listed. */
export function addAppearances(
  ledger: SessionLedger,
  fresh: readonly Appearance[],
  named: number,
): SessionLedger {
  const all = [...ledger.sessions, ...fresh].sort(byTime);
  const dropped = all.slice(0, Math.max(0, all.length - named));
  const until = [ledger.countedUntil, dropped.at(-1)?.at].filter((at) => at !== undefined);
  return {
    sessions: all.slice(dropped.length),
    count: ledger.count + fresh.length,
    ...(until.length > 0 ? { countedUntil: until.reduce(laterOf) } : {}),
  };
}
