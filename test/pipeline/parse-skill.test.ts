import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { lintSkill } from '../../src/pipeline/lint-skill.ts';
import { parseSkill } from '../../src/pipeline/parse-skill.ts';
import { hostileText } from '../support/hostile-text.ts';

const rulesOf = (text: string): string[] => parseSkill(text).problems.map(({ rule }) => rule);
const skill = (front: string, body = '\nText.\n'): string => `---\n${front}\n---\n${body}`;
const head = 'name: a\ndescription: Use when b.';

describe('parseSkill', () => {
  it('reads the six keys and the body', () => {
    const text = skill(
      `${head}\nlicense: MIT\ncompatibility: git\nallowed-tools: Bash\nmetadata:\n  v: 1.0\n  on: yes`,
    );
    expect(parseSkill(text)).toEqual({
      document: {
        name: 'a',
        description: 'Use when b.',
        license: 'MIT',
        compatibility: 'git',
        allowedTools: 'Bash',
        metadata: { v: '1.0', on: 'yes' },
        otherKeys: [],
        body: 'Text.',
      },
      problems: [],
    });
  });

  it('tells the line of each problem in the file', () => {
    const { problems } = parseSkill('---\nname: A b\n# a comment\nx: 1\ndescription: []\n---\n\n');
    expect(problems.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
      '2 name.uppercase',
      '2 name.characters',
      '4 frontmatter.unknown-key',
      '5 frontmatter.flow-style',
      '5 description.not-text',
      '7 body.empty',
    ]);
  });

  it.each([
    ['a colon', 'description: Mends: use it', 'Mends: use it'],
    ['a space after it', 'description: a: b   ', 'a: b'],
    ['a sign', 'description: @team asks', '@team asks'],
    ['a quote', `description: Say "x": it's fine`, `Say "x": it's fine`],
    ['an open bracket', 'description: [open', '[open'],
  ])('uses a value that is no YAML for %s, and says so', (_, line, description) => {
    const { document, problems } = parseSkill(skill(`name: a\n${line}\nmetadata:\n  k: v`));
    expect(document).toMatchObject({ name: 'a', description, metadata: { k: 'v' } });
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'yaml.syntax' }));
  });

  it.each(['js', 'javascript', ' js', 'coffee', 'toml', 'json', 'yaml', 'JS'])(
    'never reads front matter in %s',
    (language) => {
      const read = parseSkill(`---${language}\nglobalThis.sprung = true\n---\nbody`);
      expect(read.document).toBeUndefined();
      expect(read.problems.map(({ rule }) => rule)).toEqual(['frontmatter.language']);
      expect(globalThis).not.toHaveProperty('sprung');
    },
  );

  it('keeps what it can of a plain text, and nothing of what cannot be read', () => {
    expect(parseSkill('# T\n\nx\n').document).toMatchObject({ name: '', body: '# T\n\nx' });
    expect(parseSkill('a: b\n').document).toMatchObject({ body: 'a: b' });
    expect(parseSkill('---\nname: a\n')).not.toHaveProperty('document');
    expect(parseSkill('../x/SKILL.md')).not.toHaveProperty('document');
    expect(parseSkill('')).not.toHaveProperty('document');
    expect(parseSkill(skill('a: b: c\n  d'))).not.toHaveProperty('document');
  });

  it('counts characters, not units', () => {
    const long = (count: number) => rulesOf(skill(`name: a\ndescription: ${'😀'.repeat(count)}`));
    expect(long(1024)).toEqual([]);
    expect(long(1025)).toEqual(['description.too-long']);
    const named = (count: number) => rulesOf(skill(`name: ${'n'.repeat(count)}\ndescription: d`));
    expect(named(64)).toEqual([]);
    expect(named(65)).toEqual(['name.too-long']);
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(hostileText(), hostileText(), (front, body) => {
        for (const text of [front, skill(front, body), `---\n${front}${body}`])
          for (const { rule, line, text: said } of parseSkill(text).problems) {
            expect(rule).toMatch(/^[a-z-]+\.[a-z0-9-]+$/);
            expect(line).toBeGreaterThan(0);
            expect(said).not.toMatch(/\n/);
          }
      }),
      { numRuns: 60 },
    );
  });
});

describe('lintSkill', () => {
  const root = resolve(import.meta.dirname, '../../fixtures/skills');
  const files = glob.sync('**/{SKILL,skill}.md', { cwd: root }).sort();
  // What only the file on the disk shows is told by the reader of folders.
  const ofText = files.filter((file) => !/^file\.(?:name|not-utf8)\//.test(file));

  it.each(ofText)('%s breaks the rule that it is named after, and no other', (file) => {
    const [rule = ''] = file.split('/');
    const { problems } = lintSkill(readFileSync(join(root, file), 'utf8'), basename(dirname(file)));
    expect(problems.map((one) => one.rule)).toEqual(rule === 'none' ? [] : [rule]);
  });

  it('has a file for each rule', () =>
    expect(new Set(ofText.map((file) => dirname(dirname(file)))).size).toBeGreaterThan(30));
});

/** What the list of real skills says of each, in the names of our rules. */
const REAL: Readonly<Record<string, readonly string[]>> = {
  'anthropics--claude-api': ['description.too-long'],
  'steveyegge--beads': [
    ...['unknown-key', 'unknown-key', 'flow-style', 'unknown-key', 'flow-style', 'unknown-key'].map(
      (name) => `frontmatter.${name}`,
    ),
  ],
  'vercel-labs--react-best-practices': ['name.not-folder'],
  'jimmc414--deep-research': ['yaml.syntax'],
  'avids2--consecutive-hyphens': ['name.consecutive-hyphens', 'name.not-folder'],
  'avids2--long-name': ['name.too-long', 'name.not-folder'],
  'avids2--missing-description': ['description.missing'],
  'avids2--invalid-yaml': ['yaml.syntax', 'frontmatter.flow-style'],
  'affaan-m--repo-scan': ['frontmatter.unknown-key'],
  'affaan-m--springboot-verification': ['yaml.syntax'],
  'd-kimuson--fix-schema': ['name.missing'],
  'microsoft--beachball-change-file': ['file.link-as-text'],
  'nathandela--audit': ['name.uppercase', 'name.characters', 'name.not-folder'],
};

describe('real skills', () => {
  const data = resolve(import.meta.dirname, '../../../shared/data/skills');

  it.skipIf(!existsSync(data))('are read, and their violations named (skipped: no folder ../shared)', () => {
    const found = glob.sync('*/*/SKILL.md', { cwd: data, absolute: true }).map((file) => {
      const { problems, document } = lintSkill(readFileSync(file, 'utf8'), basename(dirname(file)));
      const [name = ''] = relative(data, file).split('/');
      expect(document !== undefined || name.startsWith('microsoft')).toBe(true);
      return [name, problems.map(({ rule }) => rule)] as const;
    });
    expect(found.length).toBe(24);
    expect(Object.fromEntries(found.filter(([, rules]) => rules.length > 0))).toEqual(REAL);
  });
});
