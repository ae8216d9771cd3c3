import * as fs from 'node:fs';
import { join } from 'node:path';
import { coreLinesOf } from '../domain/core-lines.ts';
import type { HomeFacts, SkillLine } from '../domain/injection.ts';
import { compact, type Dict, dictAt, isDict, numberAt, stringAt } from '../domain/json.ts';
import { isSkillFor } from '../domain/skill.ts';
import { skillLineOf } from '../domain/skill-line.ts';
import type { Paths } from './paths.ts';
import { namesIn, readDict, readIfThere } from './reading.ts';

/**
 * What hooks need of a home, read from its small files as they lie there: a hook cannot wait for a store to be opened. What a crash left
 * in the journal alone is seen after the next command; what cannot be read says nothing.
 */
export function readHomeFacts(
  paths: Paths,
  who: { readonly project: string; readonly user: string },
): HomeFacts {
  const core = readDict(paths.core);
  return compact({
    base: readIfThere(join(paths.home, 'base.md')) ?? '',
    profile: readProfile(paths, who.user),
    core: coreLinesOf(core, () => ownersOfPromoted(paths)),
    skills: readLiveSkills(paths, who),
    openReviews: countOpenReviews(paths),
    waitingSkills: readSkills(paths).filter(({ status }) => status === 'candidate').length,
    lastRunAt: stringAt(readDict(paths.state), 'lastRunAt'),
  });
}

/** What core memory says of itself. */
export interface CoreHead {
  /** When memories were last consolidated, ISO: the moment as of which they are ranked. */
  readonly lastConsolidation?: string;
  /** Settings over those of `config.yaml`. */
  readonly memoryConfig?: Dict;
}

/** The head of core memory. */
export function readCoreHead(paths: Paths): CoreHead {
  const core = readDict(paths.core);
  return compact({
    lastConsolidation: stringAt(core, 'lastConsolidation'),
    memoryConfig: dictAt(core, 'memoryConfig'),
  });
}

/** What of `state.json` a block is made with. */
export interface HomeKeys {
  readonly secret: string;
  readonly machineId: string;
  readonly installedAt: string;
}

/** The keys of a home; undefined where hebb never wrote. */
export function readHomeKeys(paths: Paths): HomeKeys | undefined {
  const state = readDict(paths.state);
  const [secret, machineId, installedAt] = ['secret', 'machineId', 'installedAt'].map((key) =>
    stringAt(state, key),
  );
  return secret && machineId && installedAt ? { secret, machineId, installedAt } : undefined;
}

/** Live skills of a project and person. */
export const readLiveSkills = (
  paths: Paths,
  place: { readonly project: string; readonly user: string },
): SkillLine[] =>
  readSkills(paths)
    .filter(isLive)
    .flatMap(skillLineOf)
    .filter((skill) => isSkillFor(skill, place));

/** The text of a skill, without its front matter; undefined where there is none. */
export const readSkillBody = (paths: Paths, slug: string): string | undefined =>
  readIfThere(join(paths.home, 'skills', slug, 'SKILL.md'))?.replace(/^---\n[\s\S]*?\n---\n/, '');

/** The version of a skill that its text is; undefined where there is none. */
export const readSkillVersion = (paths: Paths, slug: string): number | undefined =>
  numberAt(readDict(join(paths.home, 'skills', slug, 'skill.json')), 'version');

const readSkills = (paths: Paths): Dict[] =>
  namesIn(join(paths.home, 'skills')).map((slug) => readDict(join(paths.home, 'skills', slug, 'skill.json')));

const isLive = (skill: Dict): boolean => skill.status === 'active';

function readProfile(paths: Paths, user: string): string {
  const folder = join(paths.home, 'profiles');
  const own = namesIn(folder).find((name) => readDict(join(folder, name, 'profile.json')).user === user);
  return own === undefined ? '' : (readIfThere(join(folder, own, 'profile.md')) ?? '');
}

function countOpenReviews(paths: Paths): number {
  const lines = (readIfThere(paths.reviews) ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => !line.includes('"decision":')).length;
}

const promotedKey = Buffer.from('"promotedTo"');

/** Owner of each entry of core memory that was promoted. Few memories are: only their lines are parsed. */
function ownersOfPromoted(paths: Paths): Map<string, string> {
  const owners = new Map<string, string>();
  for (const folder of namesIn(paths.memories))
    for (const name of namesIn(join(paths.memories, folder)).filter((file) => file.endsWith('.jsonl')))
      for (const memory of promotedIn(fs.readFileSync(join(paths.memories, folder, name)))) {
        const target = stringAt(memory, 'promotedTo');
        if (target !== undefined) owners.set(target, ownerOf(memory));
      }
  return owners;
}

function promotedIn(bytes: Buffer): Dict[] {
  const found: Dict[] = [];
  for (let at = bytes.indexOf(promotedKey); at >= 0; ) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(bytes.lastIndexOf(10, at) + 1, end < 0 ? bytes.length : end);
    try {
      const value: unknown = JSON.parse(line.toString('utf8'));
      if (isDict(value)) found.push(value);
    } catch {}
    at = end < 0 ? -1 : bytes.indexOf(promotedKey, end);
  }
  return found;
}

function ownerOf(memory: Dict): string {
  if (memory.scope === 'global') return 'global';
  return memory.scope === 'user' ? `user:${String(memory.user)}` : `project:${String(memory.project)}`;
}
