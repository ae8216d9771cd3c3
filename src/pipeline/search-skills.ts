import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { profileText, similarityOf, type TextProfile } from '../text/similarity.ts';
import { defaultLexicon, type Lexicon } from '../text/synonyms.ts';
import { rootPattern } from './plan-patterns.ts';
import { sightSources } from './skill-sources.ts';

/** A skill that may fit a task. */
export interface FoundSkill {
  readonly skill: Skill;
  /** 0..1. */
  readonly score: number;
  /** Why it is stale, when it is. */
  readonly stale?: string;
}

/**
 * What the parts of a score weigh: how much of the task the skill speaks of at all, how alike both are, and how alike the task and its best
 * name are (slug, kinds of work, their aliases). Chosen with `fits` on 30 tasks put to 22 public skills, docs/skills.md.
 */
const weights = { covered: 0.5, alike: 0.25, named: 0.25 } as const;

/** Below this nothing fits. */
const fits = 0.35;

/** What a skill is called: its slug, and the kinds of work that it covers under all their names. */
function namesOf({ patterns }: State, skill: Skill): string[] {
  const roots = skill.patterns.flatMap((id) => rootPattern(patterns, id) ?? []);
  const own = skill.patterns.flatMap((id) => patterns.get(id) ?? []);
  const labels = [...roots, ...own].flatMap(({ label, aliases }) => [label, ...aliases]);
  return [...new Set([skill.id.replaceAll('-', ' '), ...labels])];
}

/** Share of a task, by weight of its words, that a text speaks of. */
function coveredBy(task: TextProfile, text: TextProfile): number {
  const said = new Set(text.terms);
  return task.terms.reduce((sum, term, at) => sum + (said.has(term) ? (task.weights[at] ?? 0) ** 2 : 0), 0);
}

function scoreOf(
  state: State,
  skill: Skill,
  { task, lexicon }: { task: TextProfile; lexicon: Lexicon },
): number {
  const names = namesOf(state, skill);
  const text = profileText([...names, skill.description].join('\n'), lexicon);
  const named = Math.max(...names.map((name) => similarityOf(task, profileText(name, lexicon))));
  if (named === 1) return 1;
  return (
    weights.covered * coveredBy(task, text) + weights.alike * similarityOf(task, text) + weights.named * named
  );
}

/** Of some skills those that fit a task, the best first; it says at once which of them are stale. */
export function searchSkills(
  state: State,
  skills: readonly Skill[],
  { task, lexicon = defaultLexicon }: { readonly task: string; readonly lexicon?: Lexicon | undefined },
): FoundSkill[] {
  const asked = { task: profileText(task, lexicon), lexicon };
  return skills
    .map((skill) => ({ skill, score: scoreOf(state, skill, asked) }))
    .filter(({ score }) => score >= fits)
    .sort((a, b) => b.score - a.score || (a.skill.id < b.skill.id ? -1 : 1))
    .map((found) => {
      const { stale } = sightSources(state, found.skill);
      return stale === undefined ? found : { ...found, stale };
    });
}
