/** Milliseconds in a day. */
export const dayMs = 86_400_000;

/** Days from one ISO time to another; negative when `to` is earlier. NaN never comes out: unreadable times count as 0 days. */
export function daysBetween(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isNaN(days) ? 0 : days;
}

/** ISO 8601 UTC of any readable time, or undefined. */
export function parseTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Day of an ISO time: `yyyy-mm-dd`. */
export const dayOf = (at: string): string => at.slice(0, 10);

/** Month of an ISO time: `yyyy-mm`, the name of a shard. */
export const monthOf = (at: string): string => at.slice(0, 7);

/** The time that lies this many days after (or, when negative, before) an ISO time. */
export const addDays = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * dayMs).toISOString();

/** The later of two ISO times. */
export const laterOf = (a: string, b: string): string => (a > b ? a : b);

/** The earlier of two ISO times. */
export const earlierOf = (a: string, b: string): string => (a < b ? a : b);
