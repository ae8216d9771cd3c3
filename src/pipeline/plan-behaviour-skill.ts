import type { DistilledSkill } from '../domain/distil.ts';
import { hashOf } from '../domain/identity.ts';
import type { Plan, Reason } from '../domain/plan.ts';
import type { Skill, SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { standingOfClass } from './class-standing.ts';
import { changeText, nextVersion, skillPath, versionPath } from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { renderSkill } from './render-skill.ts';
import type { ClassSight } from './sight-classes.ts';
import { replaced } from './skill-steps.ts';

/** A skill that is to be made of a class. */
export interface BehaviourProposal {
  readonly slug: string;
  readonly sight: ClassSight;
  /** Ids of the successful runs that it is made from. */
  readonly sources: readonly string[];
  /** Ids of the failed runs and errors that its pitfalls tell of. */
  readonly informedBy: readonly string[];
}

/** How it lands. */
export interface LandBehaviour {
  readonly distilled: DistilledSkill;
  /** What is frozen when it goes into use at once; absent: it goes on trial. */
  readonly baseline?: Skill['baseline'];
  /** Role that it is to have once a person lets it; what goes into use at once speaks as the user. */
  readonly role: Skill['role'];
  readonly now: string;
}

/** What a landing changes; nothing when another run was quicker. */
export interface BehaviourPlan extends Plan {
  readonly landed: boolean;
}

/** Why a version is made: what the class showed. */
export function whyOf({ counts, standing }: ClassSight): string {
  const { executions, successes, queries } = counts;
  const seen = `${successes} of ${executions} runs with a known end succeeded, ${queries} distinct prompts`;
  const { prior, since } = standing;
  if (!prior || since === undefined) return seen;
  return `${seen}, since version ${prior.version} was ${prior.status} on ${dayOf(since)}`;
}

function reasonOf({ slug, sight, sources }: BehaviourProposal): Reason {
  const { counts, score, stats } = sight;
  return {
    rule: 'skill.promote',
    text: `${slug}: ${whyOf(sight)}.`,
    evidence: [...sources],
    numbers: {
      executions: counts.executions,
      successRate: Math.round((counts.successRate ?? 0) * 1000) / 1000,
      queries: counts.queries,
      score: Math.round(score * 1000) / 1000,
      class: stats.runClass.hash,
    },
  };
}

/**
 * A new skill of a class, or the next version of the one that was put aside: on trial, or in use with its baseline. Nothing where the class is
 * covered by now or the skill changed meanwhile: texts take time to write.
 */
export function planBehaviourSkill(
  state: State,
  proposal: BehaviourProposal,
  land: LandBehaviour,
): BehaviourPlan {
  const command = 'promote skills';
  const { slug, sight } = proposal;
  const { prior } = sight.standing;
  const isCovered = standingOfClass(sight.stats, state.skills.values()).coveredBy !== undefined;
  const rendered = renderSkill(land.distilled.document);
  if (isCovered || state.skills.get(slug)?.rev !== prior?.rev || !rendered.ok)
    return { command, changes: [], landed: false };
  const reason = reasonOf(proposal);
  const number = nextVersion(prior);
  const after = skillAfter(proposal, land, number);
  const text = { after: rendered.text, reason };
  return {
    command,
    landed: true,
    changes: [
      changeRecord('skills', { before: prior ?? null, after, reason }),
      changeText(state, versionPath(slug, number), text),
      changeText(state, skillPath(slug), text),
    ],
  };
}

function versionOf(
  { sight, sources, informedBy }: BehaviourProposal,
  { distilled, baseline, now }: LandBehaviour,
  number: number,
): SkillVersion {
  return {
    version: number,
    action: sight.standing.prior ? 'repair' : 'create',
    rationale: whyOf(sight),
    sources,
    informedBy,
    citations: distilled.citations,
    fingerprint: hashOf(sight.stats.runClass.hash, ...[...sources].sort()),
    outcome: baseline ? 'live' : 'proposed',
    decidedBy: 'auto',
    at: now,
  };
}

/** The record with the version; why the one before was put aside stays until this one is in use. */
function skillAfter(proposal: BehaviourProposal, land: LandBehaviour, number: number): Skill {
  const { slug, sight } = proposal;
  const { now, baseline, distilled, role } = land;
  const { prior } = sight.standing;
  const { project, user, runClass } = sight.stats;
  const base: Skill = prior ?? {
    v: 1,
    id: slug,
    rev: 0,
    description: '',
    source: 'behaviour',
    status: 'shadow',
    role: 'user',
    project,
    ...(user === undefined ? {} : { user }),
    patterns: [],
    version: number,
    versions: [],
    discoveredAt: now,
    updatedAt: now,
  };
  const { activatedAt: _activated, baseline: _baseline, ended, ...rest } = base;
  return {
    ...rest,
    rev: base.rev + 1,
    description: distilled.document.description,
    status: baseline ? 'active' : 'shadow',
    role: baseline ? 'user' : role,
    runClass,
    version: number,
    versions: [...base.versions.map(replaced), versionOf(proposal, land, number)],
    ...(baseline ? { activatedAt: now, baseline } : ended ? { ended } : {}),
    updatedAt: now,
  };
}
