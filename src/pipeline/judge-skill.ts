import type { DistilInput } from '../domain/distil.ts';
import type { SkillVerdict } from '../domain/question.ts';

/** Share of successful runs that a skill must repeat: as many as make a move part of the common way. */
const leastRepeated = 0.5;

/**
 * Why a skill is rejected by what a judge said of each run: it must avoid every failure and repeat at least half of the successes. Where
 * there are no runs it may break with no learning. Empty when it holds.
 */
export function judgeVerdicts(
  { learnings, successes, failures }: DistilInput,
  verdicts: ReadonlyMap<string, SkillVerdict>,
): string[] {
  const broken = (items: readonly { readonly label: string; readonly what: { readonly id: string } }[]) =>
    items.flatMap(({ label, what }) => {
      const verdict = verdicts.get(label);
      return verdict?.verdict === 'breaks' ? [`${what.id}: ${verdict.reason}`] : [];
    });
  const [unrepeated, unavoided] = [broken(successes), broken(failures)];
  const isRepeated = successes.length - unrepeated.length >= successes.length * leastRepeated;
  return [
    ...(isRepeated ? [] : unrepeated.map((why) => `it does not repeat the successful run ${why}`)),
    ...unavoided.map((why) => `it does not avoid the failed run ${why}`),
    ...broken(learnings).map((why) => `it breaks with the learning ${why}`),
  ];
}
