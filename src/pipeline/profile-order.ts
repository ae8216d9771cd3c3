import type { Memory } from '../domain/memory.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import { screenText } from '../text/safety-screen.ts';
import { compareFacts, type FoldedUnit } from './profile-facts.ts';
import { type ProfileUnit, renderProfileText, saidIn } from './profile-text.ts';

/** The best supported fact of a unit; undefined where a person wrote it on their own. */
export const bestFact = ({ facts }: Pick<FoldedUnit, 'facts'>): Memory | undefined =>
  [...facts].sort(compareFacts)[0];

const supportOf = (unit: FoldedUnit): number => bestFact(unit)?.support ?? 0;

/** Orders units by their best supported facts. */
export function compareUnits(a: FoldedUnit, b: FoldedUnit): number {
  const [best, other] = [bestFact(a), bestFact(b)];
  return best && other ? compareFacts(best, other) : 0;
}

/** Units in the order of the text: what stands keeps its place, what is new comes after what is at least as well supported. */
export function arrangeUnits(units: readonly FoldedUnit[]): FoldedUnit[] {
  const ordered = units
    .filter(({ place }) => place !== undefined)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  for (const unit of units.filter(({ place }) => place === undefined).sort(compareUnits)) {
    const before = ordered.findLastIndex((one) => one.facts.length > 0 && supportOf(one) >= supportOf(unit));
    const first = ordered.findIndex(({ facts }) => facts.length > 0);
    const at = before >= 0 ? before + 1 : first >= 0 ? first : ordered.length;
    ordered.splice(at, 0, unit);
  }
  return ordered;
}

/** Which limit of a profile a text passes; undefined when none. Spec 5: `maxBullets` and `maxCharacters`, the last line end included. */
export function overLimit(
  units: readonly ProfileUnit[],
  { maxBullets, maxCharacters }: Pick<ProfilePolicy, 'maxBullets' | 'maxCharacters'>,
): string | undefined {
  const bullets = units.filter(({ isBullet }) => isBullet).length;
  if (bullets > maxBullets) return `${bullets} bullets of at most ${maxBullets}`;
  const { length } = renderProfileText(units);
  return length > maxCharacters ? `${length} characters of at most ${maxCharacters}` : undefined;
}

/** Rules of the safety screen that speak against a bullet; none when it may reach an agent. */
export function unsafeRules(unit: ProfileUnit): string[] {
  const { verdict, reasons } = screenText(saidIn(unit), 'learning');
  return verdict === 'accept' ? [] : [verdict, ...reasons.map(({ rule }) => rule)];
}
