import type { Memory } from '../../src/domain/memory.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { defaultPolicy, type ProfilePolicy } from '../../src/domain/policy.ts';
import type { Profile, ProfileVersion } from '../../src/domain/skill.ts';
import type { State } from '../../src/domain/state.ts';
import {
  type ProfileOutcome,
  planProfileVersions,
  proposeProfiles,
} from '../../src/pipeline/plan-profile.ts';
import { planProfileEdits } from '../../src/pipeline/profile-edits.ts';
import { currentProfileVersion, profileIdOf, profilePath } from '../../src/pipeline/profile-facts.ts';
import { foldFacts } from '../../src/pipeline/profile-fold.ts';
import { unsafeRules } from '../../src/pipeline/profile-order.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, memory, stateOf } from './samples.ts';

/** A fact about a user. */
export const fact = (id: string, summary: string, fields: Partial<Memory> = {}): Memory =>
  memory(`m-${id}`, { summary, scope: 'user', user: 'ada', entityType: 'preference', ...fields });

/** Facts that have no topic in common. */
export const unlike: readonly string[] = [
  'Use pnpm, not npm',
  'Answer in German',
  'Prefers tabs over spaces in Go',
  'Comments explain why',
  'Squash before merging',
  'Postgres for production databases',
  'Works on macOS with zsh',
  'Dark screenshots in handbooks',
  'Ask before deleting files',
  'Functional components in React',
  'Log with pino',
  'Dates are ISO 8601',
  'Charts need a legend',
  'Fonts come from Inter',
];

/** The first so many of them, as facts. */
export const facts = (count: number, fields: Partial<Memory> = {}): Memory[] =>
  unlike.slice(0, count).map((summary, at) => fact(`${at}`, summary, fields));

/** A home in which time passes: each step plans, applies, and is told. */
export class ProfileWorld {
  state: State;
  policy: ProfilePolicy = defaultPolicy.profile;
  now = daysAgo(0);

  constructor(memories: readonly Memory[]) {
    this.state = stateOf({ memories });
  }

  apply(plan: Plan): Plan {
    this.state = applyChanges(this.state, plan.changes);
    return plan;
  }

  /** What a consolidation does without a model, or with what a model came to. */
  consolidate(outcome?: ProfileOutcome): Plan {
    const { state, policy, now } = this;
    const edits = this.apply(planProfileEdits(state, unsafeRules, now));
    const settled = proposeProfiles(this.state, policy, now).map((proposal) => ({
      proposal,
      outcome: outcome ?? { kind: 'written' as const, units: foldFacts({ sight: proposal.sight, policy }) },
    }));
    const versions = this.apply(planProfileVersions(this.state, settled, now));
    return { ...versions, changes: [...edits.changes, ...versions.changes] };
  }

  put(...memories: readonly Memory[]): void {
    this.state = {
      ...this.state,
      memories: new Map([...this.state.memories, ...memories.map((one) => [one.id, one] as const)]),
    };
  }

  drop(id: string): void {
    const memories = new Map(this.state.memories);
    memories.delete(id);
    this.state = { ...this.state, memories };
  }

  get(id: string): Memory {
    const found = this.state.memories.get(id);
    if (!found) throw new Error(`no ${id}`);
    return found;
  }

  write(text: string, user = 'ada'): void {
    const documents = new Map(this.state.documents).set(profilePath(profileIdOf(user)), text);
    this.state = { ...this.state, documents };
  }

  text(user = 'ada'): string {
    return this.state.documents.get(profilePath(profileIdOf(user))) ?? '';
  }

  bullets(user = 'ada'): string[] {
    return this.text(user)
      .split('\n')
      .filter((line) => line.startsWith('- '));
  }

  profile(user = 'ada'): Profile {
    const found = this.state.profiles.get(profileIdOf(user));
    if (!found) throw new Error(`no profile of ${user}`);
    return found;
  }

  version(user = 'ada'): ProfileVersion {
    const found = currentProfileVersion(this.profile(user));
    if (!found) throw new Error(`no version of ${user}`);
    return found;
  }

  hours(count: number): void {
    this.now = new Date(Date.parse(this.now) + count * 3_600_000).toISOString();
  }
}
