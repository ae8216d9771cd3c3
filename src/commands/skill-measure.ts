import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import { type MeasuredGroup, measureSkill, type SkillMeasure } from '../pipeline/measure-skill.ts';
import { requireSkill } from '../pipeline/skill-steps.ts';
import { skillTexts } from '../pipeline/skill-texts.ts';
import { rateText } from '../pipeline/wilson.ts';
import { wordsHere } from './applicability-here.ts';
import type { CommandInput } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { slugOf } from './skill-slug-argument.ts';

const names: Readonly<Record<MeasuredGroup['name'], string>> = {
  before: 'before it was in use',
  'after-without': 'since, without it',
  'after-with': 'since, with it',
  followed: '  of these: followed it',
  'another-path': '  of these: took another path',
};

const rowOf = ({ name, runs, unknown, rate }: MeasuredGroup): string[] => [
  names[name],
  String(runs),
  String(rate.successes),
  String(rate.total - rate.successes),
  String(unknown),
  rateText(rate),
];

function differenceText({ difference }: SkillMeasure): string {
  if (difference === null) return 'With it and without it cannot be compared yet.';
  const points = Math.round(difference * 100);
  return `With it ${Math.abs(points)} points ${points < 0 ? 'less' : 'more'} than without it.`;
}

function blocksOf(slug: string, measured: SkillMeasure): Block[] {
  const { since } = measured;
  return [
    { kind: 'title', text: slug },
    { kind: 'line', text: since === null ? 'It was never in use.' : `In use since ${dayOf(since)}.` },
    {
      kind: 'table',
      head: ['runs it was meant for', 'runs', 'well', 'not', 'unknown', 'ended well (95 %)'],
      rows: measured.groups.map(rowOf),
    },
    { kind: 'line', text: differenceText(measured) },
    {
      kind: 'line',
      text: 'This is observational: which runs had the skill was not drawn by lot, so a difference need not come from it. hebb experiment compares the same tasks.',
      tone: 'dim',
    },
  ];
}

/** `hebb skill measure <slug>`: how the runs it was meant for ended, with and without it, before and after. */
export async function measureOneSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const store = await input.door.read();
  const state = store.state();
  const skill = unwrap(requireSkill(state, slug));
  const { runs } = digestsHere(input, store);
  const measure = wordsHere({ store, policy: store.policy() }, skillTexts(state, [skill], runs));
  const measured = measureSkill(skill, { runs, measure });
  return { exit: 0, human: blocksOf(slug, measured), data: { slug, measure: toJson(measured) } };
}
