import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeSlug, parseAgentMemory, readAgentMemory } from '../../src/sources/agent-memory.ts';
import { parseInstructions, readInstructions } from '../../src/sources/instructions.ts';
import { readNotes } from '../../src/sources/notes.ts';
import { makeFolder } from './git-fixture.ts';

function fill(files: Readonly<Record<string, string>>): string {
  const root = makeFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const note = (text: string) => ({ file: 'm.md', at: '2026-01-01T00:00:00.000Z', hash: 'h', text });

describe('readNotes', () => {
  it('finds the usual files, any case, and nothing through links or in packages', async () => {
    const root = fill({
      'Progress.md': 'a\r\nb',
      'prd.json': '{}',
      'scripts/ralph/progress.txt': 'c',
      'node_modules/x/progress.md': 'no',
      'src/progress.md': 'no',
      'README.md': 'no',
    });
    symlinkSync(join(root, 'README.md'), join(root, 'learnings.md'));
    mkdirSync(join(root, 'lessons.md'));
    const notes = await readNotes(root);
    expect(notes.map(({ file }) => file)).toEqual(['Progress.md', 'prd.json', 'scripts/ralph/progress.txt']);
    expect(notes[0]).toMatchObject({ text: 'a\nb', hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect((await readNotes(root, ['src/*.md'])).map(({ file }) => file)).toEqual(['src/progress.md']);
    expect(await readNotes(join(root, 'none'))).toEqual([]);
  });
});

describe('agent memory', () => {
  it.each([
    [
      'yaml',
      '---\ndescription: Use a real database\ntype: feedback\n---\nbody',
      { type: 'feedback', description: 'Use a real database', text: 'body', rowsBefore: 4 },
    ],
    ['nested type', '---\nmetadata:\n  type: user\n---\nbody', { type: 'user', text: 'body' }],
    ['unknown type', '---\ntype: other\n---\nbody', { text: 'body' }],
    ['none', 'body', { text: 'body', rowsBefore: 0 }],
  ])('front matter: %s', (_, text, expected) =>
    expect(parseAgentMemory(note(text), 's')).toMatchObject(expected),
  );

  it.each(['js', 'javascript', 'JS', 'coffee', 'coffeescript', 'cson'])('never runs %s', (language) => {
    const text = `---${language}\nglobalThis.sprung = true\n---\nbody`;
    expect(parseAgentMemory(note(text), 's')).toBeUndefined();
    expect(globalThis).not.toHaveProperty('sprung');
  });

  it('reads every folder, names what it cannot read, and leaves out what hebb wrote', async () => {
    const root = fill({
      'projects/-home-ada-app/memory/a.md': '---\ntype: project\n---\nThe api runs on port 4000.',
      'projects/-home-ada-app/memory/hebb.md': 'exported',
      'projects/-home-ada-app/memory/bad.md': '---\n: : [\n---\nx',
      'projects/-home-ada-app/other.md': 'no',
    });
    const { files, unreadable } = await readAgentMemory(root);
    expect(files).toMatchObject([{ slug: claudeSlug('/home/ada/app'), type: 'project' }]);
    expect(unreadable).toEqual([join(root, 'projects/-home-ada-app/memory/bad.md')]);
    rmSync(join(root, 'projects'), { recursive: true });
    expect(await readAgentMemory(root)).toEqual({ files: [], unreadable: [] });
  });
});

describe('instruction files', () => {
  const text = [
    '---',
    'globs: "*.ts"',
    '---',
    '# Rules',
    '- Use pnpm.',
    '```sh',
    'npm test',
    '```',
    '@docs/more.md',
    '1. Write tests first.',
  ].join('\n');

  it('says each line with its number, without code and front matter', () => {
    expect(parseInstructions('CLAUDE.md', text)).toEqual([
      { file: 'CLAUDE.md', line: 5, text: 'Use pnpm.' },
      { file: 'CLAUDE.md', line: 10, text: 'Write tests first.' },
    ]);
  });

  it('masks secrets', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    expect(JSON.stringify(parseInstructions('a', `Use the token ${secret} here`))).not.toContain(secret);
  });

  it('reads those of the project, the area and the person', async () => {
    const root = fill({
      'CLAUDE.md': 'Root rule.',
      'AGENTS.md': 'Agents rule.',
      '.cursor/rules/x/ts.mdc': 'Cursor rule.',
      'packages/ui/AGENTS.md': 'Area rule.',
      'docs/CLAUDE.md': 'no',
      'home/.claude/CLAUDE.md': 'Personal rule.',
    });
    const known = await readInstructions(root, { area: 'packages/ui', home: join(root, 'home') });
    expect(known.map(({ file, text: said }) => [file, said])).toEqual([
      ['.cursor/rules/x/ts.mdc', 'Cursor rule.'],
      ['AGENTS.md', 'Agents rule.'],
      ['CLAUDE.md', 'Root rule.'],
      ['packages/ui/AGENTS.md', 'Area rule.'],
      [join(root, 'home/.claude/CLAUDE.md'), 'Personal rule.'],
    ]);
  });
});
