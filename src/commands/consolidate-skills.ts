import type { DistilInput } from '../domain/distil.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Run } from '../domain/run.ts';
import type { State } from '../domain/state.ts';
import { planSkillEdits } from '../pipeline/plan-skill-text.ts';
import {
  nextVersion,
  type ProposalOutcome,
  planSkillVersions,
  type SettledProposal,
} from '../pipeline/plan-skill-version.ts';
import {
  type ProposalInput,
  type ProposalKind,
  proposeSkills,
  type SkillProposal,
} from '../pipeline/propose-skills.ts';
import { skillTextProblems } from '../pipeline/skill-text.ts';
import { type DistilDesk, distilFor, labelled, standingTexts } from './distil-task.ts';

/** What one run did about skills, a line each. */
export interface SkillLine {
  readonly slug: string;
  readonly kind: ProposalKind | 'edit';
  readonly version?: number;
  readonly why: string;
  /** Why nothing was written. */
  readonly refused?: readonly string[];
  /** What is not in the text and why, and who wrote it. */
  readonly notes?: readonly string[];
}

/** What the stage shares with the run that it is a part of. */
export interface SkillStage extends DistilDesk {
  readonly policy: Policy;
  readonly now: string;
  /** All runs, read once. */
  readonly runs: readonly Run[];
  /** Only this project. */
  readonly only: string | undefined;
  /** Passes the number of pending learnings and the pause. */
  readonly force: boolean;
  commit<P extends Plan>(plan: (state: State) => P): P | undefined;
}

/** Edits of people, then versions: what each project calls for. */
export async function consolidateSkills(stage: SkillStage): Promise<SkillLine[]> {
  const { store, policy, now, runs } = stage;
  const edits = stage.commit((state) => planSkillEdits(state, skillTextProblems, now));
  const input = { runs, policy: policy.skills, likeness: policy.patterns.likeness, now, force: stage.force };
  const lines: SkillLine[] = [];
  for (const project of projectsIn(store.state(), stage.only))
    lines.push(...(await writeProject(stage, project, input)));
  return [...(edits?.changes ?? []).flatMap(editLine), ...lines];
}

/** One project after the other: the next one sees which names are taken. */
async function writeProject(stage: SkillStage, project: string, input: ProposalInput): Promise<SkillLine[]> {
  const { store, policy, now } = stage;
  const settled: SettledProposal[] = [];
  for (const proposal of proposeSkills(store.state(), project, input))
    settled.push({ proposal, outcome: await settle(stage, proposal) });
  const { activation } = policy.skills;
  const plan = stage.commit((state) => planSkillVersions(state, settled, { activation, now }));
  return settled.map((one) =>
    plan?.overtaken.includes(one.proposal.slug) ? overtakenLine(one) : lineOf(one),
  );
}

const overtakenLine = ({ proposal: { slug, kind, why } }: SettledProposal): SkillLine => ({
  slug,
  kind,
  why,
  refused: ['its learnings changed meanwhile: the next run looks again'],
});

function editLine({ target, reason }: Change): SkillLine[] {
  return target.startsWith('skills/')
    ? [{ slug: target.slice('skills/'.length), kind: 'edit', why: reason.text }]
    : [];
}

function lineOf({ proposal, outcome }: SettledProposal): SkillLine {
  const { slug, kind, why, skill } = proposal;
  if (outcome.kind === 'refused') return { slug, kind, why, refused: outcome.reasons };
  if (outcome.kind === 'ended') return { slug, kind, why };
  const { notes = [] } = outcome.distilled;
  return { slug, kind, why, version: nextVersion(skill), ...(notes.length > 0 ? { notes } : {}) };
}

function projectsIn(state: State, only: string | undefined): string[] {
  const all = [...state.patterns.values(), ...state.skills.values()].map(({ project }) => project);
  return [...new Set(all)].filter((project) => only === undefined || project === only).sort();
}

/** What the distiller is given: the proposal with its labels, and what a person wrote into the text that stands. */
export function distilInputOf(state: State, proposal: SkillProposal): DistilInput {
  const { slug, pattern, learnings, errors, successes, failures, skill } = proposal;
  const shown: readonly Run[] = successes.slice(0, 5);
  return {
    slug,
    caption: pattern.label,
    learnings: learnings.map(labelled('L')),
    errors: errors.map(labelled('E')),
    successes: shown.map(labelled('R')),
    failures: failures.map(labelled('R', shown.length + 1)),
    fromBehaviour: skill?.source === 'behaviour',
    ...(skill ? standingTexts(state, skill.id, skill.versions) : {}),
  };
}

async function settle(stage: SkillStage, proposal: SkillProposal): Promise<ProposalOutcome> {
  if (proposal.kind === 'retire') return { kind: 'ended' };
  return distilFor(stage, distilInputOf(stage.store.state(), proposal), proposal.project);
}
