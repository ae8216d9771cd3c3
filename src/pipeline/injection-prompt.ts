import { givenOf, type InjectionLine, type Seen } from '../domain/injection.ts';
import type { InjectPolicy } from '../domain/policy.ts';
import type { RecallItem } from '../domain/recall.ts';
import type { PartInput } from './injection-budget.ts';
import { isMemoryNear, isNear, type MemoryNearness } from './injection-floor.ts';
import { listLine, memoryLength, skillLine } from './injection-lines.ts';
import type { NearSkill } from './injection-skills.ts';
import { injectionText } from './injection-words.ts';

/** At most so many memories, and so many skills, with one prompt (spec 4). */
export const promptLimit = 5;
/** At most so many whole skills with one prompt (spec 4). */
const bodyLimit = 2;

/** A memory and how near it is to the prompt. */
export interface NearMemory extends MemoryNearness {
  readonly item: RecallItem;
}

/** What the block of a prompt is chosen from, and what is asked of each thing. */
export interface PromptInput {
  /** Best first. */
  readonly memories: readonly NearMemory[];
  /** Live skills of this project and person, without secrets, best first. */
  readonly skills: readonly NearSkill[];
  readonly policy: InjectPolicy;
  readonly seen: Seen;
  /** Ids as the memories are called today, of what a skill was made from. */
  currentIds(ids: readonly string[]): readonly string[];
  /** Text of a skill, without secrets; undefined where it has none. */
  bodyOf(slug: string): string | undefined;
  /** Whether a memory names a file of the project that is no longer there. */
  isStale(item: RecallItem): boolean;
  /** Whether the project's instruction files say this already. */
  isKnown(text: string): boolean;
}

/**
 * The parts of the block of a prompt. A skill stands for what it was made from: such a memory is left out beside it, and a skill that
 * does not say what it was made from is left out itself, since then nobody could tell.
 */
export function promptParts(input: PromptInput): PartInput[] {
  const { policy } = input;
  const near = input.skills.filter(
    (one) => isNear(one, policy.skillMinSimilarity) && one.skill.sources !== undefined,
  );
  const bodies = chooseBodies(input, near);
  const suggested = chooseSkills(input, near, bodies);
  const shown = new Set([...bodies, ...suggested].map(({ id }) => id));
  const sources = near
    .filter(({ skill }) => shown.has(skill.slug))
    .flatMap(({ skill }) => skill.sources ?? []);
  const compiled = new Set([...sources, ...input.currentIds(sources)]);
  return [
    { part: 'memories', share: 0.6, lines: policy.memories ? chooseMemories(input, compiled) : [] },
    { part: 'suggestions', share: 0.3, lines: suggested },
    { part: 'bodies', share: 0, lines: bodies },
  ];
}

/** Whole skills, of those that speak as the person; each as it stands or not at all. */
function chooseBodies({ policy, seen, bodyOf }: PromptInput, near: readonly NearSkill[]): InjectionLine[] {
  return near
    .filter(({ skill }) => skill.role === 'user')
    .flatMap(({ skill }) => {
      const text = bodyOf(skill.slug)?.trim();
      return text ? [{ id: skill.slug, text: `[${skill.slug}]\n${text}` }] : [];
    })
    .filter((line) => !seen.has(givenOf('bodies', line)))
    .slice(0, Math.min(bodyLimit, policy.skillBodies));
}

/** One line each: first those that a person gave role developer, then by nearness. */
function chooseSkills(
  { policy, seen }: PromptInput,
  near: readonly NearSkill[],
  bodies: readonly InjectionLine[],
): InjectionLine[] {
  if (!policy.suggestions) return [];
  const whole = new Set(bodies.map(({ id }) => id));
  return near
    .filter(({ skill }) => !whole.has(skill.slug))
    .sort((a, b) => Number(b.skill.role === 'developer') - Number(a.skill.role === 'developer'))
    .map(({ skill }) => skillLine(skill))
    .filter((line) => !seen.has(givenOf('suggestions', line)))
    .slice(0, promptLimit);
}

function chooseMemories(input: PromptInput, compiled: ReadonlySet<string>): InjectionLine[] {
  const { policy, seen, isStale, isKnown } = input;
  const isTold = ({ promotedTo }: RecallItem): boolean => promotedTo !== undefined && seen.hasId(promotedTo);
  const chosen: InjectionLine[] = [];
  for (const memory of input.memories) {
    if (chosen.length === promptLimit) break;
    const { item } = memory;
    if (!isMemoryNear(memory, policy) || compiled.has(item.id) || isTold(item)) continue;
    const line = memoryLine(item);
    if (seen.has(givenOf('memories', line)) || isKnown(item.summary) || isStale(item)) continue;
    chosen.push(line);
  }
  return chosen;
}

/** What a memory says, with what it observed where there is room, and its id, by which a session can cite it. */
function memoryLine({ id, summary, observations, branch }: RecallItem): InjectionLine {
  const told = observations.filter((text) => !summary.includes(text));
  const only = branch === undefined ? '' : `${injectionText('branch', { branch })} `;
  const text = only + [summary, ...told].join('; ');
  const tail = ` (${id})`;
  const line = listLine(id, text, memoryLength - tail.length);
  return { id, text: `${line.text}${tail}` };
}
