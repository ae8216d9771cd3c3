import type { Plan } from '../domain/plan.ts';
import { isLiveSkill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { endChanges } from './plan-skill-status.ts';

/** Programs and scripts that are gone, by the slug of the skill that names them. */
export type MissingCommands = ReadonlyMap<string, readonly string[]>;

/** Puts away skills in use whose commands were there at activation and are gone: as at demotion, their sources come back. */
export function planDeprecate(state: State, missing: MissingCommands, now: string): Plan {
  const changes = [...missing].flatMap(([slug, names]) => {
    const skill = state.skills.get(slug);
    if (!skill || !isLiveSkill(skill) || names.length === 0) return [];
    const gone = names.map((name) => `“${name}”`).join(' and ');
    const why = `${gone} ${names.length === 1 ? 'is' : 'are'} no longer found on this machine`;
    const reason = {
      rule: 'skill.stale',
      text: `${slug} is deprecated: ${why}.`,
      evidence: [slug],
      numbers: { version: skill.version, missing: names.length },
    };
    return endChanges(state, skill, { status: 'deprecated', why, reason, now });
  });
  return { command: 'promote stale', changes };
}
