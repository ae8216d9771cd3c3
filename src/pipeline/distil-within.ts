import type { DistilInput, Distilled, DistilledSkill } from '../domain/distil.ts';
import type { SkillEvidence } from '../domain/skill-document.ts';
import { distilSkill } from './distil-skill.ts';
import { declaredTools, isThere } from './skill-commands.ts';

/**
 * The built-in distiller, held against what is there: where its text uses commands that nothing shows to be there, it writes again and only
 * speaks of them. What it then cites may show fewer commands, so it is asked until none is missing; the list grows each time, so that ends.
 */
export function distilWithin(
  input: DistilInput,
  evidenceOf: (distilled: DistilledSkill) => SkillEvidence,
): Distilled {
  const missing: string[] = [];
  for (;;) {
    const distilled = distilSkill(input, missing);
    if (distilled.kind !== 'skill') return distilled;
    const evidence = evidenceOf(distilled);
    const fresh = declaredTools(distilled.document.metadata).filter(
      (name) => !isThere(name, evidence) && !missing.includes(name),
    );
    if (fresh.length === 0) return distilled;
    missing.push(...fresh);
  }
}
