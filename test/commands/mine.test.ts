import { describe, expect, it } from 'vitest';
import { createDesk, jsonIn, runIn } from '../support/program.ts';

const sessions = ['a b c d', 'x a b c d', 'a b q c d', 'w w v'].map((text, at) => ({
  id: `s${at}`,
  actions: text.split(' '),
}));
const request = JSON.stringify({ sessions, max: 5 });

describe('hebb mine', () => {
  it('answers one request with its patterns', async () => {
    const { data } = await jsonIn(createDesk(), ['mine'], { input: request });
    expect(data).toMatchObject({ command: 'mine', patterns: [['a', 'b', 'c', 'd']] });
  });

  it('answers several in order, a line each, as the filter does', async () => {
    const desk = createDesk();
    const input = `${request}\n{"sessions":[]}\n`;
    const { out, exit } = await runIn(desk, ['mine'], { input });
    expect([exit, out.trim().split('\n')]).toEqual([
      0,
      ['{"patterns":[["a","b","c","d"]]}', '{"patterns":[]}'],
    ]);
    expect((await runIn(desk, ['plumbing', 'sequences'], { input })).out).toBe(out);
  });

  it('folds loops of actions', async () => {
    const looped = sessions.map(({ id, actions }) => ({ id, actions: actions.flatMap((one) => [one, one]) }));
    const { data } = await jsonIn(createDesk(), ['mine'], { input: JSON.stringify({ sessions: looped }) });
    expect(data).toMatchObject({ patterns: [['a', 'b', 'c', 'd']] });
  });

  it('names the line that is no JSON object', async () => {
    const { exit, err } = await runIn(createDesk(), ['mine'], { input: `${request}\n[]\n` });
    expect([exit, err]).toEqual([1, expect.stringContaining('stdin:2: not a JSON object')]);
  });
});
