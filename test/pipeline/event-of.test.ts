import { describe, expect, it } from 'vitest';
import type { HookFact } from '../../src/domain/hook-fact.ts';
import type { Dict } from '../../src/domain/json.ts';
import { eventOf } from '../../src/pipeline/event-of.ts';
import { edits, fold, place, prompt, runs, type Scene, usesTool } from './items.ts';

const fact = (more: Partial<HookFact>): HookFact => ({
  kind: 'tool',
  at: '2026-01-01T10:00:00.000Z',
  client: 'claude-code',
  sessionId: 's1',
  cwd: '/home/ann/shop',
  ok: true,
  ...more,
});
const used = (tool: string, input: Dict, more: Partial<HookFact> = {}) =>
  eventOf(fact({ tool, input, toolUseId: 't1', ...more }), place);

describe('kind, files, command and language of a tool use', () => {
  it.each<[string, Dict, object]>([
    ['Bash', { command: 'npm test' }, { kind: 'command', command: 'npm test', files: [] }],
    [
      'shell',
      { command: ['bash', '-lc', 'npm test | tail'] },
      { kind: 'command', command: 'npm test | tail' },
    ],
    ['exec_command', { cmd: 'ls -la' }, { kind: 'command', command: 'ls -la' }],
    [
      'Edit',
      { file_path: '/home/ann/shop/src/a.ts', old_string: 'a', new_string: 'b' },
      { kind: 'edit', files: ['src/a.ts'], language: 'typescript' },
    ],
    [
      'Write',
      { file_path: '/elsewhere/b.py', content: 'x = 1' },
      { kind: 'edit', files: ['/elsewhere/b.py'], language: 'python' },
    ],
    ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: 'x' }, { kind: 'edit', files: ['n.ipynb'] }],
    ['write_file', { path: 'README.md', content: 'hello' }, { kind: 'edit', files: ['README.md'] }],
    ['Read', { file_path: '/home/ann/shop/a.ts' }, { kind: 'tool', files: ['a.ts'] }],
    ['Grep', { pattern: 'x', path: 'src' }, { kind: 'tool', files: [] }],
    ['mcp__db__query', { sql: 'select 1' }, { kind: 'tool', files: [] }],
    [
      'apply_patch',
      {
        command:
          '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: src/b.rs\n+fn main() {}\n*** End Patch',
      },
      {
        kind: 'edit',
        files: ['src/a.ts', 'src/b.rs'],
        language: 'typescript',
        patch: expect.objectContaining({ added: 2, removed: 1 }),
      },
    ],
  ])('%s %j', (tool, input, expected) => {
    expect(used(tool, input)).toMatchObject(expected);
  });

  it('a language is that of code', () => {
    expect(used('Write', { file_path: 'README.md', content: 'hello' })).not.toHaveProperty('language');
  });
});

it('an edit leaves counts and a hash, and the patterns of what was added', () => {
  const input = {
    file_path: 'a.ts',
    old_string: 'const a = 1;\nconst b = 2;',
    new_string: 'const a = 1;\ntry {\n  go();\n} catch (error) {\n  log(error);\n}',
  };
  const event = used('Edit', input);
  expect(event).toMatchObject({ patterns: ['error-handling'], patch: { added: 5, removed: 1 } });
  expect(JSON.stringify(event)).not.toContain('log(error)');
  const gone = { ...input, old_string: input.new_string, new_string: 'x' };
  expect(used('Edit', gone).patterns).toEqual([]);
});

it.each<[string, Partial<HookFact>, object]>([
  [
    'a failure',
    { ok: false, errorText: 'Exit code 1\nError: no such table: orders' },
    { kind: 'tool-failed', ok: false, errorText: 'Error: no such table: orders' },
  ],
  ['a failure by its kind', { kind: 'tool-failed', ok: 'unknown' }, { kind: 'tool-failed', ok: false }],
  ['a client that does not tell', { ok: 'unknown' }, { kind: 'command', ok: 'unknown' }],
  ['a success keeps no output', { ok: true, errorText: 'ignored' }, { kind: 'command', ok: true }],
  ['a duration', { durationMs: 12 }, { durationMs: 12 }],
  [
    'a correction',
    { correction: { removed: ['var a'], added: ['const a'] } },
    { userModified: true, text: '- var a\n+ const a' },
  ],
])('%s', (_, more, expected) => {
  expect(used('Bash', { command: 'npm test' }, more)).toMatchObject(expected);
});

it('texts are redacted before they are cut, and cut at 300', () => {
  const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
  const event = eventOf(
    fact({ kind: 'prompt', text: `${'word '.repeat(57)}${secret} ${'word '.repeat(900)}` }),
    place,
  );
  expect(event.text).toHaveLength(300);
  expect(event.text).not.toContain('ghp_');
  expect(used('Bash', { command: `echo ${secret}` }).command).toBe('echo [redacted:github-token]');
});

describe('a hook and a transcript tell the same', () => {
  it.each<[string, Scene, Partial<HookFact>]>([
    ['command', runs('npm test'), { tool: 'Bash', input: { command: 'npm test' } }],
    [
      'failure',
      runs('npm test', 'Error: no'),
      {
        tool: 'Bash',
        input: { command: 'npm test' },
        ok: false,
        kind: 'tool-failed',
        errorText: 'Error: no',
      },
    ],
    [
      'edit',
      edits('a.ts'),
      {
        tool: 'Edit',
        kind: 'edit',
        input: { file_path: '/home/ann/shop/a.ts', old_string: 'x', new_string: 'const a = 1;' },
      },
    ],
    ['tool', usesTool('mcp__db__query', { sql: 'x' }), { tool: 'mcp__db__query', input: { sql: 'x' } }],
  ])('%s', (_, scene, more) => {
    const event = fold([prompt('do the thing please'), scene]).events[1];
    const toolUseId = event?.toolUseId ?? '';
    expect(eventOf(fact({ ...more, toolUseId, at: event?.at ?? '' }), place)).toEqual(event);
  });

  it('prompt, by the id that the client gave it', () => {
    const one = eventOf(fact({ kind: 'prompt', text: 'hello', promptId: 'p', ok: 'unknown' }), place);
    const other = eventOf(
      fact({ kind: 'prompt', text: 'hello', promptId: 'p', ok: 'unknown', at: '2026-01-01T10:00:09.000Z' }),
      place,
    );
    expect(other.id).toBe(one.id);
  });
});
