import { expect, it } from 'vitest';
import { adapters, clientOf, clientOfRow } from '../../src/clients/adapters.ts';
import { claudeCode } from '../../src/clients/claude-code/adapter.ts';
import { codex } from '../../src/clients/codex/adapter.ts';
import { openTranscript } from '../../src/clients/transcript.ts';
import { fixture } from './read-file.ts';
import { temporaryFile, temporaryFolder } from './temporary-folder.ts';

it.each([
  ['claude-code', 'claude-code'],
  ['codex', 'codex'],
  ['/home/ada/.claude/projects/-home-ada/s.jsonl', 'claude-code'],
  ['C:\\Users\\ada\\.codex\\sessions\\2026\\10\\06\\rollout-x.jsonl', 'codex'],
  ['/backup/rollout-x.jsonl', 'codex'],
  ['/home/ada/notes.jsonl', undefined],
])('%s is of %s', (nameOrPath, name) => {
  expect(clientOf(nameOrPath)?.name).toBe(name);
});

it.each([
  [{ type: 'summary', summary: 'x', leafUuid: 'l' }, 'claude-code'],
  [{ type: 'file-history-snapshot', messageId: 'm' }, 'claude-code'],
  [{ type: 'user', message: {}, sessionId: 's' }, 'claude-code'],
  [{ type: 'session_meta', payload: {} }, 'codex'],
  [{ id: 'i', timestamp: 't', instructions: null }, 'codex'],
  [{ record_type: 'state' }, 'codex'],
  [{ type: 'message', role: 'user', content: [] }, 'codex'],
  [{ role: 'user', message: {} }, undefined],
  [{ sessionId: 's', projectHash: 'p' }, undefined],
  ['text', undefined],
])('row %j is of %s', (row, name) => {
  expect(clientOfRow(row)?.name).toBe(name);
});

it('looks where each client keeps its transcripts, also where the environment says so', () => {
  const home = '/home/ada [x]';
  const globs = (vars: Record<string, string>) =>
    adapters.flatMap((adapter) => adapter.transcriptGlobs({ home, vars }));
  expect(globs({})).toContain('/home/ada \\[x\\]/.claude/projects/*/*.jsonl');
  expect(globs({})).toContain('/home/ada \\[x\\]/.codex/sessions/**/rollout-*.{jsonl,jsonl.zst}');
  expect(globs({ CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x' }).every((glob) => /^\/[cx]\//.test(glob))).toBe(
    true,
  );
});

it.each([
  ['/p/projects/a/s.jsonl', true],
  ['/p/projects/a/s/subagents/agent-1.jsonl', true],
  ['/p/memory/s.jsonl', true],
  ['/p/projects/a/s/subagents/agent-acompact-1.jsonl', false],
  ['/p/projects/a/resume-head.jsonl', false],
  ['/p/projects/a/memory/notes.jsonl', false],
  ['/p/projects/a/s/tool-results/x.jsonl', false],
  ['/p/history.jsonl', false],
  ['/p/projects/a/s.meta.json', false],
])('Claude Code: %s is a transcript: %s', (path, expected) => {
  expect(claudeCode.isTranscript(path)).toBe(expected);
});

it('says how to read a compressed rollout', () => {
  const result = openTranscript('/x/rollout-1.jsonl.zst', { maxLineMb: 1 });
  expect(result).toMatchObject({
    ok: false,
    failure: { code: 'transcript-compressed', hint: expect.stringContaining('zstd -d') },
  });
});

it.each([
  ['a folder', () => temporaryFolder()],
  ['nothing', () => '/no/such/file.jsonl'],
])('says that %s is no transcript', (_, path) => {
  expect(openTranscript(path(), { maxLineMb: 1 })).toMatchObject({
    ok: false,
    failure: { code: 'transcript-unreadable' },
  });
});

it('knows no client in a file of another kind', () => {
  const opened = openTranscript(temporaryFile('{"a":1}\n'), { maxLineMb: 1 });
  if (!opened.ok) throw new Error(opened.failure.message);
  expect([[...opened.value.items], opened.value.head()]).toEqual([[], undefined]);
});

it('uses the client that it is told', () => {
  const path = fixture('codex/rollout-2026-10-06T08-00-00-new.jsonl');
  const opened = openTranscript(path, { maxLineMb: 1, client: codex });
  expect(opened.ok && [...opened.value.items].length).toBe(16);
});

it('names a session after its file where no row does', () => {
  const opened = openTranscript(temporaryFile('{"type":"turn_context","payload":{}}\n', 's-1.jsonl'), {
    maxLineMb: 1,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  expect([[...opened.value.items], opened.value.head()]).toEqual([[], { client: 'codex', sessionId: 's-1' }]);
});
