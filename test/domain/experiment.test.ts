import { describe, expect, it } from 'vitest';
import { parseAgentAnswer, parseExperiment, patternOf } from '../../src/domain/experiment.ts';

const task = { prompt: 'Add a test', answer: 'done' };

describe('a file of tasks', () => {
  it('is read with names for tasks that have none', () => {
    const tasks = [task, { id: 'edit', prompt: 'Edit it', workflow: ['edit ts'], folder: './start' }];
    expect(parseExperiment({ skill: 'add-a-test', tasks }, 'tasks.yaml')).toEqual({
      ok: true,
      value: {
        skill: 'add-a-test',
        tasks: [
          { id: 'task-1', prompt: 'Add a test', answer: 'done' },
          { id: 'edit', prompt: 'Edit it', workflow: ['edit ts'], folder: './start' },
        ],
      },
    });
  });

  it.each([
    [null, 'expected "skill" and "tasks"'],
    [{ tasks: [task] }, 'skill: expected the slug of a skill'],
    [{ skill: 's' }, 'tasks: expected a list of at least one task'],
    [{ skill: 's', tasks: [{ answer: 'done' }] }, 'tasks[0]: prompt: expected what the agent is asked'],
    [{ skill: 's', tasks: [{ prompt: 'go' }] }, 'tasks[0]: expected a workflow, an answer, or both'],
    [
      { skill: 's', tasks: [{ prompt: 'go', answer: '/(/' }] },
      'tasks[0]: answer: /(/ is no valid expression',
    ],
    [
      {
        skill: 's',
        tasks: [
          { ...task, id: 'a' },
          { ...task, id: 'a' },
        ],
      },
      'tasks[1]: id a is there twice',
    ],
  ])('%j is refused with its place', (value, problem) => {
    const parsed = parseExperiment(value, 'tasks.yaml');
    expect(parsed.ok ? '' : parsed.failure.message).toBe(`tasks.yaml: ${problem}`);
  });

  it('takes an answer between slashes as an expression', () => {
    expect(patternOf('/^done$/i')).toEqual(/^done$/i);
    expect(patternOf('usr/bin')).toBeUndefined();
  });
});

describe('what an agent command printed', () => {
  it('is a document with what the agent tells of itself', () => {
    const output = {
      answer: 'done',
      steps: [{ tool: 'Bash', input: { command: 'npm test' } }, { tool: 'Think' }],
      usage: { input: 100, output: 20 },
      requests: 3,
      modelMs: 800,
    };
    expect(parseAgentAnswer(JSON.stringify(output))).toEqual({
      text: 'done',
      calls: [
        { tool: 'Bash', input: { command: 'npm test' } },
        { tool: 'Think', input: {} },
      ],
      tokens: { input: 100, output: 20 },
      requests: 3,
      modelMs: 800,
    });
  });

  it.each(['done', '[1]', '{"answer": 3}', '{"answer'])('is otherwise the answer itself: %s', (output) => {
    expect(parseAgentAnswer(output)).toEqual({ text: output });
  });
});
