import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renewBlocks } from '../../src/commands/export-blocks.ts';
import { claudeSlug } from '../../src/sources/agent-memory.ts';
import { deskWith, lay, promote } from '../support/block-desk.ts';
import { openHome } from '../support/home.ts';
import { type Desk, runIn } from '../support/program.ts';

const textIn = ({ project }: Desk, name: string) => fs.readFileSync(join(project, name), 'utf8');
const exported = (desk: Desk, ...argv: string[]) => runIn(desk, ['export', ...argv]);
const folderOf = ({ userHome, project }: Desk): string =>
  join(userHome, '.claude/projects', claudeSlug(project), 'memory');
const deskOf = async (desk: Desk) => ({
  store: await openHome({ home: desk.home, write: true, vars: { HEBB_USER: 'tester' } }),
  host: { vars: { HEBB_USER: 'tester' }, userHome: desk.userHome },
  dry: false,
});

describe('exported blocks', () => {
  it('are renewed where they stand, and not where a person took them out or broke them', async () => {
    const desk = await deskWith();
    lay(desk.project, { 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
    for (const name of ['a.md', 'b.md', 'c.md']) await exported(desk, '--agents-md', name);
    lay(desk.project, { 'b.md': 'b\n', 'c.md': 'c\n<!-- hebb:begin -->\n' });
    expect(await renewBlocks(await deskOf(desk))).toMatchObject([
      { problem: expect.stringContaining('c.md:2') },
    ]);
    await runIn(desk, ['learn', 'Publish on the ocelot day']);
    await promote(desk, 'ocelot');
    const dry = await runIn(desk, ['consolidate', '--dry-run']);
    expect(textIn(desk, 'a.md')).not.toContain('ocelot');
    const real = await runIn(desk, ['consolidate']);
    for (const { out } of [dry, real]) expect(out).toMatch(/renewed: \S*a\.md[\s\S]*left: \S*c\.md/);
    expect(textIn(desk, 'a.md')).toContain('ocelot');
    expect([textIn(desk, 'b.md'), textIn(desk, 'c.md')].join()).not.toContain('ocelot');
    expect(await renewBlocks(await deskOf(desk))).toHaveLength(1);
  });

  it('leave no folder behind where there was none, and never a file of the person', async () => {
    const desk = await deskWith();
    await exported(desk, '--claude-memory');
    await exported(desk, '--claude-memory', '--remove');
    expect(fs.existsSync(join(folderOf(desk), '..'))).toBe(false);
    lay(folderOf(desk), { 'hebb.md': 'my own notes' });
    expect((await exported(desk, '--claude-memory')).err).toContain('is a file of yours');
    await exported(desk, '--claude-memory', '--remove');
    expect(fs.readdirSync(folderOf(desk))).toEqual(['hebb.md']);
  });
});
