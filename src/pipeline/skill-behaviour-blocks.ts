import { type Json, toJson } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import type { Skill } from '../domain/skill.ts';
import { dayOf } from '../domain/time.ts';
import type { SkillHealth } from './plan-drift.ts';
import { type Readiness, readinessText } from './readiness.ts';

/** What runs say of a skill: of one in use its health, of one on trial its readiness. */
export interface SkillBehaviour {
  readonly health?: SkillHealth;
  readonly readiness?: Readiness;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const lineOf = (text: string, tone?: 'good' | 'warn'): Block => ({
  kind: 'line',
  text,
  ...(tone === undefined ? {} : { tone }),
});

function contextLine({ use, skill }: SkillHealth): string {
  const { activations, followed, deviations, successes, failures } = use;
  const since = skill.activatedAt === undefined ? '' : ` since ${dayOf(skill.activatedAt)}`;
  const paths = skill.runClass ? `; ${followed} followed it, ${deviations} took another path` : '';
  return `in context${since}: ${activations} runs${paths}; ${successes} ended well, ${failures} did not`;
}

function rateLine({ skill, verdict }: SkillHealth): string[] {
  if (!verdict || !skill.baseline) return [];
  const { successRate, executions } = skill.baseline;
  const base = `baseline: ${percent(successRate)} of ${executions} runs, so ${percent(verdict.expected)} are expected`;
  return verdict.rolling === null
    ? [`${base}; no run that followed it has a known end yet`]
    : [`${base}; of the last ${verdict.judged} ${percent(verdict.rolling)} succeeded`];
}

/** What runs say of a skill, in lines; nothing for one that runs never met. */
export function behaviourBlocks(skill: Skill, { health, readiness }: SkillBehaviour): Block[] {
  const { runClass } = skill;
  return [
    ...(runClass ? [lineOf(`procedure: ${runClass.units.join(' → ')}`)] : []),
    ...(health && health.use.activations + (health.verdict ? 1 : 0) > 0 ? [lineOf(contextLine(health))] : []),
    ...(health ? rateLine(health).map((text) => lineOf(text)) : []),
    ...(health?.needsReview ? [lineOf('most runs that had it took another path: look at it', 'warn')] : []),
    ...(readiness
      ? [
          lineOf(
            `trial: ${readiness.ready ? 'ready; ' : 'not ready; '}${readinessText(readiness)}`,
            readiness.ready ? 'good' : undefined,
          ),
        ]
      : []),
  ];
}

/** The same for `--json`. */
export const behaviourData = ({ health, readiness }: SkillBehaviour): { readonly [key: string]: Json } => ({
  use: health ? toJson({ ...health.use, judged: health.use.judged.length }) : null,
  drift: health?.verdict ? toJson(health.verdict) : null,
  needsReview: health?.needsReview ?? false,
  readiness: readiness ? toJson(readiness) : null,
});
