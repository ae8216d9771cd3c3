import { fail } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import { everyProject, isLiveSkill, isSkillFor, type Skill } from '../domain/skill.ts';
import { quoteOf } from '../domain/skill-document.ts';
import type { State } from '../domain/state.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import { type FoundSkill, searchSkills } from '../pipeline/search-skills.ts';
import { phrase } from '../pipeline/skill-phrases.ts';
import { currentVersion, sightSources } from '../pipeline/skill-sources.ts';
import { usableText } from '../pipeline/skill-text.ts';
import { noteUsage } from '../store/injected.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { finderOf, findHere } from './here.ts';
import { lexiconOf } from './import-inputs.ts';

/** A skill in one line: its slug, and what it is for. */
export interface SkillAnswer {
  readonly id: string;
  /** Says as well when it is stale. */
  readonly description: string;
  readonly score: number;
  readonly stale?: string;
}

/** A source that the text of a skill cites. */
export interface CitedSource {
  readonly label: string;
  readonly id: string;
  /** What it says; empty for a run, and for what is gone. */
  readonly summary: string;
}

/** A skill that was asked for by its slug. */
export interface FetchedSkill {
  readonly skill: Skill;
  readonly body: string;
  readonly sources: readonly CitedSource[];
  readonly stale?: string;
}

/** The skills of a place, for an agent: found by what is to be done, read by their slug. */
export interface SkillDesk {
  /** Active skills that fit the task, the best first; and how many there are at all. Never a body. */
  search(task: string): Promise<{ readonly found: readonly SkillAnswer[]; readonly active: number }>;
  /** The text of an active skill with its sources. It counts as read, without being a use. */
  fetch(slug: string): Promise<string>;
}

/** Longest description in an answer, in code points. */
const lineLength = 200;

/** Skills of the project at hand, of every project, and of this person. */
export async function skillsHere(input: CommandInput, store: Store): Promise<Skill[]> {
  const { place } = await findHere(input, finderOf(input, store));
  const here = { project: place.project.id, user: place.user };
  return [...store.state().skills.values()].filter((skill) => isSkillFor(skill, here));
}

/** Name of the project of a skill, for people. */
export const projectNameOf = (store: Store, { project }: Skill): string =>
  project === everyProject ? 'every project' : (store.home().projects[project]?.name ?? shortId(project));

const answerOf = ({ skill: { id, description }, score, stale }: FoundSkill): SkillAnswer => {
  const line = quoteOf(description, lineLength);
  return stale === undefined
    ? { id, description: line, score }
    : { id, description: `(stale: ${quoteOf(stale)}) ${line}`, score, stale };
};

/** What the live version of a skill cites, in the order of its labels. */
function sourcesOf({ memories }: State, skill: Skill): CitedSource[] {
  return Object.entries(currentVersion(skill)?.citations ?? {}).map(([label, id]) => ({
    label,
    id,
    summary: memories.get(id)?.summary ?? '',
  }));
}

/** Best effort: on a disk that cannot be written, a skill is read all the same. */
function noteFetched({ host, options }: CommandInput, store: Store, slug: string): void {
  if (options.track === false || hasFlag(options, 'dryRun')) return;
  const at = host.now();
  const id = `u-${hashOf(slug, 'fetched', at, String(host.pid))}`;
  try {
    noteUsage(store.paths, store.home().machineId, [
      { v: 1, id, memoryId: slug, kind: 'fetched', at, by: 'derived', evidence: ['skill fetch'] },
    ]);
  } catch {}
}

/** A live skill of this place by its slug. Notes that it was read. */
export async function fetchSkill(input: CommandInput, store: Store, slug: string): Promise<FetchedSkill> {
  const state = store.state();
  const skill = (await skillsHere(input, store)).find((one) => one.id === slug && isLiveSkill(one));
  const text = skill && usableText(state, skill);
  if (!skill || text === undefined)
    throw fail('skill.unknown', `no active skill is called ${slug}`, 'skill_search names those there are');
  noteFetched(input, store, slug);
  const { stale } = sightSources(state, skill);
  const body = parseSkill(text).document?.body ?? text;
  const fetched = { skill, body, sources: sourcesOf(state, skill) };
  return stale === undefined ? fetched : { ...fetched, stale };
}

/** A skill as an agent reads it: what speaks against it first, with what weight it speaks, the body, and what it cites. */
export function fetchedText({ skill, body, sources, stale }: FetchedSkill): string {
  const cited = sources.map(
    ({ label, id, summary }) => `- [${label}] ${id}${summary === '' ? '' : `: ${summary}`}`,
  );
  return [
    ...(stale === undefined ? [] : [`Stale: ${stale}. Check each step before you follow it.`, '']),
    phrase(skill.role === 'developer' ? 'asDeveloper' : 'asUser'),
    '',
    body,
    ...(cited.length > 0 ? ['', 'Sources:', ...cited] : []),
  ].join('\n');
}

/** The live skills of a place that fit a task. */
export async function searchHere(input: CommandInput, store: Store, task: string) {
  const skills = (await skillsHere(input, store)).filter(isLiveSkill);
  const found = searchSkills(store.state(), skills, { task, lexicon: lexiconOf(store) });
  return { found: found.map(answerOf), active: skills.length };
}

/** The active skills of the project at hand and of this user. */
export function openSkillDesk(input: CommandInput, toRead: () => Promise<Store>): SkillDesk {
  return {
    search: async (task) => searchHere(input, await toRead(), task),
    fetch: async (slug) => fetchedText(await fetchSkill(input, await toRead(), slug)),
  };
}
