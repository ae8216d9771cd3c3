/** What an observation of the seed's form says of a use. */
export interface UsageObservation {
  /** Where it was applied, as written. */
  readonly where: string;
  readonly kind: 'applied' | 'helpful' | 'not-helpful';
}

const FORM = /^\s{0,20}[-*•]?\s{0,5}applied in\s{0,5}:\s{0,20}(\S.{0,1000}?)?\s{0,20}$/is;
const RATING = /\s{0,20}(?:[-–—:]|\()\s{0,5}((?:not[\s_-]{0,3}|un)?helpful)\s{0,5}\)?[.!]?$/i;

/** Reads `Applied in: <where> - HELPFUL` and `- NOT HELPFUL`, in any case; without a rating it was applied. Undefined for other observations. */
export function parseUsageObservation(text: string): UsageObservation | undefined {
  const body = FORM.exec(text.slice(0, 1_200))?.[1];
  if (body === undefined) return undefined;
  const rating = RATING.exec(body);
  const where = (rating ? body.slice(0, rating.index) : body).trim();
  if (!rating) return { where, kind: 'applied' };
  return { where, kind: /^(?:not|un)/i.test(rating[1] ?? '') ? 'not-helpful' : 'helpful' };
}
