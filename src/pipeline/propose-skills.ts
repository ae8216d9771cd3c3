import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import { isLiveSkill, proposedVersion, type Skill, type TaskPattern } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { captionLikeness, readCaption } from '../text/captions.ts';
import { skillSlug } from '../text/skill-slug.ts';
import { groupBy } from './group-by.ts';
import { rootPattern } from './plan-patterns.ts';
import { errorsOf, isRealFailure, runsOf } from './skill-material.ts';
import { currentVersion, distinctById, fingerprintOf, sightSources, sightVersion } from './skill-sources.ts';
import { type DueInput, pendingLearnings, skillsDue, skillsOf } from './skills-due.ts';

/** What may happen to one kind of work: a new skill, a patch, a repair of a stale one, one out of several, or the end of one. */
export type ProposalKind = 'create' | 'patch' | 'repair' | 'merge' | 'retire';

/** A skill to be written, with everything that it is made from. */
export interface SkillProposal {
  readonly kind: ProposalKind;
  readonly slug: string;
  readonly project: string;
  readonly pattern: TaskPattern;
  readonly learnings: readonly Memory[];
  readonly errors: readonly Memory[];
  readonly successes: readonly Run[];
  readonly failures: readonly Run[];
  /** The skill that is patched, repaired, retired or goes on after a merge. */
  readonly skill?: Skill;
  /** Skills that end in it. */
  readonly merged: readonly Skill[];
  readonly fingerprint: string;
  /** Why: for the version's rationale and the report. */
  readonly why: string;
}

/** What proposals are made from. */
export interface ProposalInput extends DueInput {
  readonly runs: readonly Run[];
  /** From which likeness on a run belongs to a kind of work. */
  readonly likeness: number;
}

/**
 * What should be written in one project now, the most needed first: repairs, patches, then new skills; within a kind the
 * larger group, the more alike, the surer. At most `maxProposals`; skills that nothing holds any more end beside these.
 */
export function proposeSkills(state: State, project: string, input: ProposalInput): SkillProposal[] {
  const { open, stale } = skillsDue(state, project, input);
  if (!open && stale.length === 0) return [];
  const wanted = groupsOf(state, project)
    .flatMap((group) => proposalsOf({ state, input }, group))
    .filter((proposal) => open || isRepair(proposal))
    .sort(byNeed)
    .filter(isFirstOfSkill);
  const ends = wanted.filter(({ kind }) => kind === 'retire');
  const writes = wanted.filter(({ kind }) => kind !== 'retire');
  return [...ends, ...writes.slice(0, input.policy.maxProposals)];
}

const isRepair = ({ kind }: SkillProposal): boolean => kind === 'repair' || kind === 'retire';

const skillsIn = ({ slug, merged }: SkillProposal): string[] => [slug, ...merged.map(({ id }) => id)];

/** One skill changes once a run, also where it covers several kinds of work, or two labels make one slug. */
function isFirstOfSkill(proposal: SkillProposal, at: number, all: readonly SkillProposal[]): boolean {
  const own = skillsIn(proposal);
  return !all.slice(0, at).some((other) => skillsIn(other).some((slug) => own.includes(slug)));
}

const order: readonly ProposalKind[] = ['retire', 'repair', 'patch', 'merge', 'create'];

const confidenceOf = ({ learnings }: SkillProposal): number =>
  learnings.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, learnings.length);

/** Mean likeness of what the learnings say to the name of their kind. */
function cohesionOf({ learnings, pattern }: SkillProposal): number {
  const name = readCaption(pattern.label);
  const sum = learnings.reduce((all, { taskPattern }) => {
    return all + (taskPattern === undefined ? 0 : captionLikeness(name, readCaption(taskPattern)));
  }, 0);
  return sum / Math.max(1, learnings.length);
}

function byNeed(a: SkillProposal, b: SkillProposal): number {
  return (
    order.indexOf(a.kind) - order.indexOf(b.kind) ||
    b.learnings.length - a.learnings.length ||
    cohesionOf(b) - cohesionOf(a) ||
    confidenceOf(b) - confidenceOf(a) ||
    (a.slug < b.slug ? -1 : 1)
  );
}

/** Everything of one kind of work. */
interface Group {
  readonly pattern: TaskPattern;
  readonly pending: readonly Memory[];
  /** Live skills. */
  readonly skills: readonly Skill[];
  /** Whether a first version waits for a person: what is new is a patch of it, or a proposal without it, once that is decided. */
  readonly hasCandidate: boolean;
}

function groupsOf(state: State, project: string): Group[] {
  const root = (id: string): string => rootPattern(state.patterns, id)?.id ?? '';
  const pending = groupBy(pendingLearnings(state, project), ({ patternId }) => root(patternId ?? ''));
  const held = skillsOf(state, project).filter(
    ({ status, source }) => (status === 'active' || status === 'candidate') && source !== 'team',
  );
  const bySkill = groupBy(
    held.flatMap((skill) => [...new Set(skill.patterns.map(root))].map((id) => ({ id, skill }))),
    ({ id }) => id,
  );
  const ids = [...new Set([...pending.keys(), ...bySkill.keys()])].filter((id) => id !== '').sort();
  return ids.flatMap((id) => {
    const pattern = state.patterns.get(id);
    if (!pattern) return [];
    const skills = (bySkill.get(id) ?? []).map(({ skill }) => skill);
    return [
      {
        pattern,
        pending: pending.get(id) ?? [],
        skills: skills.filter(isLiveSkill),
        hasCandidate: skills.some((skill) => !isLiveSkill(skill)),
      },
    ];
  });
}

interface Proposing {
  readonly state: State;
  readonly input: ProposalInput;
}

/** What a group calls for: nothing when it has too few members, says nothing new, or was refused as it is. */
function proposalsOf(context: Proposing, group: Group): SkillProposal[] {
  const [skill, ...others] = group.skills;
  if (!skill) return group.hasCandidate ? [] : (createOf(context, group) ?? []);
  if (others.length === 0) return renewOf(context, { ...group, skill });
  const stale = group.skills.filter((one) => sightSources(context.state, one).stale !== undefined);
  if (stale.length === 0) return mergeOf(context, group);
  return stale.flatMap((one) => renewOf(context, { ...group, pending: [], skill: one }));
}

/** Whether a version waits for a person that says what its sources say: it is not written again. */
function isWaiting(state: State, skill: Skill): boolean {
  const proposed = proposedVersion(skill);
  return proposed !== undefined && sightVersion(state, proposed).stale === undefined;
}

/** Learnings that still hold, of the live version and of one that waits. */
const holdingOf = (state: State, skill: Skill): Memory[] =>
  distinctById([...sightSources(state, skill).valid, ...sightVersion(state, proposedVersion(skill)).valid]);

function createOf(context: Proposing, group: Group): SkillProposal[] {
  if (group.pending.length < context.input.policy.minMembers) return [];
  const slug = freeSlug(context.state, group.pattern.label);
  const why = `${group.pending.length} learnings on “${group.pattern.label}”`;
  return unlessRefused(
    context,
    fill(context, group, { kind: 'create', slug, learnings: group.pending, why }),
  );
}

function renewOf(context: Proposing, group: Group & { readonly skill: Skill }): SkillProposal[] {
  const { state, input } = context;
  const { skill, pending } = group;
  const { stale, valid } = sightSources(state, skill);
  const learnings = distinctById([...holdingOf(state, skill), ...pending]);
  const base = { slug: skill.id, learnings, skill };
  if (stale !== undefined && learnings.length === 0)
    return [
      fill(context, group, { ...base, kind: 'retire', why: `nothing is left of its sources: ${stale}` }),
    ];
  if (isWaiting(state, skill)) return [];
  if (stale !== undefined)
    return unlessRefused(context, fill(context, group, { ...base, kind: 'repair', why: stale }));
  const fresh = learnings.length - valid.length;
  if (fresh < input.policy.minPatchMembers) return [];
  const why = `${fresh} new ${fresh === 1 ? 'learning' : 'learnings'} on “${group.pattern.label}”`;
  return unlessRefused(context, fill(context, group, { ...base, kind: 'patch', why }));
}

/** Live skills of one kind of work: the one with the most sources goes on. */
function mergeOf(context: Proposing, group: Group): SkillProposal[] {
  const { state } = context;
  const size = (skill: Skill): number => currentVersion(skill)?.sources.length ?? 0;
  const [skill, ...merged] = [...group.skills].sort((a, b) => size(b) - size(a) || (a.id < b.id ? -1 : 1));
  if (!skill || group.skills.some((one) => isWaiting(state, one))) return [];
  const learnings = distinctById([...group.skills.flatMap((one) => holdingOf(state, one)), ...group.pending]);
  const why = `${group.skills.map(({ id }) => id).join(' and ')} are about one kind of work`;
  return unlessRefused(
    context,
    fill(context, group, { kind: 'merge', slug: skill.id, learnings, skill, merged, why }),
  );
}

/** The slug of a label that no skill has yet, whatever its status. */
export function freeSlug({ skills }: Pick<State, 'skills'>, label: string): string {
  const slug = skillSlug(label);
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${number}`;
    const free = `${slug.slice(0, 64 - tail.length).replace(/-+$/, '')}${tail}`;
    if (!skills.has(free)) return free;
  }
}

type Draft = Pick<SkillProposal, 'kind' | 'slug' | 'learnings' | 'why'> &
  Partial<Pick<SkillProposal, 'skill' | 'merged'>>;

function fill({ state, input }: Proposing, { pattern }: Group, draft: Draft): SkillProposal {
  const own = new Set(draft.learnings.map(({ id }) => id));
  const sessions = new Set(pattern.sessions);
  const runs = runsOf(pattern, input);
  return {
    ...draft,
    merged: draft.merged ?? [],
    project: pattern.project,
    pattern,
    errors: errorsOf(state, { sessions, own }).slice(0, input.policy.maxErrors),
    successes: runs.filter(({ outcome }) => outcome === 'success'),
    failures: runs.filter(isRealFailure).slice(0, input.policy.maxFailures),
    fingerprint: fingerprintOf(draft.learnings),
  };
}

/** A group that was refused as it is waits until a member joins or changes. */
function unlessRefused({ state }: Proposing, proposal: SkillProposal): SkillProposal[] {
  const { pattern, fingerprint, project } = proposal;
  const skills = skillsOf(state, project);
  const isRefused =
    pattern.refused?.fingerprint === fingerprint ||
    skills.some(({ ended }) => ended?.fingerprint === fingerprint) ||
    skills.some(({ versions }) =>
      versions.some((version) => version.outcome === 'rejected' && version.fingerprint === fingerprint),
    );
  return isRefused ? [] : [proposal];
}
