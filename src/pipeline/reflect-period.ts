import { addDays } from '../domain/time.ts';

/** A span of time, both ends included; ISO 8601 UTC. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The days that end now. */
export const lastDays = (days: number, now: string): Period => ({ from: addDays(now, -days), to: now });

/** Whether a time lies in a period. */
export const isWithin = (at: string, { from, to }: Period): boolean => at >= from && at <= to;
