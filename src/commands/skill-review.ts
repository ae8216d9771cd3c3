import type { Block, Report } from '../domain/report.ts';
import type { Skill } from '../domain/skill.ts';
import { quoteOf } from '../domain/skill-document.ts';
import { isOnTrial } from '../pipeline/evaluate-shadow.ts';
import {
  countTrial,
  judgeReadiness,
  type Readiness,
  readinessText,
  recordsOfTrial,
} from '../pipeline/readiness.ts';
import { waitingItems, waitingVersions } from '../pipeline/skill-blocks.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { skillsHere } from './skill-desk.ts';
import { shadowRecords } from './watch-skills.ts';

interface Trial {
  readonly skill: Skill;
  readonly readiness: Readiness;
}

/** Skills on trial with what their runs show; without one no run is looked at. */
function trialsOf(input: CommandInput, store: Store, skills: readonly Skill[]): Trial[] {
  const trials = skills.filter(isOnTrial);
  if (trials.length === 0) return [];
  const records = shadowRecords(digestsHere(input, store));
  const { shadow } = store.policy();
  return trials.map((skill) => ({
    skill,
    readiness: judgeReadiness(countTrial(recordsOfTrial(skill, records)), shadow),
  }));
}

const trialItem = ({ skill: { id, description }, readiness }: Trial): Block => ({
  kind: 'item',
  text: `${id}, on trial, ${readiness.ready ? 'ready' : 'not ready'}: ${quoteOf(description, 120)}`,
  detail: [
    readinessText(readiness),
    `look: hebb skill show ${id}`,
    `yes: hebb skill activate ${id}`,
    `no: hebb skill reject ${id} --reason "<why>"`,
  ],
});

/** `hebb skill review`: what waits for a person, and what is on trial, with the commands that decide it. */
export async function reviewSkills(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const state = store.state();
  const isAll = hasFlag(input.options, 'all');
  const skills = isAll ? [...state.skills.values()] : await skillsHere(input, store);
  const waiting = waitingVersions(state, skills);
  const trials = trialsOf(input, store, skills);
  const items = [...waitingItems(waiting), ...trials.map(trialItem)];
  return {
    exit: 0,
    human: items.length > 0 ? items : [{ kind: 'line', text: 'No skill waits.' }],
    data: {
      waiting: waiting.map(({ skill, version, stale }) => ({
        slug: skill.id,
        version: version.version,
        action: version.action,
        description: skill.description,
        why: version.rationale,
        stale: stale ?? null,
        ...decisionsOf(skill),
      })),
      trials: trials.map(({ skill, readiness }) => ({
        slug: skill.id,
        version: skill.version,
        description: skill.description,
        ready: readiness.ready,
        reasons: [...readiness.reasons],
        ...decisionsOf(skill),
      })),
    },
  };
}

const decisionsOf = ({ id }: Skill) => ({
  activate: `hebb skill activate ${id}`,
  reject: `hebb skill reject ${id} --reason "<why>"`,
});
