import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Options } from '../../src/commands/command.ts';
import { run } from '../../src/commands/experiment.ts';
import { addRuns } from '../../src/store/facts.ts';
import { ran, runOf } from '../pipeline/reflect-samples.ts';
import { skill, version } from '../pipeline/skill-samples.ts';
import { openHome } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { fieldsIn, makeSkillHome, type SkillHome } from './skill-home.ts';

const held = {
  skills: [
    skill('add-a-test', [], {
      source: 'behaviour',
      versions: [version(1, [], { sources: ['w-1', 'w-2', 'w-3'] })],
    }),
    skill('from-learnings', []),
  ],
};
const runs = [1, 2, 3].map((day) =>
  runOf(`w-${day}`, day, [ran('npm test')], { query: `Add a test for ${day}`, outcome: 'success' }),
);

/** An agent that edits and tests where it is shown the skill, and only tests where it sees runs; as developer it answers best. */
const agent = `#!/bin/sh
asked=$(cat)
ls > "$0.seen"
edit='{"tool":"Edit","input":{"file_path":"a.test.ts","old_string":"a","new_string":"b"}}'
test='{"tool":"Bash","input":{"command":"npm test"}}'
case $asked in
  *'"role":"developer"'*) echo '{"answer":"done","steps":['"$edit,$test"'],"usage":{"input":80,"output":8},"requests":2,"modelMs":50}' ;;
  *'Run 1 of 3'*) echo '{"answer":"done","steps":['"$test"'],"usage":{"input":200,"output":10},"requests":3,"modelMs":90}' ;;
  *) echo '{"answer":"well, done","steps":['"$edit,$test"'],"usage":{"input":80,"output":8},"requests":2,"modelMs":60}' ;;
esac
`;
const tasks = `skill: add-a-test
tasks:
  - id: cart
    prompt: Add a test for the cart
    workflow: [edit typescript test, run npm test]
    answer: done
    folder: start
  - id: price
    prompt: Add a test for the price
    answer: /^done/
`;

let place: SkillHome;
beforeAll(async () => {
  place = await makeSkillHome(held);
  addRuns(await openHome({ home: place.home, write: true }), runs);
  mkdirSync(join(place.shop, 'start'));
  writeFileSync(join(place.shop, 'start', 'a.test.ts'), 'a');
  writeFileSync(join(place.shop, 'tasks.yaml'), tasks);
  writeFileSync(join(place.shop, 'agent.sh'), agent, { mode: 0o700 });
  writeFileSync(join(place.shop, 'fails.sh'), '#!/bin/sh\necho no luck >&2\nexit 4\n', { mode: 0o700 });
  writeFileSync(
    join(place.home, 'config.yaml'),
    `models:\n  agentCommand: ${join(place.shop, 'agent.sh')}\n  agentProvider: openai\n`,
  );
});

const experiment = (options: Options = {}) =>
  callCommand(run, { options: { project: 'p', tasks: 'tasks.yaml', ...options } }, fieldsIn(place));

describe('hebb experiment', () => {
  it('puts the same tasks to three arms and holds them against each other', async () => {
    const { exit, data, out } = await experiment();
    expect(exit).toBe(0);
    expect(data.figures).toMatchObject([
      {
        arm: 'baseline',
        results: 2,
        workflow: 0,
        answer: 1,
        combined: 0,
        inputTokens: 200,
        requests: 3,
        rawRunRate: 1,
        developerRate: 0,
      },
      {
        arm: 'user',
        results: 2,
        workflow: 1,
        answer: 0,
        combined: 0,
        inputTokens: 80,
        modelMs: 60,
        rawRunRate: 0,
        developerRate: 0,
      },
      {
        arm: 'developer',
        results: 2,
        workflow: 1,
        answer: 1,
        combined: 1,
        outputTokens: 8,
        rawRunRate: 0,
        developerRate: 1,
      },
    ]);
    expect(data.checks).toMatchObject([
      { rule: 'same-body', holds: true },
      { rule: 'no-raw-run', holds: true },
      { rule: 'one-developer', holds: true },
    ]);
    expect(out).toMatch(/developer − baseline +\+100 +0 +\+100 +-120/);
    expect(data.results).toHaveLength(6);
    expect(data.results).toContainEqual(
      expect.objectContaining({ task: 'cart', arm: 'user', units: ['edit typescript test', 'run npm test'] }),
    );
  });

  it('lets each run in a copy of its folder, and leaves none behind', async () => {
    await experiment();
    expect(readdirSync(join(place.home, 'cache')).filter((name) => name.startsWith('experiment-'))).toEqual(
      [],
    );
    expect(readdirSync(join(place.shop, 'start'))).toEqual(['a.test.ts']);
  });

  it('repeats, with the arms taking turns in going first', async () => {
    const { data } = await experiment({ repeat: '2' });
    const firsts = [0, 3, 6, 9].map((at) => (data.results as { arm: string }[])[at]?.arm);
    expect(data.results).toHaveLength(12);
    expect(firsts).toEqual(['baseline', 'user', 'user', 'developer']);
  });

  it('shows the prompts without asking anybody', async () => {
    const { out, data } = await experiment({ show: true, agent: '/nowhere/agent' });
    expect(out).toContain('Run 1 of 3, asked: Add a test for 1');
    expect(out).toContain('[developer]');
    expect(data.prompts).toHaveLength(2);
  });

  it('counts an agent that fails as wrong, says why, and ends with 3', async () => {
    const { exit, data } = await experiment({ agent: join(place.shop, 'fails.sh') });
    expect(exit).toBe(3);
    expect(data.results).toContainEqual(
      expect.objectContaining({
        task: 'price',
        answer: false,
        workflow: null,
        problem: 'the command ended with status 4: no luck',
      }),
    );
  });

  it.each([
    [{ tasks: undefined }, '--tasks: no file'],
    [{ tasks: 'none.yaml' }, 'none.yaml: ENOENT'],
    [{ tasks: 'agent.sh' }, 'agent.sh: '],
    [{ repeat: '0' }, '--repeat 0: not a number from 1 to 100'],
  ])('%j is refused', async (options, message) => {
    await expect(experiment(options)).rejects.toThrow(message);
  });

  it('needs a skill that was made from runs', async () => {
    writeFileSync(join(place.shop, 'other.yaml'), tasks.replace('add-a-test', 'from-learnings'));
    await expect(experiment({ tasks: 'other.yaml' })).rejects.toThrow(
      'from-learnings was not made from runs',
    );
    writeFileSync(join(place.shop, 'gone.yaml'), tasks.replace('add-a-test', 'gone'));
    await expect(experiment({ tasks: 'gone.yaml' })).rejects.toThrow('no skill is called gone');
  });
});
