import { fail } from '../domain/failure.ts';
import { isLiveSkill, type Skill } from '../domain/skill.ts';
import type { Store } from '../store/store.ts';
import { similarity } from '../text/similarity.ts';
import type { CommandInput } from './command.ts';
import { finderOf, findHere } from './here.ts';

/** The skills of a place, for an agent: found by what is to be done, read by their slug. */
export interface SkillDesk {
  /** Active skills that have something in common with the task, the nearest first; and how many there are at all. */
  search(task: string): Promise<{ readonly found: readonly Skill[]; readonly active: number }>;
  /** The text of an active skill. */
  fetch(slug: string): Promise<string>;
}

/** The active skills of the project at hand and of this user. */
export function openSkillDesk(input: CommandInput, toRead: () => Promise<Store>): SkillDesk {
  const active = async (store: Store): Promise<Skill[]> => {
    const { place } = await findHere(input, finderOf(input, store));
    return [...store.state().skills.values()].filter(
      (skill) =>
        isLiveSkill(skill) &&
        skill.project === place.project.id &&
        (skill.user === undefined || skill.user === place.user),
    );
  };
  return {
    search: async (task) => {
      const skills = await active(await toRead());
      const found = skills
        .map((skill) => ({ skill, score: similarity(task, saidOf(skill)) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.skill.id < b.skill.id ? -1 : 1))
        .map(({ skill }) => skill);
      return { found, active: skills.length };
    },
    fetch: async (slug) => {
      const store = await toRead();
      const skill = (await active(store)).find(({ id }) => id === slug);
      const text = skill && store.state().documents.get(`skills/${skill.id}/SKILL.md`);
      if (text === undefined)
        throw fail(
          'skill.unknown',
          `no active skill is called ${slug}`,
          'skill_search names those there are',
        );
      return text;
    },
  };
}

const saidOf = ({ id, description, patterns }: Skill): string =>
  [id.replaceAll('-', ' '), description, ...patterns].join('\n');
