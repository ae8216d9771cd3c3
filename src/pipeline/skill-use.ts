import type { RunDigest } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import { followsClass } from './follows-class.ts';

/** What came of a skill since its activation, derived from runs that had it in context. */
export interface SkillUse {
  /** Runs that had it in context. */
  readonly activations: number;
  /** Those that went its way; always 0 for a skill without a class. */
  readonly followed: number;
  /** Those that went another way. A run without steps that count went none. */
  readonly deviations: number;
  /** Of the followed ones; of all for a skill without a class. */
  readonly successes: number;
  readonly failures: number;
  /** Followed runs whose outcome is known, oldest first. */
  readonly judged: readonly RunDigest[];
  readonly lastAt: string | null;
}

/** Nothing yet. */
export const noUse: SkillUse = {
  activations: 0,
  followed: 0,
  deviations: 0,
  successes: 0,
  failures: 0,
  judged: [],
  lastAt: null,
};

/** Runs by the slugs of the skills that they had in context. */
export function runsBySkill(runs: readonly RunDigest[]): ReadonlyMap<string, readonly RunDigest[]> {
  const bySlug = new Map<string, RunDigest[]>();
  for (const run of runs)
    for (const slug of new Set(run.skills.map((one) => one.slug))) {
      const own = bySlug.get(slug);
      if (own) own.push(run);
      else bySlug.set(slug, [run]);
    }
  return bySlug;
}

/** Whether a run had the skill in context while it was in use as it is now: what went before belongs to an earlier activation. */
const isActivation = ({ createdAt }: RunDigest, { activatedAt }: Skill): boolean =>
  activatedAt !== undefined && createdAt > activatedAt;

/** Counts runs that had a skill in context (`runsBySkill`). Only runs that followed it are charged to it. */
export function countUse(skill: Skill, runs: readonly RunDigest[]): SkillUse {
  const own = runs
    .filter((run) => isActivation(run, skill))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1));
  const { runClass } = skill;
  const followed = runClass ? own.filter((run) => followsClass(run, runClass)) : [];
  const charged = runClass ? followed : own;
  return {
    activations: own.length,
    followed: followed.length,
    deviations: runClass
      ? own.filter((run) => run.classHash !== undefined && !followsClass(run, runClass)).length
      : 0,
    successes: charged.filter(({ outcome }) => outcome === 'success').length,
    failures: charged.filter(({ outcome }) => outcome === 'failure').length,
    judged: followed.filter(({ outcome }) => outcome !== 'unknown'),
    lastAt: own.at(-1)?.createdAt ?? null,
  };
}
