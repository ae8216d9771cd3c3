import { isOwnTool } from '../domain/own-agent.ts';
import type { Run, SkillInContext, Step } from '../domain/run.ts';
import { isSkillFor, type Skill } from '../domain/skill.ts';

/** A whole skill that a hook gave to a session. */
export interface GivenSkill {
  readonly slug: string;
  readonly version: number;
  readonly at: string;
}

/** What is known of the skills that a run may have had in context. */
export interface SkillContext {
  readonly skills: ReadonlyMap<string, Skill>;
  /** Whole skills that hooks gave to the session of the run. */
  readonly given: readonly GivenSkill[];
  /** When each known run of the session began, ISO 8601. */
  readonly starts: readonly string[];
}

/** A hook runs while its prompt is sent: the clocks of both differ by less than this. */
const sameMomentMs = 30_000;

/**
 * Skills of this home that arrived whole in a run: opened by the client's own tool, fetched through hebb, or given by a hook with the
 * prompt. One that only stood in a list did not arrive. Each once, as it came first.
 */
export function skillsInContext(
  run: Pick<Run, 'steps' | 'createdAt' | 'project' | 'user'>,
  context: SkillContext,
): SkillInContext[] {
  const arrived = [...injected(run, context), ...run.steps.flatMap((step) => openedBy(step, context))];
  const own = arrived.filter(({ slug }) => isOwn(context.skills.get(slug), run));
  return [...new Map(own.toReversed().map((one) => [one.slug, one])).values()].toReversed();
}

/** Whether it is a skill of this home that may be used where the run was: another's may have the same name. */
const isOwn = (skill: Skill | undefined, { project, user = '' }: Pick<Run, 'project' | 'user'>): boolean =>
  skill !== undefined && isSkillFor(skill, { project, user });

const injected = ({ createdAt }: Pick<Run, 'createdAt'>, { given, starts }: SkillContext): SkillInContext[] =>
  given
    .filter(({ at }) => startOf(at, starts) === createdAt)
    .map(({ slug, version }) => ({ slug, version, how: 'injected' }));

/** The run that was going on: the one that began at this moment, as near as clocks tell, else the last that began before. */
function startOf(at: string, starts: readonly string[]): string | undefined {
  const distance = (start: string): number => Math.abs(Date.parse(start) - Date.parse(at));
  const [nearest] = [...starts].sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined && distance(nearest) <= sameMomentMs) return nearest;
  return [...starts].sort().findLast((start) => start <= at);
}

function openedBy({ skill: slug, ok, tool, command, at }: Step, { skills }: SkillContext): SkillInContext[] {
  const skill = slug === undefined ? undefined : skills.get(slug);
  if (!skill || ok === false) return [];
  const how = isOwnTool(tool) || command !== undefined ? 'fetched' : 'opened';
  return [{ slug: skill.id, version: versionAt(skill, at), how }];
}

/** The version that SKILL.md held at a time, as far as its history tells. */
function versionAt({ versions, version }: Skill, at: string): number {
  const held = versions.filter(({ outcome }) => outcome === 'live' || outcome === 'replaced');
  return held.findLast((one) => one.at <= at)?.version ?? held[0]?.version ?? version;
}
