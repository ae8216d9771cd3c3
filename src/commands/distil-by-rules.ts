import type { DistilInput, Distilled } from '../domain/distil.ts';
import { distilWithin } from '../pipeline/distil-within.ts';
import { skillEvidence } from './skill-evidence.ts';

/** The built-in distiller, held against the commands that this machine and project have. */
export const distilByRules = (
  desk: Parameters<typeof skillEvidence>[0],
  input: DistilInput,
  project: string,
): Distilled => distilWithin(input, (distilled) => skillEvidence(desk, { input, distilled, project }));
