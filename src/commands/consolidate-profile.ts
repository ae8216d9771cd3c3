import type { Plan } from '../domain/plan.ts';
import type { Block } from '../domain/report.ts';
import { type State, splitTarget } from '../domain/state.ts';
import { type AnswerCheck, askQuestions } from '../models/ask-questions.ts';
import type { MeteredModel } from '../models/language.ts';
import {
  type ProfileOutcome,
  type ProfileProposal,
  planProfileVersions,
  proposeProfiles,
  type SettledProfile,
} from '../pipeline/plan-profile.ts';
import { profileQuestion, readProfileAnswer } from '../pipeline/profile-answer.ts';
import { planProfileEdits } from '../pipeline/profile-edits.ts';
import { currentProfileVersion } from '../pipeline/profile-facts.ts';
import { foldFacts } from '../pipeline/profile-fold.ts';
import { unsafeRules } from '../pipeline/profile-order.ts';
import { openLanguageModel } from './asked-screen.ts';
import type { SkillStage } from './consolidate-skills.ts';
import { lexiconOf } from './import-inputs.ts';

/** What one run did about the profile of a user. */
export interface ProfileLine {
  readonly user: string;
  readonly why: string;
  /** The version that was written; absent when none was. */
  readonly version?: number;
  /** Bullets and paragraphs of it, and the facts that they fold. */
  readonly bullets?: number;
  readonly facts?: number;
  /** Why nothing was folded. */
  readonly refused?: readonly string[];
}

/** What the stage shares with the run that it is a part of; the stage of skills is one. */
export interface ProfileStage
  extends Pick<SkillStage, 'store' | 'host' | 'policy' | 'now' | 'only' | 'commit'> {
  /** The model of the run, where it has one open already; else the one that the home's config names is opened when it is needed. */
  readonly model?: MeteredModel;
}

/** Edits of people, then the profiles that are due or stale. A run for one project leaves them: they belong to no project. */
export async function consolidateProfiles(stage: ProfileStage): Promise<ProfileLine[]> {
  const { store, policy, now } = stage;
  if (stage.only !== undefined) return [];
  const edits = stage.commit((state) => planProfileEdits(state, unsafeRules, now));
  const proposals = proposeProfiles(store.state(), policy.profile, now);
  const settled = proposals.length > 0 ? await settleAll(stage, proposals) : [];
  const versions = stage.commit((state) => planProfileVersions(state, settled, now));
  return [edits, versions].flatMap((plan) => (plan ? linesOf(store.state(), plan) : []));
}

/** One user after the other: no question holds the facts of two. */
async function settleAll(
  stage: ProfileStage,
  proposals: readonly ProfileProposal[],
): Promise<SettledProfile[]> {
  const model = stage.model ?? (await openLanguageModel(stage.store, stage.host));
  const settled: SettledProfile[] = [];
  for (const proposal of proposals)
    settled.push({
      proposal,
      outcome: model ? await askFor(stage, proposal, model) : foldHere(stage, proposal),
    });
  return settled;
}

function foldHere({ store, policy }: ProfileStage, { sight }: ProfileProposal): ProfileOutcome {
  const lexicon = lexiconOf(store);
  const units = foldFacts({ sight, policy: policy.profile, ...(lexicon ? { lexicon } : {}) });
  return { kind: 'written', units };
}

async function askFor(
  { policy }: ProfileStage,
  proposal: ProfileProposal,
  model: MeteredModel,
): Promise<ProfileOutcome> {
  const question = profileQuestion(proposal, policy.profile);
  if (!question) return { kind: 'written', units: proposal.sight.units };
  const check: AnswerCheck = (_question, answer) => {
    const read = readProfileAnswer(proposal, answer, policy.profile);
    return read.ok ? undefined : read.problems.join('; ');
  };
  const { answered, unanswered } = await askQuestions(model, [question], check);
  const answer = answered.get(question.id);
  if (!answer) return { kind: 'refused', reasons: [unanswered.get(question.id) ?? 'it was not asked'] };
  const read = readProfileAnswer(proposal, answer, policy.profile);
  return read.ok ? { kind: 'written', units: read.units } : { kind: 'refused', reasons: read.problems };
}

/** What a committed plan did to profiles, from their records as they are now. */
function linesOf({ profiles }: State, { changes }: Plan): ProfileLine[] {
  return changes.flatMap(({ target, reason }) => {
    const { collection, id } = splitTarget(target);
    const profile = collection === 'profiles' ? profiles.get(id) : undefined;
    if (!profile) return [];
    const why = reason.text.replace(/\.$/, '');
    const refused = profile.refused ? { refused: profile.refused.reasons } : {};
    const version = currentProfileVersion(profile);
    if (!version || refusals.includes(reason.rule)) return [{ user: profile.user, why, ...refused }];
    const facts = version.entries.flatMap((entry) => entry.facts).length;
    const written = { version: version.version, bullets: version.entries.length, facts };
    return [{ user: profile.user, why, ...written, ...refused }];
  });
}

/** Rules of changes that only note why nothing was written. */
const refusals: readonly string[] = ['profile.refused', 'profile.edit-refused'];

/** A line of the report. */
export function profileBlock({ why, version, bullets = 0, facts = 0, refused }: ProfileLine): Block {
  const detail = refused?.slice(0, 3) ?? [];
  return version === undefined
    ? { kind: 'item', text: 'The profile stays as it was', detail, tone: 'warn' }
    : {
        kind: 'item',
        text: `Profile version ${version} (${countOf(bullets, 'bullet')}, ${countOf(facts, 'fact')}): ${why}`,
        detail,
        tone: detail.length > 0 ? 'warn' : 'good',
      };
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
