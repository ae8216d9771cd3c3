import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dropAllBlocks } from '../../src/commands/export-blocks.ts';
import { factsOfState } from '../../src/pipeline/facts-of-state.ts';
import { agentMemoryCandidates, notesCandidates } from '../../src/pipeline/notes-candidates.ts';
import { claudeSlug, readAgentMemory } from '../../src/sources/agent-memory.ts';
import { isGone } from '../../src/sources/cited-files.ts';
import { readInstructions } from '../../src/sources/instructions.ts';
import { readNotes } from '../../src/sources/notes.ts';
import { userKey } from '../../src/sources/project.ts';
import { readHomeFacts } from '../../src/store/home-facts.ts';
import { estimateTokens } from '../../src/text/token-estimate.ts';
import { deskWith, lay } from '../support/block-desk.ts';
import { openHome, snapshot } from '../support/home.ts';
import { type Desk, jsonIn, runIn } from '../support/program.ts';

const shopOf = async ({ home }: Desk): Promise<string> =>
  Object.entries((await openHome({ home })).home().projects).find(([, { name }]) => name === 'shop')?.[0] ??
  '';
const textIn = ({ project }: Desk, name = 'AGENTS.md') => fs.readFileSync(join(project, name), 'utf8');
const exported = (desk: Desk, ...argv: string[]) => runIn(desk, ['export', ...argv]);

describe('hebb export --agents-md', () => {
  it('keeps a block of this project and person, within the budget, the same on every day', async () => {
    const desk = await deskWith();
    lay(desk.project, { 'AGENTS.md': '\uFEFF# Rules\r\n\r\n- Use pnpm.' });
    const before = textIn(desk);
    expect((await exported(desk, '--agents-md', 'AGENTS.md', '--dry-run')).exit).toBe(0);
    expect(textIn(desk)).toBe(before);
    expect((await exported(desk, '--agents-md', 'AGENTS.md')).exit).toBe(0);
    const text = textIn(desk);
    expect(text.startsWith(before)).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text).toMatch(/Likes diffs[\s\S]*walrus[\s\S]*ship-it/);
    expect(text).not.toMatch(/zebra|elsewhere|of-bob|waiting-one/);
    expect(estimateTokens(text)).toBeLessThan(1_600);
    await runIn(desk, ['export', '--agents-md', 'AGENTS.md'], { now: '2027-03-01T10:00:00.000Z' });
    expect(textIn(desk)).toBe(text);
    await exported(desk, '--agents-md', 'AGENTS.md', '--remove');
    expect(textIn(desk)).toBe(before);
    expect((await openHome({ home: desk.home })).home().blocks).toEqual({});
  });

  it('makes the file that was named, and takes it away with the block', async () => {
    const desk = await deskWith();
    await exported(desk, '--agents-md', 'CLAUDE.md');
    expect(textIn(desk, 'CLAUDE.md')).toContain('walrus');
    expect(fs.readdirSync(desk.project)).toEqual(['CLAUDE.md']);
    await exported(desk, '--agents-md', 'CLAUDE.md', '--remove');
    expect(fs.readdirSync(desk.project)).toEqual([]);
  });

  it('leaves out what the file says itself, and writes through a link with the rights that were there', async () => {
    const desk = await deskWith();
    lay(desk.project, { 'CLAUDE.md': '- Tag every release with the walrus key\n' });
    fs.chmodSync(join(desk.project, 'CLAUDE.md'), 0o640);
    fs.symlinkSync('CLAUDE.md', join(desk.project, 'AGENTS.md'));
    await exported(desk, '--agents-md', 'AGENTS.md');
    expect(fs.lstatSync(join(desk.project, 'AGENTS.md')).isSymbolicLink()).toBe(true);
    expect(fs.statSync(join(desk.project, 'CLAUDE.md')).mode & 0o777).toBe(0o640);
    expect(textIn(desk).match(/walrus/g)).toHaveLength(1);
    expect(textIn(desk)).toContain('Likes diffs');
  });

  it.each<[string, string, string | Buffer | undefined, number, string]>([
    ['an open block', 'AGENTS.md', 'a\n<!-- hebb:begin -->\nb\n', 1, 'AGENTS.md:2: '],
    ['two blocks', 'AGENTS.md', '<!-- hebb:begin -->\n<!-- hebb:end -->\n'.repeat(2), 1, 'AGENTS.md:3: '],
    ['no text', 'AGENTS.md', Buffer.from([0xff, 0xfe, 0x41]), 1, 'not UTF-8'],
    ['a program', 'main.ts', 'export {};\n', 2, 'no file of instructions'],
    ['a file of the home', '../.hebb/base.md', undefined, 1, "lies in hebb's home"],
  ])('is refused beside %s', async (_, name, content, status, words) => {
    const desk = await deskWith();
    if (content !== undefined) fs.writeFileSync(join(desk.project, name), content);
    const before = snapshot(desk.project);
    const { exit, err } = await exported(desk, '--agents-md', name);
    expect([exit, snapshot(desk.project)]).toEqual([status, before]);
    expect(err).toContain(words);
  });
});

describe('hebb export --claude-memory', () => {
  const folderOf = ({ userHome, project }: Desk): string =>
    join(userHome, '.claude/projects', claudeSlug(project), 'memory');

  it('writes a file and a line, and takes both away', async () => {
    const desk = await deskWith();
    const folder = folderOf(desk);
    lay(folder, { 'MEMORY.md': '- [ports](ports.md): where things listen' });
    const before = fs.readFileSync(join(folder, 'MEMORY.md'), 'utf8');
    await exported(desk, '--claude-memory');
    await exported(desk, '--claude-memory');
    expect(fs.readFileSync(join(folder, 'hebb.md'), 'utf8')).toMatch(/^---\nname: hebb\n[\s\S]*walrus/);
    expect(fs.readFileSync(join(folder, 'MEMORY.md'), 'utf8')).toMatch(
      /^- \[ports\][^\n]*\n- \[hebb\]\(hebb\.md\)[^\n]*<!-- hebb:line -->$/,
    );
    await exported(desk, '--claude-memory', '--remove');
    expect(fs.readdirSync(folder)).toEqual(['MEMORY.md']);
    expect(fs.readFileSync(join(folder, 'MEMORY.md'), 'utf8')).toBe(before);
  });
});

describe('exported blocks', () => {
  const deskOf = async (desk: Desk) => ({
    store: await openHome({ home: desk.home, write: true, vars: { HEBB_USER: 'tester' } }),
    host: { vars: { HEBB_USER: 'tester' }, userHome: desk.userHome },
    dry: false,
  });

  it('are all taken out at once', async () => {
    const desk = await deskWith();
    await exported(desk, '--agents-md', 'AGENTS.md');
    await exported(desk, '--claude-memory');
    const before = snapshot(desk.userHome);
    expect((await exported(desk, '--remove-all', '--dry-run')).exit).toBe(0);
    expect(snapshot(desk.userHome)).toEqual(before);
    const { data } = await jsonIn(desk, ['export', '--remove-all']);
    expect(data.places).toHaveLength(2);
    expect(fs.readdirSync(desk.project)).toEqual([]);
    expect(await dropAllBlocks(await deskOf(desk))).toEqual([]);
  });

  it('are never read back: neither as a source, nor as known elsewhere, nor as what a memory cites', async () => {
    const desk = await deskWith();
    const user = userKey('tester');
    const owner = { project: await shopOf(desk), user };
    lay(desk.project, {
      'AGENTS.md': '- Use pnpm always.\n',
      'progress.md': '## Learnings\n- Use pnpm always.\n',
    });
    for (const name of ['AGENTS.md', 'progress.md']) await exported(desk, '--agents-md', name);
    await exported(desk, '--claude-memory');
    const known = await readInstructions(desk.project, { home: desk.userHome });
    expect(known.map(({ text }) => text)).toEqual(['Use pnpm always.']);
    const notes = await readNotes(desk.project);
    const candidates = notes.flatMap((note) => notesCandidates(note, owner));
    expect(candidates.map(({ summary }) => summary)).toEqual(['Use pnpm always']);
    const { files } = await readAgentMemory(join(desk.userHome, '.claude'));
    expect(files.flatMap((file) => agentMemoryCandidates(file, owner))).toEqual([]);
    expect(JSON.stringify([notes, files])).not.toMatch(/walrus|hebb\.md\)/);
    expect(isGone('AGENTS.md#walrus', { root: desk.project })).toBe(true);
    expect(isGone('AGENTS.md#pnpm', { root: desk.project })).toBe(false);
  });

  it('say of records what a hook reads of files', async () => {
    const desk = await deskWith();
    const store = await openHome({ home: desk.home });
    for (const project of Object.keys(store.home().projects)) {
      const who = { project, user: userKey('tester') };
      expect(factsOfState(store.state(), who)).toEqual(readHomeFacts(store.paths, who));
    }
  });
});
