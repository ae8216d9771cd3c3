import { type Json, toJson } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import { whyOf } from '../pipeline/plan-behaviour-skill.ts';
import type { SkillHealth } from '../pipeline/plan-drift.ts';
import { readinessText } from '../pipeline/readiness.ts';
import type { ClassSight } from '../pipeline/sight-classes.ts';
import type { Promoted, Refused } from './promote-behaviour.ts';
import type { Promotion } from './promotion.ts';
import type { TrialLine } from './watch-skills.ts';

/** Longest procedure in a line, and classes of one kind that are told, to people and in `--json`; the rest is counted. */
const longestProcedure = 100;
const mostTold = 10;
const mostInData = 100;

/** `edit typescript → npm test (3f2a9c1b)`: what a class does, and what to call it by. */
export function classText({ stats: { runClass } }: ClassSight): string {
  const text = runClass.units.join(' → ');
  const shown = text.length > longestProcedure ? `${text.slice(0, longestProcedure)}…` : text;
  return `${shown} (${runClass.hash.slice(0, 8)})`;
}

const promotedBlock = ({ slug, version, status, sight, notes }: Promoted): Block => ({
  kind: 'item',
  text: `Skill ${slug} version ${version}, ${status === 'active' ? 'in use' : 'on trial'}: ${whyOf(sight)}`,
  detail: [classText(sight), ...notes, `hebb skill show ${slug}`],
  tone: 'good',
});

const refusedBlock = ({ sight, reasons, isOld }: Refused): Block => ({
  kind: 'item',
  text: `No skill of ${classText(sight)}: ${reasons[0] ?? ''}`,
  detail: [
    ...reasons.slice(1, 3),
    isOld
      ? 'nothing new came of it since: its next run has it tried again'
      : 'its next run has it tried again',
  ],
  tone: 'warn',
});

/** Why a class is no skill: each gate that it did not pass, with its figure. */
const skippedBlock = (sight: ClassSight): Block => ({
  kind: 'item',
  text: classText(sight),
  detail: sight.gates.filter(({ passed }) => !passed).map(({ text }) => text),
});

const trialBlock = ({ skill, readiness }: TrialLine): Block =>
  readiness.ready
    ? {
        kind: 'item',
        text: `Skill ${skill.id} is ready: ${readinessText(readiness)}`,
        detail: [`hebb skill show ${skill.id}`, `hebb skill activate ${skill.id}`],
        tone: 'good',
      }
    : { kind: 'item', text: `Skill ${skill.id} is on trial: ${readinessText(readiness)}` };

const reviewBlock = ({ skill, use }: SkillHealth): Block => ({
  kind: 'item',
  text: `Skill ${skill.id} should be looked at: ${use.deviations} of ${use.activations} runs that had it took another path`,
  detail: [`hebb skill show ${skill.id}`],
  tone: 'warn',
});

/** What became of skills in use and on trial: told by every consolidation. */
export function watchBlocks({ watched, trials }: Promotion): Block[] {
  return [
    ...watched.ended.map(
      ({ reason }): Block => ({ kind: 'item', text: `Skill ${reason.text}`, tone: 'warn' }),
    ),
    ...watched.toReview.map(reviewBlock),
    ...trials.map(trialBlock),
  ];
}

/** What a cycle made of classes; `skips` tells the classes that fell short as well. */
export function cycleBlocks({ cycle }: Promotion, skips: boolean): Block[] {
  if (!cycle) return [];
  const { promoted, refused, skipped, left, small } = cycle;
  const told = refused.filter(({ isOld }) => skips || !isOld).slice(0, mostTold);
  return [
    ...promoted.map(promotedBlock),
    ...told.map(refusedBlock),
    ...(left.length > 0
      ? [
          {
            kind: 'line',
            text: `${counted(left.length, 'class passes', 'classes pass')} the gates and waits for the next cycle.`,
          } as const,
        ]
      : []),
    ...(skips ? skipBlocks(skipped, small) : []),
  ];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function skipBlocks(skipped: readonly ClassSight[], small: number): Block[] {
  const shown = skipped.slice(0, mostTold);
  const rest = skipped.length - shown.length;
  return [
    ...(shown.length > 0 ? [{ kind: 'heading', text: 'Not yet' } as const, ...shown.map(skippedBlock)] : []),
    ...(rest > 0
      ? [{ kind: 'line', text: `… and ${rest} more: hebb workflows classes --gates`, tone: 'dim' } as const]
      : []),
    ...(small > 0
      ? [
          {
            kind: 'line',
            text: `${counted(small, 'class has', 'classes have')} too few runs with a known end to be looked at.`,
            tone: 'dim',
          } as const,
        ]
      : []),
  ];
}

const sightData = (sight: ClassSight) => ({
  class: sight.stats.runClass.hash,
  kind: sight.stats.runClass.kind,
  units: [...sight.stats.runClass.units],
  project: sight.stats.project,
  counts: toJson(sight.counts),
  gates: toJson(sight.gates),
  score: sight.score,
  coveredBy: sight.standing.coveredBy ?? null,
});

/** A promotion as `--json` shows it. */
export function promotionData({ enabled, cycle, watched, trials }: Promotion): {
  readonly [key: string]: Json;
} {
  const { promoted = [], refused = [], skipped = [], left = [], small = 0 } = cycle ?? {};
  return {
    enabled,
    cycle: cycle !== undefined,
    promoted: promoted.map(({ slug, version, status, sight }) => ({
      slug,
      version,
      status,
      ...sightData(sight),
    })),
    rejected: refused.slice(0, mostInData).map(({ sight, reasons, isOld }) => ({
      ...sightData(sight),
      reasons: [...reasons],
      isOld,
    })),
    skipped: skipped.slice(0, mostInData).map(sightData),
    left: left.slice(0, mostInData).map(sightData),
    counts: { rejected: refused.length, skipped: skipped.length, left: left.length, small },
    ended: toJson(watched.ended.map(({ target, reason }) => ({ target, reason }))),
    review: watched.toReview.map(({ skill, use }) => ({
      slug: skill.id,
      activations: use.activations,
      deviations: use.deviations,
    })),
    trials: trials.map(({ skill, readiness }) => ({
      slug: skill.id,
      version: skill.version,
      readiness: toJson(readiness),
    })),
  };
}
