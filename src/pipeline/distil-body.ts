import { notWhenTitle, skillSections } from './skill-body.ts';
import { phrase } from './skill-phrases.ts';
import { cite, fewestSteps, type SkillUnits, type Unit } from './skill-units.ts';

/** What the body of a skill is written from. Lines of "When to use" stand as they are. */
export interface BodyParts extends SkillUnits {
  readonly when: readonly string[];
  /** What ends "When to use"; nothing is written when there are none. */
  readonly notWhen: readonly string[];
  /** What stands under Pitfalls when there are none. */
  readonly noPitfall: Unit;
}

const bullets = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);

/** The body of a skill: four sections, each once, in order, none empty. */
export function writeBody({ when, notWhen, steps, pitfalls, noPitfall, checks }: BodyParts): string {
  const [use, procedure, trouble, verification] = skillSections;
  const not = notWhen.length > 0 ? ['', `**${notWhenTitle}**`, '', ...bullets(notWhen)] : [];
  return [
    ...[`## ${use}`, '', ...bullets(when), ...not, ''],
    ...[`## ${procedure}`, '', ...steps.map((unit, at) => `${at + 1}. ${cite(unit)}`), ''],
    ...[`## ${trouble}`, '', ...bullets((pitfalls.length > 0 ? pitfalls : [noPitfall]).map(cite)), ''],
    ...[`## ${verification}`, '', ...bullets(checks.length > 0 ? checks.map(cite) : [phrase('noCheck')])],
  ].join('\n');
}

/** Longest step or pitfall once room is short, in code points. */
const shortUnit = 200;

/** The first sentences of a text, as far as they fit. */
function shortened(unit: Unit): Unit {
  if ([...unit.text].length <= shortUnit) return unit;
  const sentences = unit.text.match(/[\s\S]*?(?:[.!?](?=\s|$)|[。！？]|$)/g) ?? [];
  let text = '';
  for (const one of sentences) {
    if (text !== '' && [...text, ...one].length > shortUnit) break;
    text += one;
  }
  return { ...unit, text: text.trim() || unit.text };
}

/** A body that fits, and the labels of what was left out for it. */
export interface FittedBody {
  readonly body: string;
  readonly left: readonly string[];
}

/**
 * The longest body that `fits`: long units are cut to their first sentences, then the least supported steps and pitfalls go, one after
 * the other. `finish` makes the final text, with what a person wrote into it.
 */
export function fitBody(
  parts: BodyParts,
  { finish, fits }: { finish(body: string): string; fits(body: string): boolean },
): FittedBody {
  const whole = finish(writeBody(parts));
  if (fits(whole)) return { body: whole, left: [] };
  let { steps, pitfalls } = { steps: parts.steps.map(shortened), pitfalls: parts.pitfalls.map(shortened) };
  const left: string[] = [];
  for (;;) {
    const body = finish(writeBody({ ...parts, steps, pitfalls }));
    const gone = fits(body) ? undefined : leastOf(steps, pitfalls);
    if (gone === undefined) return { body, left };
    left.push(...gone.labels);
    steps = steps.filter((unit) => unit !== gone);
    pitfalls = pitfalls.filter((unit) => unit !== gone);
  }
}

/** The least supported unit that can be spared; of equals the last. */
function leastOf(steps: readonly Unit[], pitfalls: readonly Unit[]): Unit | undefined {
  const spare = [...(steps.length > fewestSteps ? steps : []), ...(pitfalls.length > 1 ? pitfalls : [])];
  return spare.reduce<Unit | undefined>(
    (least, unit) => (least === undefined || unit.weight <= least.weight ? unit : least),
    undefined,
  );
}
