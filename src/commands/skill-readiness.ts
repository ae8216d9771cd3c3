import { fail, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { isOnTrial } from '../pipeline/evaluate-shadow.ts';
import { countTrial, judgeReadiness, type Readiness, recordsOfTrial } from '../pipeline/readiness.ts';
import { requireSkill } from '../pipeline/skill-steps.ts';
import type { CommandInput } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { slugOf } from './skill-slug-argument.ts';
import { shadowRecords } from './watch-skills.ts';

function blocksOf(slug: string, { ready, checks }: Readiness): Block[] {
  return [
    { kind: 'title', text: `${slug}  ${ready ? 'ready' : 'not ready'}` },
    ...checks.map(({ passed, text }): Block => ({ kind: 'item', text, tone: passed ? 'good' : 'warn' })),
    {
      kind: 'line',
      text: ready
        ? `hebb skill activate ${slug} puts it into use.`
        : `This is advice: hebb skill activate ${slug} puts it into use all the same.`,
      tone: 'dim',
    },
  ];
}

/** `hebb skill readiness <slug>`: what its trial has shown, and what is missing. */
export async function readinessOfSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const store = await input.door.read();
  const skill = unwrap(requireSkill(store.state(), slug));
  if (!isOnTrial(skill))
    throw fail('skill.no-trial', `${slug} is ${skill.status}, not on trial`, `hebb skill show ${slug}`);
  const records = recordsOfTrial(skill, shadowRecords(digestsHere(input, store)));
  const readiness = judgeReadiness(countTrial(records), store.policy().shadow);
  return {
    exit: 0,
    human: blocksOf(slug, readiness),
    data: { slug, version: skill.version, readiness: toJson(readiness) },
  };
}
