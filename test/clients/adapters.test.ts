import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import glob from 'fast-glob';
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
  ['/home/ada/.gemini/tmp/shop/chats/session-2026-10-05T09-00-0c0ffee0.jsonl', 'gemini'],
  ['/home/ada/.cursor/projects/home-ada-shop/agent-transcripts/s/s.jsonl', 'cursor'],
  ['/backup/projects/home-ada-shop/agent-transcripts/s/subagents/a.jsonl', 'cursor'],
  ['/home/ada/.local/share/opencode/storage/session/p/ses_1.json', 'opencode'],
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
  [{ role: 'user', message: {} }, 'cursor'],
  [{ type: 'turn_ended', status: 'success' }, 'cursor'],
  [{ sessionId: 's', projectHash: 'p' }, 'gemini'],
  [{ id: 'm', type: 'user', content: 'hi' }, 'gemini'],
  [{ $set: { lastUpdated: 't' } }, 'gemini'],
  [{ $rewindTo: 'm' }, 'gemini'],
  [{ info: { id: 'ses_1', directory: '/w' }, messages: [] }, 'opencode'],
  [{ info: { id: 'msg_1', role: 'user' }, parts: [] }, 'opencode'],
  [{ id: 'evt_1', aggregate_id: 'ses_1', seq: 0, type: 'session.created.1', data: {} }, 'opencode'],
  [{ id: 'ses_1', directory: '/w', time: { created: 1 } }, 'opencode'],
  [{ type: 'user.message', data: {}, id: 'e', timestamp: 't', parentId: null }, undefined],
  ['text', undefined],
])('row %j is of %s', (row, name) => {
  expect(clientOfRow(row)?.name).toBe(name);
});

it('looks where each client keeps its transcripts, also where the environment says so', () => {
  const home = '/home/ada [x]';
  const globs = (vars: Record<string, string>) =>
    adapters.flatMap((adapter) => adapter.transcriptGlobs({ home, vars }));
  expect(globs({})).toContain('/home/ada \\[x\\]/.claude/projects/*/*.jsonl');
  expect(globs({})).toContain('/home/ada \\[x\\]/.codex/sessions/**/rollout-*.jsonl.zst');
  expect(globs({})).toContain('/home/ada \\[x\\]/.gemini/tmp/*/chats/session-*.json');
  expect(globs({})).toContain('/home/ada \\[x\\]/.cursor/projects/*/agent-transcripts/*/*.jsonl');
  expect(globs({})).toContain('/home/ada \\[x\\]/.local/share/opencode/storage/session/*/ses_*.json');
  const moved = globs({
    CLAUDE_CONFIG_DIR: '/c',
    CODEX_HOME: '/x',
    GEMINI_CLI_HOME: '/g',
    XDG_DATA_HOME: '/o',
  });
  expect(moved.filter((glob) => !/^\/[cxgo]\//.test(glob)).every((glob) => glob.includes('/.cursor/'))).toBe(
    true,
  );
});

it.each([
  "o'hara",
  'a"b',
  '`date`',
  '$HOME',
  '(x)',
  '[x]',

  'a,b',
  'a!b',
  'what?',
  'é ü',
  '+1',
  '@home',
])('finds the transcripts of every client in a home that is called %s', async (name) => {
  const home = join(temporaryFolder(), name);
  const files = [
    '.claude/projects/p/s.jsonl',
    '.codex/sessions/2026/11/30/rollout-1.jsonl',
    '.gemini/tmp/p/chats/session-1.jsonl',
    '.cursor/projects/p/agent-transcripts/i/i.jsonl',
  ].map((file) => join(home, file));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  const found = await glob(adapters.flatMap((adapter) => adapter.transcriptGlobs({ home, vars: {} })));
  expect(found.sort()).toEqual(files.sort());
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
  expect(opened.value.skipReason()).toBe('no agent that hebb knows writes such rows');
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
