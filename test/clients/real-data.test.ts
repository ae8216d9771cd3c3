import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/clients/claude-code/adapter.ts';
import { type ClientAdapter, payloadsOf } from '../../src/clients/client.ts';
import { codex } from '../../src/clients/codex/adapter.ts';
import { type Result, unwrap } from '../../src/domain/failure.ts';
import type { HookFact } from '../../src/domain/hook-fact.ts';
import { readAll } from './read-file.ts';
import { temporaryFile } from './temporary-folder.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const here = existsSync(data);

const below = (folder: string): string[] =>
  here
    ? readdirSync(join(data, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => join(folder, name))
    : [];

const transcripts = [
  ...below('claude-transcripts'),
  ...below('codex-rollouts'),
  ...below('gemini-chats'),
  ...below('other-agents'),
  ...below('live').filter((name) => /transcript|rollout/.test(name)),
].filter((name) => claudeCode.isTranscript(name));

/**
 * Counted by hand: every row was printed and looked at, injected and bookkeeping rows struck out.
 * Columns: prompts, steps (tool uses), steps that failed, steps refused, rows of the prompts.
 */
const counted: [file: string, steps: number, failed: number, refused: number, prompts: number[]][] = [
  // Only `/init`: its expansion is the client's own text. The Write was not permitted.
  ['claude-transcripts/kimuson-1af7fc5e.jsonl', 12, 0, 1, []],
  // "push to github" and, after refusing commit and push together, "continue". The interrupt is no prompt.
  ['claude-transcripts/sniffly-fed8ce56.jsonl', 7, 0, 2, [2, 16]],
  ['claude-transcripts/obra-tiny.jsonl', 1, 0, 0, [1, 3]],
  // A document block (row 14, isMeta) is no prompt; pasted terminal output (277, 287) is. Failed: 7, 89, 165, 210.
  [
    'claude-transcripts/obra-long-api-errors.jsonl',
    98,
    4,
    0,
    [2, 17, 22, 25, 28, 33, 40, 75, 107, 151, 239, 243, 263, 277, 287],
  ],
  // Both calls stopped by one refusal.
  ['claude-transcripts/spotter-short.jsonl', 2, 0, 2, [4]],
  // `/mcp` was queued and run (9, 20 to 24): no prompt. Two interrupts, rows 18 and 39.
  ['claude-transcripts/spotter-tool_heavy.jsonl', 6, 0, 0, [4, 26]],
  // Skill text (102), summary (1482), caveat (1483), `/compact …` (1484) and its output (1485) are no prompts.
  ['claude-transcripts/spotter-ae4a77f8.jsonl', 242, 12, 0, [7, 1491]],
  // The task of a sub-agent is no prompt of the person.
  ['claude-transcripts/spotter-ae4a77f8/subagents/agent-aac57f5.jsonl', 12, 0, 0, []],
  // Skill texts arrive as user rows (8, 10) in this stream.
  ['claude-transcripts/cclv-blank_lines_repro.jsonl', 6, 0, 0, []],
  // Row 6 is the client's caveat, 7 a command, 8 its output; 10 and 11 have no readable message.
  ['claude-transcripts/daaain-edge_cases.jsonl', 3, 1, 0, [1, 3, 12]],
  ['claude-transcripts/obra-medium-snapshots-only.jsonl', 0, 0, 0, []],
  ['claude-transcripts/sniffly-ff71dbed-summary-only.jsonl', 0, 0, 0, []],
  // A failing test (16), an edit whose text was not found (22).
  ['live/claude-2.1.332-transcript-edit-fix.jsonl', 7, 2, 0, [3]],
  ['live/claude-2.1.332-transcript.jsonl', 5, 2, 0, [3]],
  // Two patches could not be applied (37, 41); sed (17) and two test runs (49, 52) ended with 1.
  ['codex-rollouts/traceforge-codex.jsonl', 11, 5, 0, [6]],
  // `exit 3` and a patch of a file that is not there; each step is told by two or three rows.
  ['live/codex-0.171.0-rollout.jsonl', 4, 2, 0, [8]],
  // "Start" is told twice (2, 4); row 10 is the surroundings.
  ['codex-rollouts/agentsessions-large.jsonl', 1, 0, 0, [2, 11, 13, 15, 17, 19]],
  // `ls -F`. Rows of a document are its messages, after what it says of itself.
  ['gemini-chats/agentsessions-jsonl_v040.jsonl', 1, 0, 0, [2]],
  ['gemini-chats/agentsessions-small.json', 0, 0, 0, [2]],
  ['gemini-chats/tokenaudit-session-sample.json', 2, 0, 0, [2, 4]],
  // Results without a word of how it ended: unknown, not failed.
  ['other-agents/cursor-large.jsonl', 2, 0, 0, [1, 5, 9]],
  // Each of bash, glob, three times grep, five times read, two patches is told three times.
  ['other-agents/opencode-traceforge.jsonl', 12, 0, 0, [5]],
];

describe.skipIf(!here)('transcripts of real agents', () => {
  it.each(counted)('%s: %i steps, %i failed, %i refused', (file, steps, failed, refused, prompts) => {
    const { of } = readAll(join(data, file));
    const bad = of('result').filter(({ ok }) => ok === false);
    expect({
      steps: of('call').length,
      failed: bad.filter((item) => !item.refused).length,
      refused: bad.filter((item) => item.refused).length,
      prompts: of('prompt').map(({ row }) => row),
    }).toEqual({ steps, failed, refused, prompts });
  });

  it('says of the file of an agent that it does not know that it does not know it', () => {
    const { items, head, skipReason } = readAll(join(data, 'other-agents/copilot-small.jsonl'));
    expect([items, head, skipReason]).toEqual([[], undefined, 'no agent that hebb knows writes such rows']);
  });

  it.each(transcripts)('%s: a call has at most one result, and nothing injected is a prompt', (file) => {
    const { of } = readAll(join(data, file));
    const results = of('result').map(({ toolUseId }) => toolUseId);
    expect(new Set(results).size).toBe(results.length);
    const injected = of('prompt').filter(({ text }) =>
      /<system-reminder|^<[a-z_-]+>|^Caveat: |^\[Request|This session is being continued|^Base directory for/.test(
        text,
      ),
    );
    expect(injected).toEqual([]);
  });

  it('names every line that cannot be read, and no other', () => {
    const bad = transcripts.flatMap((file) =>
      readAll(join(data, file))
        .of('bad')
        .map((item) => [file, item.bad.line, item.bad.problem]),
    );
    expect(bad).toEqual([
      ['claude-transcripts/ccthread-malformed.jsonl', 2, 'not JSON'],
      ['claude-transcripts/daaain-edge_cases.jsonl', 13, 'not a JSON object'],
      ['claude-transcripts/daaain-edge_cases.jsonl', 15, 'not a JSON object'],
      ['claude-transcripts/daaain-edge_cases.jsonl', 16, 'not a JSON object'],
    ]);
  });

  it.each(['claude-transcripts/spotter-ae4a77f8.jsonl', 'codex-rollouts/traceforge-codex.jsonl'])(
    'gives the same for %s in two readings as in one',
    (file) => {
      const whole = readAll(join(data, file));
      const text = readFileSync(join(data, file));
      const cut = text.indexOf('\n', text.length / 2) + 1;
      const path = temporaryFile(text.subarray(0, cut));
      const first = readAll(path);
      if (!first.cursor || !first.head) throw new Error('nothing was read');
      appendFileSync(path, text.subarray(cut));
      const second = readAll(path, { cursor: first.cursor, head: first.head });
      expect([...first.items, ...second.items]).toEqual(whole.items);
      expect(second.head).toEqual(whole.head);
    },
  );
});

const factsOf = (client: ClientAdapter, values: unknown[]): HookFact[] =>
  values.flatMap(payloadsOf).flatMap((payload) => {
    const facts: Result<HookFact[]> = client.parseHook(payload, '2026-01-01T00:00:00.000Z');
    return unwrap(facts);
  });

const jsonLines = (file: string): unknown[] =>
  readFileSync(join(data, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe.skipIf(!here)('hook payloads of real agents', () => {
  it.each([
    ['quantstats-post_tool_use', 14],
    ['quantstats-pre_tool_use', 0],
    ['seeknal-post_tool_use', 4],
    ['seeknal-stop', 2],
    ['seeknal-user_prompt_submit', 2],
    ['templar-subagent_stop', 0],
  ])('%s: %i facts', (file, count) => {
    const payloads: unknown = JSON.parse(readFileSync(join(data, `hook-payloads/${file}.json`), 'utf8'));
    expect(factsOf(claudeCode, [payloads])).toHaveLength(count);
  });

  it.each([
    [claudeCode, 'live/claude-2.1.332-hook-payloads.jsonl', 'live/claude-2.1.332-transcript.jsonl', 5],
    [
      claudeCode,
      'live/claude-2.1.332-hook-payloads-edit-fix.jsonl',
      'live/claude-2.1.332-transcript-edit-fix.jsonl',
      6,
    ],
    [codex, 'live/codex-0.171.0-hook-payloads.jsonl', 'live/codex-0.171.0-rollout.jsonl', 2],
  ])('hooks and transcript tell the same of the same step (%#)', (client, hooks, transcript, steps) => {
    const used = factsOf(client, jsonLines(hooks)).filter(({ toolUseId }) => toolUseId !== undefined);
    const { of, head } = readAll(join(data, transcript));
    const ends = new Map(of('result').map((item) => [item.toolUseId, item.ok]));
    const calls = new Map(of('call').map((item) => [item.toolUseId, item]));
    expect(used).toHaveLength(steps);
    for (const { toolUseId = '', ok, tool, input, sessionId } of used) {
      expect([tool, input, sessionId]).toEqual([
        calls.get(toolUseId)?.tool,
        calls.get(toolUseId)?.input,
        head?.sessionId,
      ]);
      expect([ends.get(toolUseId), 'unknown']).toContain(ok);
    }
  });

  it('a prompt has the same id and words in hook and transcript', () => {
    const [fact] = factsOf(claudeCode, jsonLines('live/claude-2.1.332-hook-payloads-edit-fix.jsonl')).filter(
      ({ kind }) => kind === 'prompt',
    );
    const [prompt] = readAll(join(data, 'live/claude-2.1.332-transcript-edit-fix.jsonl')).of('prompt');
    expect([fact?.promptId, fact?.text]).toEqual([prompt?.promptId, prompt?.text]);
  });
});
