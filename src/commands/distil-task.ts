import type { Cited, DistilInput, Distilled, DistilledSkill } from '../domain/distil.ts';
import type { Host } from '../domain/host.ts';
import type { SkillVersion } from '../domain/skill.ts';
import type { SkillProblem } from '../domain/skill-document.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import { skillPath, versionPath } from '../pipeline/plan-skill-version.ts';
import { isOwnAction } from '../pipeline/skills-due.ts';
import { validateSkill } from '../pipeline/validate-skill.ts';
import type { Store } from '../store/store.ts';
import { distilByRules } from './distil-by-rules.ts';
import { skillEvidence } from './skill-evidence.ts';

/** A text to be written. */
export interface DistilTask {
  readonly input: DistilInput;
  /** Every rule that a text breaks, held against its sources, the machine and the project. */
  problemsOf(distilled: DistilledSkill): readonly SkillProblem[];
  /** What the built-in distiller answers. */
  byRules(): Distilled;
}

/** What texts are written with. */
export interface DistilDesk {
  readonly store: Store;
  readonly host: Host;
  /** Writes the text of a skill; the built-in distiller unless a model is configured. */
  distil?(task: DistilTask): Promise<Distilled>;
}

/** A text that passed every rule, or every reason why there is none. */
export type DistilOutcome =
  | { readonly kind: 'written'; readonly distilled: DistilledSkill }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** Writes a skill of a project and judges it. */
export async function distilFor(
  desk: DistilDesk,
  input: DistilInput,
  project: string,
): Promise<DistilOutcome> {
  const task: DistilTask = {
    input,
    problemsOf: (distilled) =>
      validateSkill(distilled.document, skillEvidence(desk, { input, distilled, project })),
    byRules: () => distilByRules(desk, input, project),
  };
  const distilled = desk.distil ? await desk.distil(task) : task.byRules();
  const notes = distilled.notes ?? [];
  if (distilled.kind === 'insufficient') return { kind: 'refused', reasons: [distilled.reason, ...notes] };
  if (distilled.kind === 'refused') return { kind: 'refused', reasons: [...distilled.reasons, ...notes] };
  const problems = task.problemsOf(distilled);
  return problems.length > 0
    ? { kind: 'refused', reasons: [...problems.map(({ rule, text }) => `${rule}: ${text}`), ...notes] }
    : { kind: 'written', distilled };
}

/** What stands of a skill, and what a person wrote into it, for the text that takes its place. */
export function standingTexts(
  state: State,
  slug: string,
  versions: readonly SkillVersion[],
): Pick<DistilInput, 'prior' | 'written' | 'writtenBy' | 'priorCitations'> {
  const prior = parseSkill(state.documents.get(skillPath(slug)) ?? '').document;
  const own = versions.findLast(({ action }) => isOwnAction(action));
  const written = own && parseSkill(state.documents.get(versionPath(slug, own.version)) ?? '').document;
  const edit = versions.findLast(({ action }) => action === 'edit');
  return {
    ...(prior ? { prior } : {}),
    ...(written ? { written } : {}),
    ...(own ? { priorCitations: own.citations } : {}),
    ...(edit ? { writtenBy: { label: 'L0', id: `${slug}@${edit.version}` } } : {}),
  };
}

/** Labels by which a text cites: `L1`, `L2`, … */
export const labelled =
  (letter: 'L' | 'E' | 'R', from = 1) =>
  <T>(what: T, at: number): Cited<T> => ({ label: `${letter}${at + from}`, what });
