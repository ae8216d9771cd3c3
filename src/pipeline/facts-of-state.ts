import { coreLinesOf } from '../domain/core-lines.ts';
import type { HomeFacts } from '../domain/injection.ts';
import { isLiveSkill, isSkillFor } from '../domain/skill.ts';
import { skillLineOf } from '../domain/skill-line.ts';
import { isOpenReview, type State } from '../domain/state.ts';
import { ownerOf } from './recall-item.ts';

/** What a session begins with, from records instead of files: also in the middle of a run, whose files are not written yet. */
export function factsOfState(
  state: State,
  who: { readonly project: string; readonly user: string },
  base = '',
): HomeFacts {
  const skills = [...state.skills.values()];
  return {
    base,
    profile: profileOf(state, who.user),
    core: coreLinesOf(state.core, () => ownersOfPromoted(state)),
    skills: skills
      .filter(isLiveSkill)
      .filter((skill) => isSkillFor(skill, who))
      .flatMap((skill) => skillLineOf({ ...skill })),
    openReviews: [...state.reviews.values()].filter(isOpenReview).length,
    waitingSkills: skills.filter(({ status }) => status === 'candidate').length,
  };
}

function profileOf({ profiles, documents }: State, user: string): string {
  const own = [...profiles.values()].find((profile) => profile.user === user);
  return (own && documents.get(`profiles/${own.id}/profile.md`)) ?? '';
}

const ownersOfPromoted = ({ memories }: State): Map<string, string> =>
  new Map(
    [...memories.values()].flatMap((memory) =>
      memory.promotedTo === undefined ? [] : [[memory.promotedTo, ownerOf(memory)]],
    ),
  );
