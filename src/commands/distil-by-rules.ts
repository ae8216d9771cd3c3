import type { DistilInput, Distilled } from '../domain/distil.ts';
import { distilSkill } from '../pipeline/distil-skill.ts';
import { declaredTools, isThere } from '../pipeline/skill-commands.ts';
import { skillEvidence } from './skill-evidence.ts';

/**
 * The built-in distiller. Where its text uses commands that this machine and project do not have, since a learning names them, it writes
 * again and only speaks of them.
 */
export function distilByRules(
  desk: Parameters<typeof skillEvidence>[0],
  input: DistilInput,
  project: string,
): Distilled {
  const distilled = distilSkill(input);
  if (distilled.kind !== 'skill') return distilled;
  const evidence = skillEvidence(desk, { input, distilled, project });
  const missing = declaredTools(distilled.document.metadata).filter((name) => !isThere(name, evidence));
  return missing.length > 0 ? distilSkill(input, missing) : distilled;
}
