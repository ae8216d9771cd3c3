import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintSkills } from '../../src/commands/skill-lint.ts';
import { findSkillFiles, readSkillFile } from '../../src/sources/skill-folder.ts';
import { makeFolder } from '../support/home.ts';

const root = resolve(import.meta.dirname, '../../fixtures/skills');
const good = readFileSync(join(root, 'none/plain/SKILL.md'), 'utf8');

function fill(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('hebb skill lint', () => {
  it('exits 0 when all is well, and says how many it saw', async () => {
    const report = await lintSkills(['none/plain', 'none/full/SKILL.md'], root);
    expect(report).toEqual({
      exit: 0,
      human: [{ kind: 'line', text: '2 skills: all by the standard.', tone: 'good' }],
      data: {
        skills: [
          { path: 'none/plain/SKILL.md', name: 'plain', problems: [] },
          { path: 'none/full/SKILL.md', name: 'full', problems: [] },
        ],
        checked: 2,
        broken: 0,
      },
    });
  });

  it('names path, line, rule and what is wrong, and exits 3', async () => {
    const report = await lintSkills(['name.uppercase', 'none', 'file.name', 'file.not-utf8'], root);
    expect(report.exit).toBe(3);
    expect(report.human.map((block) => 'text' in block && block.text)).toEqual([
      'name.uppercase/Upper/SKILL.md:2 name.uppercase the name "Upper" has upper-case letters',
      'file.name/lower/skill.md:1 file.name the file is named skill.md: most readers look for SKILL.md',
      'file.not-utf8/latin/SKILL.md:1 file.not-utf8 the file is not UTF-8',
      '7 skills, 3 not by the standard.',
    ]);
  });

  it('says so where there is no skill, and wants a path', async () => {
    const empty = makeFolder();
    for (const path of [empty, join(empty, 'none')]) {
      const { exit, human } = await lintSkills([path], root);
      expect([exit, human[0]]).toEqual([
        3,
        { kind: 'raw', text: `${path} file.missing there is no SKILL.md here` },
      ]);
    }
    await expect(lintSkills([], root)).rejects.toMatchObject({
      exit: 2,
      failure: { code: 'usage.skill-lint' },
    });
  });
});

describe('readSkillFile', () => {
  it('finds skills below a folder, not those of packages, and stops at the first', async () => {
    const folder = fill({
      'a/SKILL.md': good,
      'a/examples/b/SKILL.md': good,
      '.hidden/c/skill.md': good,
      'node_modules/d/SKILL.md': good,
    });
    expect(await findSkillFiles(folder)).toEqual(
      ['.hidden/c/skill.md', 'a/SKILL.md', 'a/examples/b/SKILL.md'].map((name) => join(folder, name)),
    );
    expect(await findSkillFiles(join(folder, 'a'))).toEqual([join(folder, 'a/SKILL.md')]);
    expect(await findSkillFiles(join(folder, 'none'))).toEqual([]);
  });

  it('lists the other files', async () => {
    const folder = fill({ 'x/SKILL.md': good, 'x/scripts/run.sh': 'x', 'x/b.md': 'x' });
    expect(await readSkillFile(join(folder, 'x/SKILL.md'))).toEqual({
      path: join(folder, 'x/SKILL.md'),
      folder: 'x',
      text: good,
      files: ['b.md', 'scripts/run.sh'],
      problems: [],
    });
  });

  it('follows links inside a folder only, be they links or texts', async () => {
    const outer = fill({
      'secret.md': 'secret',
      'in/real/SKILL.md': good,
      'in/text/SKILL.md': '../real/SKILL.md',
      'in/leak/SKILL.md': '../../secret.md',
      'in/lost/SKILL.md': '../nowhere/SKILL.md',
      'in/self/SKILL.md': 'SKILL.md',
      'in/link/x.md': '',
      'in/bad/x.md': '',
    });
    const within = join(outer, 'in');
    symlinkSync('../real/SKILL.md', join(within, 'link/SKILL.md'));
    symlinkSync('../../secret.md', join(within, 'bad/SKILL.md'));
    const read = async (name: string) => {
      const { text, problems } = await readSkillFile(join(within, name, 'SKILL.md'), { within });
      return [text === good ? 'good' : text, problems.map(({ rule }) => rule)];
    };
    expect(await read('real')).toEqual(['good', []]);
    expect(await read('text')).toEqual(['good', []]);
    expect(await read('link')).toEqual(['good', []]);
    for (const name of ['leak', 'lost', 'self', 'bad'])
      expect(await read(name)).toEqual(['', ['file.outside']]);
    expect((await readSkillFile(join(within, 'text/SKILL.md'))).text).toBe('../real/SKILL.md');
  });

  it('refuses what is too large or cannot be read', async () => {
    const folder = fill({ 'x/SKILL.md': 'x'.repeat(1_048_577) });
    expect((await readSkillFile(join(folder, 'x/SKILL.md'))).problems[0]?.rule).toBe('file.too-large');
    expect((await readSkillFile(join(folder, 'y/SKILL.md'))).problems[0]?.rule).toBe('file.unreadable');
  });
});
