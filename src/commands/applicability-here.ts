import type { Host } from '../domain/host.ts';
import type { Policy } from '../domain/policy.ts';
import {
  type ApplicabilityMeasure,
  type SkillTexts,
  textsOf,
  wordMeasure,
} from '../pipeline/applicability.ts';
import type { Store } from '../store/store.ts';
import { lexiconOf } from './import-inputs.ts';

/** What applicability is measured with. */
export interface MeasureDesk {
  readonly store: Store;
  readonly host: Host;
  readonly policy: Policy;
  /** Nothing leaves this machine: words have to do. */
  readonly dry: boolean;
}

/** What is measured. */
export interface Measured {
  readonly skills: readonly SkillTexts[];
  /** Prompts that are held against them. */
  readonly queries: readonly string[];
}

/** How well skills apply, by words. */
export const wordsHere = (
  { store, policy }: Omit<MeasureDesk, 'host' | 'dry'>,
  skills: readonly SkillTexts[],
) => wordMeasure(skills, { cut: policy.shadow.minLexicalApplicability, lexicon: lexiconOf(store) });

/** How well skills apply to prompts: by embeddings where the home names a model and it answers, else by words. */
export async function measureHere(desk: MeasureDesk, measured: Measured): Promise<ApplicabilityMeasure> {
  const { embedding } = desk.store.settings.models;
  if (embedding.kind !== 'none' && !desk.dry && measured.skills.length > 0 && measured.queries.length > 0) {
    const { embedTexts } = await import('./embed-texts.ts');
    const texts = [...measured.skills.map(textOfSkill), ...measured.queries];
    const vectors = await embedTexts(desk, embedding, [...new Set(texts)]);
    if (vectors) return vectorMeasure(measured, vectors, desk.policy.shadow.minApplicability);
  }
  return wordsHere(desk, measured.skills);
}

const textOfSkill = (skill: SkillTexts): string => textsOf(skill).join('\n');

function vectorMeasure(
  { skills }: Measured,
  vectors: ReadonlyMap<string, Float32Array>,
  cut: number,
): ApplicabilityMeasure {
  const own = new Map(skills.map((skill) => [skill.slug, vectors.get(textOfSkill(skill))]));
  return {
    cut,
    of: (slug, query) => {
      const [a, b] = [own.get(slug), vectors.get(query)];
      return a && b ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : 0;
    },
  };
}
