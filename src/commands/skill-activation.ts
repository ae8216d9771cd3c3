import type { RunDigests } from '../domain/run-digest.ts';
import { isLiveSkill, proposedVersion, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { classBaseline } from '../pipeline/class-baseline.ts';
import type { ActivateStep } from '../pipeline/plan-activate.ts';
import { versionPath } from '../pipeline/plan-skill-version.ts';
import { countTrial, recordsOfTrial } from '../pipeline/readiness.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { commandsFound, rememberSearchPath } from './skill-commands-here.ts';
import { shadowRecords } from './watch-skills.ts';

/** What of a skill from behaviour is frozen when it goes into use, and how much its trial has seen. */
export type Frozen = Pick<ActivateStep, 'baseline' | 'observations'>;

/** Looks at the runs of the class; nothing for a skill without one, and none is looked at then. */
export function frozenAt(input: CommandInput, store: Store): (state: State, slug: string) => Frozen {
  let digests: RunDigests | undefined;
  return (state, slug) => {
    const skill = state.skills.get(slug);
    if (!skill?.runClass) return {};
    digests ??= digestsHere(input, store);
    const base = classBaseline(skill, digests.runs);
    const observations = countTrial(recordsOfTrial(skill, shadowRecords(digests))).observations;
    if (!base) return { observations };
    const commands = commandsFound({ store, host: input.host }, skill, textInUse(state, skill));
    return { observations, baseline: { ...base, commands, machine: store.home().machineId } };
  };
}

/** The text that goes into use: that of the version that waits, else of the current one. */
const textInUse = ({ documents }: State, skill: Skill): string =>
  documents.get(versionPath(skill.id, (proposedVersion(skill) ?? skill).version)) ?? '';

/** After a skill with a class went into use: where its commands were looked for. */
export function keepSearchPath(input: CommandInput, store: Store, slug: string): void {
  const skill = store.state().skills.get(slug);
  if (skill?.runClass && isLiveSkill(skill)) rememberSearchPath({ store, host: input.host });
}
