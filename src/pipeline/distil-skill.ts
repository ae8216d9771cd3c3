import type { DistilInput, Distilled } from '../domain/distil.ts';
import { isAction, normalizeLabel } from '../text/captions.ts';
import { captionOf } from '../text/key-phrase.ts';
import { foldCase } from '../text/normalize.ts';
import { isPrivate } from '../text/private-values.ts';
import { ownSentences } from '../text/sentences.ts';
import { assembleSkill, type Said, sourceEvidence } from './distil-document.ts';
import { type Generalising, generaliseUnits, sourceRunsOf, tamed, withoutValues } from './distil-general.ts';
import { unitsFor } from './distil-units.ts';
import { leakedLiterals } from './skill-literals.ts';
import { phrase, verbFollowers } from './skill-phrases.ts';
import { fewestSteps, type SkillUnits, type Unit } from './skill-units.ts';
import { validateSkill } from './validate-skill.ts';

/** Examples that a skill names for its occasion. */
const mostExamples = 3;

/** Longest example of an ask, in code points. */
const longestExample = 90;

/**
 * Writes a skill without a model: when to use it from the prompts, steps from learnings and from the common way of successful
 * runs, pitfalls as symptom, cause and fix, and the checks that ended those runs. Values of single sessions are taken out.
 * `missing` names commands that are not there, as the first attempt showed: they are spoken of, not used.
 */
export function distilSkill(input: DistilInput, missing: readonly string[] = []): Distilled {
  const context = { runs: sourceRunsOf(input), missing };
  const gathered = unitsFor(input);
  const { units, left } = generalise(gathered, context);
  if (units.steps.length < fewestSteps) {
    const reasons = [...gathered.left, ...left];
    const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
    return { kind: 'insufficient', reason: `${units.steps.length} of ${fewestSteps} steps are known${why}` };
  }
  return checked(
    input,
    assembleSkill(input, saidOf(input, units, { ...context, left: [...gathered.left, ...left] })),
  );
}

/** A text that breaks a rule by its sources alone is none. Whether its commands are there, only the machine tells. */
function checked(input: DistilInput, distilled: Distilled): Distilled {
  if (distilled.kind !== 'skill') return distilled;
  const problems = validateSkill(distilled.document, sourceEvidence(input, distilled.citations));
  const reasons = problems
    .filter(({ rule }) => rule !== 'tool.missing')
    .map(({ rule, text }) => `${rule}: ${text}`);
  return reasons.length > 0 ? { kind: 'insufficient', reason: reasons.join('; ') } : distilled;
}

function generalise(units: SkillUnits, context: Generalising): { units: SkillUnits; left: string[] } {
  const [steps, pitfalls, checks] = [units.steps, units.pitfalls, units.checks].map((list) =>
    generaliseUnits(list, context),
  );
  return {
    units: { steps: steps?.units ?? [], pitfalls: pitfalls?.units ?? [], checks: checks?.units ?? [] },
    left: [steps, pitfalls, checks].flatMap((one) => one?.left ?? []),
  };
}

function saidOf(
  input: DistilInput,
  units: SkillUnits,
  { left, ...context }: Generalising & { readonly left: readonly string[] },
): Said {
  const examples = examplesOf(input, context);
  const occasion = occasionOf(input, context);
  const list = examples.map((one) => `“${one}”`).join('; ');
  const asked = examples.length > 0 ? [phrase('asked', { list })] : [];
  return {
    ...units,
    description: phrase('description', {
      occasion,
      examples: list === '' ? '' : phrase('examples', { list }),
    }),
    when: [phrase('useWhen', { occasion }), ...asked],
    notWhen: input.fromBehaviour ? notWhen(units) : [],
    noPitfall: noPitfall(input),
    left,
    mayShrink: true,
  };
}

const notWhen = ({ pitfalls }: SkillUnits): string[] => [
  phrase('notSame'),
  ...(pitfalls.length > 0 ? [phrase('notAfter')] : []),
];

/** How people asked, in their words: the first sentence of each prompt that says more than the caption; `…` for a value of its session. */
function examplesOf(input: DistilInput, { runs, missing }: Generalising): string[] {
  const asks = [...input.successes, ...input.failures].flatMap(
    ({ what }) => ownSentences(what.query)[0] ?? [],
  );
  const usable = asks.flatMap((ask) => {
    const said = gapped(
      tamed(ask, missing)
        .replace(/[.!?。！？]+$/u, '')
        .replace(/["“”`]/g, '')
        .trim(),
      runs,
    );
    return said !== undefined && captionOf(said) !== undefined && !isPrivate(said) ? [said] : [];
  });
  const fitting = usable.filter((ask) => [...ask].length <= longestExample);
  const distinct = new Map(fitting.map((ask) => [captionOf(ask), ask]));
  distinct.delete(normalizeLabel(input.caption));
  return [...distinct.values()].slice(0, mostExamples);
}

/** A text with `…` where it holds a value of a run. */
function gapped(text: string, runs: Generalising['runs']): string | undefined {
  const general = leakedLiterals(text, runs).reduce(
    (rest, literal) => rest.replaceAll(literal.trim(), phrase('gap')),
    text,
  );
  return leakedLiterals(general, runs).length === 0 ? general : undefined;
}

/** A caption that begins with a verb is asked for; any other names the work. */
function occasionOf({ caption: label, isSequence }: DistilInput, { runs, missing }: Generalising): string {
  const tame = tamed(label, missing).replace(/[`"“”]/g, '');
  const caption = withoutValues(tame, runs) ?? phrase('value');
  if (isSequence) return phrase('occasionSequence', { caption });
  const [first = '', second = ''] = foldCase(caption).split(' ');
  const isVerb = (isAction(first) && !first.endsWith('ing')) || verbFollowers.has(second);
  return phrase(isVerb ? 'occasionVerb' : 'occasionNoun', { caption });
}

/** What stands under Pitfalls when none is known. */
export function noPitfall({ learnings, successes }: DistilInput): Unit {
  const [one] = successes.length > 0 ? successes : learnings;
  const [number, noun] = successes.length > 0 ? [successes.length, 'run'] : [learnings.length, 'learning'];
  const count = `${number} ${noun}${number === 1 ? '' : 's'}`;
  return { text: phrase('noPitfall', { count }), labels: one ? [one.label] : [], weight: 0 };
}
