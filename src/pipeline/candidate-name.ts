import { hashOf } from '../domain/identity.ts';

/** Length of a name without its type and hash, in code points. */
const MAX_SLUG = 52;

/** Signs that carry meaning in names of software are spelled; other signs would be lost, so they ask for the hash. */
const spelled = (text: string): string =>
  text
    .replaceAll('+', ' plus ')
    .replace(/#(?!\d)/g, ' sharp ')
    .normalize('NFKC')
    .toLowerCase();

function cutSlug(slug: string): string {
  const points = Array.from(slug).slice(0, MAX_SLUG).join('');
  const end = points.lastIndexOf('-');
  return end > points.length / 2 ? points.slice(0, end) : points;
}

/**
 * `<type>:<slug>` of a summary: letters and digits of any script, at most about 60 characters; a short hash of the whole
 * summary follows only where the slug lost something (cut, signs, nothing left), so that two summaries do not share a name.
 */
export function candidateName(entityType: string, summary: string): string {
  const text = spelled(summary);
  const slug = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const hash = hashOf(summary).slice(0, 6);
  if (slug === '') return `${entityType}:${hash}`;
  if (Array.from(slug).length > MAX_SLUG) return `${entityType}:${cutSlug(slug)}-${hash}`;
  return /(?!`)\p{S}/u.test(text) ? `${entityType}:${slug}-${hash}` : `${entityType}:${slug}`;
}
