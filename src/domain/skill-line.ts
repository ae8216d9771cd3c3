import type { SkillLine } from './injection.ts';
import { compact, type Dict, dictsAt, stringAt, stringsAt } from './json.ts';

/** A skill's record as injection sees it; none for a record that is damaged. */
export function skillLineOf(skill: Dict): SkillLine[] {
  const [slug, description, project] = ['id', 'description', 'project'].map((key) => stringAt(skill, key));
  if (slug === undefined || description === undefined || project === undefined) return [];
  return [
    compact({
      slug,
      description,
      project,
      user: stringAt(skill, 'user'),
      role: skill.role === 'user' ? ('user' as const) : ('developer' as const),
      patterns: stringsAt(skill, 'patterns'),
      sources: sourcesOf(skill),
    }),
  ];
}

/** What the live version was made from; unknown for a skill of this home that does not say. */
function sourcesOf(skill: Dict): string[] | undefined {
  if (skill.source === 'imported' || skill.source === 'team') return [];
  const live = dictsAt(skill, 'versions').find(({ version }) => version === skill.version);
  const sources = live ? stringsAt(live, 'sources') : [];
  return sources.length > 0 ? sources : undefined;
}
