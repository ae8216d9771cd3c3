import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consolidateSkills, type SkillStage } from '../../src/commands/consolidate-skills.ts';
import type { DistilInput, Distilled } from '../../src/domain/distil.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { Skill } from '../../src/domain/skill.ts';
import { readRuns } from '../../src/store/facts.ts';
import { learning, pattern } from '../pipeline/skill-samples.ts';
import { createHost, now, openHome, stateIn } from '../support/home.ts';
import { fieldsIn, makeSkillHome, type SkillHome } from './skill-home.ts';

const said = [
  'Look at the guard before the handler.',
  'Ask for the log of the last call.',
  'Start the hook by hand.',
  'Read its exit status.',
];
const four = {
  memories: said.map((summary, at) => learning(`m-${at + 1}`, undefined, { summary })),
  patterns: [pattern()],
};

/** A text that cites all its learnings. */
const distilled = ({ slug, learnings, errors }: DistilInput): Distilled => {
  const steps = learnings.map(({ label, what }, at) => `${at + 1}. ${what.summary} [${label}]`);
  const [first] = learnings;
  const body = [
    '## When to use',
    '',
    'A hook fails.',
    '',
    '## Procedure',
    '',
    ...steps,
    '',
    '## Pitfalls',
    '',
    `- Haste. [${first?.label}]`,
    '',
    '## Verification',
    '',
    'The hook runs.',
  ];
  return {
    kind: 'skill',
    document: {
      name: slug,
      description: 'Fixes hooks. Use when a hook fails.',
      metadata: {},
      otherKeys: [],
      body: body.join('\n'),
    },
    citations: Object.fromEntries([...learnings, ...errors].map(({ label, what }) => [label, what.id])),
  };
};

/** A run of its own over a home, as another process would be. */
async function stageAt(place: SkillHome, fields: Partial<SkillStage> = {}): Promise<SkillStage> {
  const store = await openHome({ home: place.home, write: true });
  return {
    store,
    host: createHost(fieldsIn(place)),
    policy: defaultPolicy,
    now,
    runs: readRuns(store),
    only: undefined,
    force: false,
    distil: async ({ input }) => distilled(input),
    commit: (plan) => {
      let made: ReturnType<typeof plan> | undefined;
      store.commit({
        command: 'consolidate',
        plan: (state) => {
          made = plan(state);
          return made;
        },
      });
      return made;
    },
    ...fields,
  };
}

const skillsIn = async ({ home }: SkillHome): Promise<Skill[]> => [
  ...(await openHome({ home })).state().skills.values(),
];

it('two runs at once make one version; the slower one says so', async () => {
  const place = await makeSkillHome(four);
  const first = await stageAt(place);
  const slow = await stageAt(place, {
    distil: async ({ input }) => {
      await consolidateSkills(first);
      return distilled(input);
    },
  });
  const lines = await consolidateSkills(slow);
  expect(lines).toMatchObject([
    { slug: 'fix-hooks', refused: ['its learnings changed meanwhile: the next run looks again'] },
  ]);
  const [skill, ...others] = await skillsIn(place);
  expect(others).toEqual([]);
  expect(skill?.versions.map(({ version, outcome }) => [version, outcome])).toEqual([[1, 'live']]);
  expect(
    (await openHome({ home: place.home }))
      .operations()
      .filter(({ command }) => command === 'consolidate skills'),
  ).toHaveLength(1);
});

it('two projects with one kind of work get two names in one run', async () => {
  const twin = four.memories.map((one) => ({ ...one, id: `${one.id}-q`, project: 'q', patternId: 'p-q' }));
  const place = await makeSkillHome({
    memories: [...four.memories, ...twin],
    patterns: [pattern(), pattern('p-q', 'fix hooks', { project: 'q' })],
  });
  await consolidateSkills(await stageAt(place));
  expect((await skillsIn(place)).map(({ id, project }) => [id, project])).toEqual([
    ['fix-hooks', 'p'],
    ['fix-hooks-2', 'q'],
  ]);
});

it('what a person writes into SKILL.md is kept and becomes a version', async () => {
  const place = await makeSkillHome(four);
  const stage = await stageAt(place);
  await consolidateSkills(stage);
  stage.store.publish();
  const path = join(place.home, 'skills/fix-hooks/SKILL.md');
  const mine = `${fs.readFileSync(path, 'utf8')}\nAsk Grace.\n`;
  fs.writeFileSync(path, mine);
  const next = await stageAt(place);
  expect(await consolidateSkills(next)).toMatchObject([{ slug: 'fix-hooks', kind: 'edit' }]);
  next.store.publish();
  expect(fs.readFileSync(path, 'utf8')).toBe(mine);
  const [skill] = await skillsIn(place);
  expect(
    skill?.versions.map(({ action, outcome, decidedBy }) => `${action} ${outcome} ${decidedBy}`),
  ).toEqual(['create replaced auto', 'edit live human']);
  const state = await stateIn(place.home);
  expect(state['documents/skills/fix-hooks/versions/2.md']).toBe(mine);
  expect(await consolidateSkills(await stageAt(place))).toEqual([]);
});
