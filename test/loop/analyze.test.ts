import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptPath, writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, jsonIn } from '../support/program.ts';

const id = 'ab12cd34-0000-4000-8000-000000000000';
const at = '2026-10-20T09:00:00.000Z';

interface Line {
  readonly id: string;
  readonly steps: readonly { readonly agentId?: string; readonly shape: string }[];
}

const runsIn = (desk: Desk): Line[] => {
  const lines = readFileSync(join(desk.home, 'workflows', '2026-10.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return [...new Map(lines.map((line): [string, Line] => [JSON.parse(line).id, JSON.parse(line)])).values()];
};

describe('analyze-sessions', () => {
  it('reads only appended bytes, and a second look adds nothing', async () => {
    const desk = createDesk();
    writeTranscript(desk, {
      id,
      at,
      turns: [{ says: 'Always use pnpm in this repo.' }, { runs: 'pnpm test' }],
    });
    const first = await jsonIn(desk, ['analyze-sessions']);
    const again = await jsonIn(desk, ['analyze-sessions']);
    writeTranscript(desk, { id, at: '2026-10-20T09:30:00.000Z', turns: [{ says: 'Never push to main.' }] });
    const more = await jsonIn(desk, ['analyze-sessions']);
    expect(
      [first, again, more].map(({ data }) => [
        data.prompts,
        data.steps,
        data.candidates.length,
        data.files[0].state,
      ]),
    ).toEqual([
      [1, 1, 1, 'new'],
      [0, 0, 0, 'same'],
      [1, 0, 1, 'appended'],
    ]);
  });

  it('reads a replaced file again without doubling anything', async () => {
    const desk = createDesk();
    const path = writeTranscript(desk, {
      id,
      at,
      turns: [{ says: 'Always use pnpm in this repo.' }, { runs: 'pnpm test' }],
    });
    await jsonIn(desk, ['analyze-sessions']);
    const text = readFileSync(path, 'utf8');
    writeFileSync(`${path}.new`, `{"type":"summary","summary":"x","leafUuid":"y"}\n${text}`);
    writeFileSync(path, readFileSync(`${path}.new`));
    const { data } = await jsonIn(desk, ['analyze-sessions']);
    expect([data.files[0].state, data.prompts, data.steps, data.candidates]).toEqual(['replaced', 0, 0, []]);
    expect(runsIn(desk)).toHaveLength(1);
  });

  it('gives the steps of a sub-agent to the run in which they were done', async () => {
    const desk = createDesk();
    writeTranscript(desk, { id, at, turns: [{ says: 'Look for the bug' }, { runs: 'ls' }] });
    writeTranscript(desk, {
      id,
      agent: 'a77',
      at: '2026-10-20T09:00:30.000Z',
      turns: [{ runs: 'npm test' }],
    });
    writeTranscript(desk, {
      id,
      at: '2026-10-20T09:10:00.000Z',
      turns: [{ says: 'Now fix it' }, { runs: 'npm run build' }],
    });
    await jsonIn(desk, ['analyze-sessions']);
    const steps = runsIn(desk).map((run) =>
      run.steps.map(({ agentId, shape }) => `${agentId ?? 'own'} ${shape}`),
    );
    expect(steps).toEqual([['own Bash ls', 'a77 Bash npm test'], ['own Bash npm run build']]);
  });

  it('names every line that it cannot read, and reads the rest', async () => {
    const desk = createDesk();
    writeTranscript(desk, { id, at, turns: [{ says: 'Always use pnpm in this repo.' }] });
    appendFileSync(transcriptPath(desk, id), '{"torn": \n"a string"\n');
    writeTranscript(desk, { id, at: '2026-10-20T09:05:00.000Z', turns: [{ says: 'Thanks' }] });
    const { exit, data } = await jsonIn(desk, ['analyze-sessions']);
    expect([exit, data.badLines.map(({ line }: { line: number }) => line), data.prompts]).toEqual([
      3,
      [2, 3],
      2,
    ]);
    expect(
      readFileSync(join(desk.home, 'quarantine', '2026-11.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(2);
  });

  it('reads a session that a hook told of and its transcript again as one', async () => {
    const desk = createDesk();
    const path = writeTranscript(desk, {
      id,
      at,
      turns: [{ says: 'Always use pnpm in this repo.' }, { runs: 'pnpm test' }],
    });
    const rows = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const payloads = [
      {
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Always use pnpm in this repo.',
        prompt_id: rows[0].promptId,
      },
      {
        hook_event_name: 'PostToolUse',
        tool_use_id: rows[1].message.content[0].id,
        tool_name: 'Bash',
        tool_input: { command: 'pnpm test' },
        tool_response: { stdout: '' },
      },
    ].map((payload) => ({ ...payload, session_id: id, cwd: desk.project, transcript_path: path }));
    for (const payload of payloads) {
      const ran = await jsonIn(desk, ['capture', '--client', 'claude-code'], {
        input: JSON.stringify(payload),
      });
      expect(ran.exit).toBe(0);
    }
    const { data } = await jsonIn(desk, ['analyze-sessions']);
    const log = readFileSync(join(desk.home, 'learning-log', '2026-11.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect([data.prompts, data.steps, data.candidates.length]).toEqual([1, 1, 1]);
    expect(log).toHaveLength(2);
    const { data: check } = await jsonIn(desk, ['auto-consolidate', '--check']);
    expect(check.reasons.join()).not.toMatch(/unprocessed/);
  });
});
