import { fail, HebbError, unwrap } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { proposedVersion, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { diffLines } from '../pipeline/diff-lines.ts';
import { textOfVersion } from '../pipeline/skill-blocks.ts';
import { requireSkill } from '../pipeline/skill-steps.ts';
import type { CommandInput } from './command.ts';
import { slugOf } from './skill-slug-argument.ts';

function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new HebbError(
    fail('usage.skill-diff', `${text}: not a version`, 'hebb skill diff <slug> 1 2').failure,
    2,
  );
}

/** The versions to compare: those named, else what waits with what is in use, else what is in use with what was before it. */
function pairOf(skill: Skill, given: readonly string[]): [number, number] {
  const [a, b] = given.map(numberOf);
  const newest = proposedVersion(skill)?.version;
  const before = skill.versions.findLast(({ version }) => version < skill.version)?.version;
  if (a !== undefined) return [a, b ?? skill.version];
  if (newest !== undefined && newest !== skill.version) return [skill.version, newest];
  if (before !== undefined) return [before, skill.version];
  throw fail('skill.version', `${skill.id} has one version`, `hebb skill show ${skill.id}`);
}

function textOf(state: State, skill: Skill, version: number): { name: string; text: string } {
  const text = textOfVersion(state, skill, version);
  if (text !== undefined) return { name: `${skill.id} version ${version}`, text };
  throw fail('skill.version', `${skill.id} has no version ${version}`, `hebb skill show ${skill.id}`);
}

/** `hebb skill diff <slug> [a] [b]`: what changed between two versions, as a unified diff. */
export async function diffSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const state = (await input.door.read()).state();
  const skill = unwrap(requireSkill(state, slug));
  const [from, to] = pairOf(skill, input.args.slice(2, 4));
  const diff = diffLines(textOf(state, skill, from), textOf(state, skill, to));
  const same = `Versions ${from} and ${to} of ${slug} say the same.`;
  return {
    exit: 0,
    human: diff === '' ? [{ kind: 'line', text: same }] : [{ kind: 'raw', text: diff }],
    data: { slug, from, to, diff },
  };
}
