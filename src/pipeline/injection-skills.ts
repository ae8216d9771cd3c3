import type { SkillLine } from '../domain/injection.ts';
import type { StrengthPolicy } from '../domain/policy.ts';
import type { IndexEntry } from '../domain/recall.ts';
import type { Nearness } from './injection-floor.ts';
import { createMemoryIndex } from './memory-index.ts';
import { rankRecall } from './rank-recall.ts';

/** A skill and how near it is to a prompt. */
export interface NearSkill extends Nearness {
  readonly skill: SkillLine;
}

const anyTime = '1970-01-01T00:00:00.000Z';

/** A skill as a document of an index; it neither fades nor is it doubted. */
function entryOf({ slug, description, patterns }: SkillLine): IndexEntry {
  const called = slug.replaceAll('-', ' ');
  const item = {
    id: slug,
    name: slug,
    entityType: 'skill',
    summary: description,
    observations: [called, ...patterns],
    scope: 'global' as const,
    owner: 'global',
    base: 1,
    decayRate: 0,
    anchoredAt: anyTime,
    trust: 1,
    discoveredAt: anyTime,
    citations: [],
    pinned: false,
    critical: false,
  };
  return { item, text: [description, called, ...patterns].join('\n'), aliases: [] };
}

/** The skills by their nearness to a prompt, in the measure of recall: by name, description and kinds of work, never by the body. */
export function rankSkills(
  skills: readonly SkillLine[],
  prompt: string,
  strength: StrengthPolicy,
): NearSkill[] {
  if (skills.length === 0) return [];
  const index = createMemoryIndex(skills.map(entryOf), { relations: [], edges: [] });
  const bySlug = new Map(skills.map((skill) => [skill.slug, skill]));
  const context = { owners: ['global'], now: anyTime, limit: skills.length, strength };
  return rankRecall(index, prompt, context)
    .flatMap(({ item, similarity, why }) => {
      const skill = bySlug.get(item.id);
      return skill ? [{ skill, similarity, words: why.words.length }] : [];
    })
    .sort((a, b) => b.similarity - a.similarity || (a.skill.slug < b.skill.slug ? -1 : 1));
}
