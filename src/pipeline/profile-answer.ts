import type { Memory } from '../domain/memory.ts';
import type { ProfilePolicy } from '../domain/policy.ts';
import {
  type Answer,
  labelAt,
  type Question,
  type QuestionText,
  type WrittenBullet,
} from '../domain/question.ts';
import { similarity } from '../text/similarity.ts';
import { excerptLine } from './excerpt.ts';
import type { ProfileProposal } from './plan-profile.ts';
import { compareFacts, type FoldedUnit, profileIdOf } from './profile-facts.ts';
import { arrangeUnits, overLimit, unsafeRules } from './profile-order.ts';
import { longestBullet, renderProfileText, saidIn } from './profile-text.ts';

/** Facts that a model is shown at once, the best supported; the others wait for the next run. */
const mostFacts = 40;

/** Facts that a model may fold: what is too long to be read whole stays in recall. */
const offeredFacts = ({ sight }: ProfileProposal): Memory[] =>
  sight.pending
    .filter(({ summary }) => summary.length <= longestBullet)
    .filter(({ summary }) => unsafeRules({ text: summary, isBullet: true }).length === 0)
    .slice(0, mostFacts);

const isOwn = ({ writtenBy, facts }: FoldedUnit): boolean => writtenBy === 'human' || facts.length === 0;

/** What a model is asked for a profile: the facts of one user and no other, beside the bullets that stand. None when there is nothing to fold. */
export function profileQuestion(proposal: ProfileProposal, policy: ProfilePolicy): Question | undefined {
  const facts = offeredFacts(proposal);
  if (facts.length === 0) return undefined;
  const { units } = proposal.sight;
  const texts: QuestionText[] = [
    ...units.map((unit): QuestionText => ({ role: isOwn(unit) ? 'own' : 'bullet', text: saidIn(unit) })),
    ...facts.map(
      ({ summary }): QuestionText => ({ role: 'fact', text: excerptLine(summary, longestBullet) }),
    ),
  ];
  const numbers = {
    maxBullets: policy.maxBullets,
    maxCharacters: policy.maxCharacters,
    bullets: units.filter(({ isBullet }) => isBullet).length,
    characters: renderProfileText(units).length,
  };
  return { id: profileIdOf(proposal.user), kind: 'profile', texts, numbers };
}

/** The profile that an answer makes, or what speaks against it: nothing of it is used then. */
export type WrittenProfile =
  | { readonly ok: true; readonly units: readonly FoldedUnit[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Holds an answer against the rules of a profile: limits, labels, and the safety screen. */
export function readProfileAnswer(
  proposal: ProfileProposal,
  answer: Answer,
  policy: ProfilePolicy,
): WrittenProfile {
  if (answer.kind !== 'profile') return { ok: false, problems: ['it is not about a profile'] };
  const { bullets } = answer;
  const written = bullets.map((bullet, at) => writtenUnit(proposal, bullet, `bullet ${at + 1}`));
  const replaced = new Set(bullets.flatMap(({ labels }) => labels));
  const stays = proposal.sight.units.filter((_, at) => !replaced.has(labelAt(at)));
  const units = arrangeUnits([...stays, ...written.map(({ unit }) => unit)]);
  const limit = overLimit(units, policy);
  const problems = [
    ...written.flatMap((one) => one.problems),
    ...(limit === undefined ? [] : [`the whole profile would have ${limit}`]),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, units };
}

function writtenUnit(
  proposal: ProfileProposal,
  { text, labels }: WrittenBullet,
  said: string,
): { readonly unit: FoldedUnit; readonly problems: readonly string[] } {
  const { units } = proposal.sight;
  const bullets = units.filter((_, at) => labels.includes(labelAt(at)));
  const facts = offeredFacts(proposal).filter((_, at) => labels.includes(labelAt(units.length + at)));
  const all = [...bullets.flatMap((unit) => unit.facts), ...facts].sort(compareFacts);
  const places = bullets.flatMap(({ place }) => place ?? []);
  const stood = facts.flatMap(({ id }) => proposal.sight.places.get(id) ?? []);
  const place = Math.min(...(places.length > 0 ? places : stood));
  const unit: FoldedUnit = {
    text: `- ${saidIn({ text })}`,
    isBullet: true,
    facts: all,
    writtenBy: 'auto',
    ...(Number.isFinite(place) ? { place } : {}),
  };
  return { unit, problems: problemsOf({ unit, said }, { bullets, facts }) };
}

/**
 * A bullet that folds nothing new stays as it is, and none may leave out what it stands for: its facts leave recall. Problems
 * quote no text, since a model is told them outside of any fence.
 */
function problemsOf(
  { unit, said }: { readonly unit: FoldedUnit; readonly said: string },
  { bullets, facts }: { readonly bullets: readonly FoldedUnit[]; readonly facts: readonly Memory[] },
): string[] {
  const unsaid = unit.facts.filter(({ summary }) => similarity(saidIn(unit), summary) === 0);
  const rules = unsafeRules(unit);
  return [
    ...(bullets.length === 1 && facts.length === 0 ? [`${said} only rewords a bullet and adds no fact`] : []),
    ...(unsaid.length > 0 ? [`${said} says nothing of ${unsaid.length} of the facts it stands for`] : []),
    ...(rules.length > 0 ? [`${said} does not pass the safety screen: ${rules.join(', ')}`] : []),
  ];
}
