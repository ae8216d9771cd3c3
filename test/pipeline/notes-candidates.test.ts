import { describe, expect, it } from 'vitest';
import type { AgentMemoryFile } from '../../src/domain/note.ts';
import {
  agentMemoryCandidates,
  notesCandidates,
  withdrawnEvidence,
} from '../../src/pipeline/notes-candidates.ts';

const owner = { project: '0123456789abcdef', user: 'fedcba9876543210' };
const at = '2026-01-01T00:00:00.000Z';
const note = (text: string, file = 'progress.md') => ({ file, at, hash: 'h', text });
const told = (text: string, file?: string) =>
  notesCandidates(note(text, file), owner).map(({ entityType, summary }) => `${entityType}: ${summary}`);

describe('status lines are no learnings', () => {
  it.each([
    '- [x] Add the login page',
    '- [ ] Write tests for the parser',
    'DONE: migrate the database to Postgres',
    'Progress: 80% of the stories are finished',
    '✅ US-001 implemented',
    '- US-002 - add priority column - passes',
    'Status: in progress, waiting for review',
    'Added the search index and wired it to the api',
    '12/14 tests passing in the parser package',
    'Login page: done',
    '## Learnings',
    '---',
  ])('%s', (line) => {
    expect(told(line)).toEqual([]);
    expect(told(`## Learnings\n${line}`)).toEqual([]);
  });
});

describe('what a note teaches', () => {
  it('is what stands under a heading of learnings, until a heading of progress', () => {
    const text = [
      '# Progress',
      'The login page now has a form and a button.',
      '## Codebase Patterns',
      '- The server reads migrations from `db/migrations` at startup.',
      '- [x] Server actions live in `app/actions`.',
      '```',
      'npm run the thing under test here',
      '```',
      '## Next steps',
      '- Write the settings page with a toggle.',
      '**Learnings for future iterations:**',
      '- Badge colours come from `theme.ts`, not from CSS variables.',
    ].join('\n');
    expect(told(text)).toEqual([
      'tech-insight: The server reads migrations from `db/migrations` at startup',
      'tech-insight: Badge colours come from `theme.ts`, not from CSS variables',
    ]);
  });

  it.each([
    [
      'a label',
      'Gotcha: the dev server caches the env file until restart.',
      'tech-insight: the dev server caches the env file until restart',
    ],
    [
      'German',
      '## Erkenntnisse\n- Der Cache wird beim Start nicht geleert.',
      'tech-insight: Der Cache wird beim Start nicht geleert',
    ],
    [
      'Chinese',
      '## 经验教训\n- 数据库迁移在服务启动之前自动执行。',
      'tech-insight: 数据库迁移在服务启动之前自动执行',
    ],
    [
      'a rule anywhere',
      'Always run the migrations before the tests.',
      'pattern: Always run the migrations before the tests',
    ],
    [
      'a finding anywhere',
      'The root cause was a stale lock file in the cache folder.',
      'tech-insight: The root cause was a stale lock file in the cache folder',
    ],
  ])('%s', (_, text, expected) => expect(told(text)).toEqual([expected]));

  it('in JSON stands under keys of notes and learnings only', () => {
    const prd = {
      project: 'Always use this name for things',
      userStories: [
        { id: 'US-1', title: 'Never shown', passes: true, notes: 'Never edit the generated client by hand.' },
        { id: 'US-2', notes: 'done' },
      ],
      learnings: ['The queue drops jobs that are larger than a megabyte.'],
    };
    expect(told(JSON.stringify(prd), 'prd.json')).toEqual([
      'pattern: Never edit the generated client by hand',
      'tech-insight: The queue drops jobs that are larger than a megabyte',
    ]);
    expect(told('{"notes": ', 'prd.json')).toEqual([]);
  });

  it('carries its place, and an edit elsewhere in the file is no new occasion', () => {
    const line = 'Always run the migrations before the tests.';
    const [first] = notesCandidates(note(`\n${line}`), owner);
    const [second] = notesCandidates({ ...note(`more\n\n\n${line}`), hash: 'other' }, owner);
    expect(first).toMatchObject({
      source: 'notes',
      scope: 'project',
      project: owner.project,
      polarity: 'do',
      severity: 'medium',
    });
    expect(first?.provenance).toMatchObject([
      { origin: 'notes', at, file: 'progress.md', row: 2, quote: line },
    ]);
    expect(second?.id).toBe(first?.id);
    expect(second?.provenance[0]?.hash).toBe(first?.provenance[0]?.hash);
  });

  it('masks secrets', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const candidates = notesCandidates(note(`Always call the api with ${secret} in the header.`), owner);
    expect(candidates).toHaveLength(1);
    expect(JSON.stringify(candidates)).not.toContain(secret);
  });
});

describe('agent memory', () => {
  const memory = (text: string, more: Partial<AgentMemoryFile> = {}): AgentMemoryFile => ({
    ...note(text, '/home/ada/.claude/projects/-app/memory/a.md'),
    slug: '-app',
    ...more,
  });

  it('with a type is one learning with its reasons', () => {
    const text =
      '\nIntegration tests must hit a real database.\n\n**Why:** a mock hid a broken migration.\n**How to apply:** in `test/db`.';
    expect(agentMemoryCandidates(memory(text, { type: 'feedback', rowsBefore: 4 }), owner)).toMatchObject([
      {
        entityType: 'pattern',
        summary: 'Integration tests must hit a real database',
        observations: ['Why: a mock hid a broken migration.', 'How to apply: in `test/db`.'],
        source: 'agent-memory',
        severity: 'medium',
        confidence: 0.5,
        scope: 'project',
        provenance: [{ origin: 'agent-memory', row: 6 }],
      },
    ]);
  });

  it('about the person belongs to the person', () => {
    const [candidate] = agentMemoryCandidates(memory('Ada prefers short answers.', { type: 'user' }), owner);
    expect(candidate).toMatchObject({ entityType: 'preference', scope: 'user', user: owner.user });
    expect(candidate).not.toHaveProperty('project');
  });

  it('without a type teaches line by line; links to other files teach nothing', () => {
    const text =
      '# Memory\n- [Testing](testing.md) — how to test here\n- The api listens on port 4000 in development.\n## Status\n- The settings page has a toggle now.';
    expect(agentMemoryCandidates(memory(text), owner).map(({ summary }) => summary)).toEqual([
      'The api listens on port 4000 in development',
    ]);
  });

  it('that is gone or no longer says so withdraws its evidence', () => {
    const before = agentMemoryCandidates(
      memory('- The api listens on port 4000.\n- The worker needs a queue name.'),
      owner,
    );
    const after = agentMemoryCandidates(memory('- The api listens on port 4000.'), owner);
    const evidence = before.flatMap(({ provenance }) => provenance);
    const folder = '/home/ada/.claude/';
    expect(withdrawnEvidence(evidence, before, folder)).toEqual([]);
    expect(withdrawnEvidence(evidence, after, folder)).toEqual(evidence.slice(1));
    expect(withdrawnEvidence(evidence, [], folder)).toEqual(evidence);
    expect(withdrawnEvidence(evidence, [], '/elsewhere/')).toEqual([]);
    expect(withdrawnEvidence([{ origin: 'notes', at, file: `${folder}x` }], [], folder)).toEqual([]);
  });
});
