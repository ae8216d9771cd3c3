import type { SessionPlace } from './inject-place.ts';

/** Whether the instruction files of a place say something; where there are none, what compares is not even loaded. */
export async function knownAt({ known }: Pick<SessionPlace, 'known'>): Promise<(text: string) => boolean> {
  if (known.length === 0) return () => false;
  const { knownBy } = await import('../pipeline/injection-known.ts');
  return knownBy(known);
}
