import type { RunDigest } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import type { SkillTexts } from './applicability.ts';
import { parseSkill } from './parse-skill.ts';
import { currentVersion } from './skill-sources.ts';
import { usableText } from './skill-text.ts';

/** The key of the metadata that says when a skill may be used. */
const preconditionsKey = 'hebb-preconditions';

/** Prompts that a skill is known by at most. */
const mostQueries = 8;

/** Runs that the version of a skill was made from: its own sources, or those in which its learnings were learned. */
function sourceRuns({ memories }: State, skill: Skill): string[] {
  return (currentVersion(skill)?.sources ?? []).flatMap((id) => {
    const memory = memories.get(id);
    return memory ? memory.provenance.flatMap(({ runId }) => runId ?? []) : [id];
  });
}

/** What some skills are known by before they are read: name, description, preconditions, and the prompts that they were made from. */
export function skillTexts(
  state: State,
  skills: readonly Skill[],
  runs: readonly Pick<RunDigest, 'id' | 'query'>[],
): SkillTexts[] {
  const sources = new Map(skills.map((skill) => [skill.id, sourceRuns(state, skill)]));
  const wanted = new Set([...sources.values()].flat());
  const queries = new Map(runs.filter(({ id }) => wanted.has(id)).map(({ id, query }) => [id, query]));
  return skills.map((skill) => ({
    slug: skill.id,
    description: skill.description,
    preconditions: parseSkill(usableText(state, skill) ?? '').document?.metadata[preconditionsKey] ?? '',
    queries: [...new Set((sources.get(skill.id) ?? []).flatMap((id) => queries.get(id) ?? []))].slice(
      0,
      mostQueries,
    ),
  }));
}
