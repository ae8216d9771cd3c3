import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import {
  type ExportEntry,
  type ExportPlanInput,
  type ExportSkill,
  planExport,
} from '../../src/pipeline/export-plan.ts';
import { type ExportInput, exportOwner, exportText, isExported } from '../../src/pipeline/export-text.ts';
import { parseSkill } from '../../src/pipeline/parse-skill.ts';
import { textOf } from './skill-samples.ts';

const secret = 'the secret of this home';
const documentOf = (text: string) => {
  const { document } = parseSkill(text);
  if (!document) throw new Error('a skill');
  return document;
};
const given = (slug: string, fields: Partial<ExportInput> = {}): ExportInput => ({
  slug,
  document: documentOf(textOf(slug)),
  version: 2,
  description: 'Use when hooks fail.',
  secret,
  ...fields,
});
const exported = (slug: string, fields: Partial<ExportInput> = {}): string => {
  const rendered = exportText(given(slug, fields));
  if (!rendered.ok) throw new Error(rendered.problems.map(({ rule }) => rule).join());
  return rendered.text;
};

describe('the text of an exported skill', () => {
  it('is strict, says its version, and grants nothing', () => {
    const document = documentOf(
      '---\nname: Deploy It\ndescription: Use when deploying.\nallowed-tools: Bash(*)\nmodel: big\nmetadata:\n  author: ada\n---\n\nDo it.\n',
    );
    const text = exported('deploy', { document });
    expect(parseSkill(text).problems).toEqual([]);
    expect(documentOf(text)).toMatchObject({
      name: 'deploy',
      description: 'Use when deploying.',
      otherKeys: [],
      metadata: { author: 'ada', source: 'hebb', 'hebb-version': '2' },
      body: 'Do it.',
    });
    expect(text).not.toMatch(/allowed-tools|model:/);
    expect(isExported(documentOf(text))).toBe(true);
  });

  it('names its project where every project sees it, if there is room', () => {
    expect(documentOf(exported('a', { onlyIn: 'shop $&' })).description).toBe(
      'Use when hooks fail. Only in the project shop $&.',
    );
    const long = 'x'.repeat(1020);
    const document = { ...documentOf(textOf('a')), description: long };
    expect(documentOf(exported('a', { document, onlyIn: 'shop' })).description).toBe(long);
  });

  it('takes the description of the record where the text has none; refuses what the standard refuses', () => {
    const document = { ...documentOf(textOf('a')), description: '' };
    expect(documentOf(exported('a', { document })).description).toBe('Use when hooks fail.');
    expect(exportText(given('a', { document, description: '' })).ok).toBe(false);
  });
});

describe('whose a SKILL.md is', () => {
  const text = exported('fix-hooks');
  const owner = (changed: string, fields: Partial<ExportInput> = {}) =>
    exportOwner(changed, { slug: 'fix-hooks', secret, ...fields });

  it.each([
    ['as hebb wrote it', text, 'own'],
    ['a step changed', text.replace('guard', 'matcher'), 'edited'],
    ['the description changed', text.replace('hooks fail', 'a hook fails'), 'edited'],
    ['a comment added', text.replace('name:', '# mine\nname:'), 'edited'],
    ['a line at the end', `${text}\n`, 'edited'],
    ['other line ends', text.replaceAll('\n', '\r\n'), 'edited'],
    ['no mark', textOf('fix-hooks'), 'foreign'],
    [
      'says it is of hebb',
      textOf('fix-hooks').replace('---\n\n', 'metadata:\n  source: hebb\n---\n\n'),
      'foreign',
    ],
    ['nothing', '', 'foreign'],
  ])('%s', (_, changed, expected) => {
    expect(owner(changed)).toBe(expected);
  });

  it('another home’s copy, or one under another name, is not its own', () => {
    expect(owner(text, { secret: 'of another home' })).toBe('edited');
    expect(owner(text, { slug: 'my-hooks' })).toBe('foreign');
  });

  it('no single changed character passes for its own', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('x', ' ', '\n', '-', ''), (at, sign) => {
        const changed = text.slice(0, at) + sign + text.slice(at + 1);
        fc.pre(changed !== text);
        expect(owner(changed)).not.toBe('own');
      }),
    );
  });
});

const ready = (slug: string, fields: Partial<ExportSkill> = {}): ExportSkill => ({
  slug,
  description: `Use when ${slug} is to be done.`,
  uses: 0,
  activatedAt: '2026-05-01T00:00:00.000Z',
  text: { ok: true, text: `text of ${slug}` },
  ...fields,
});
const entry = (slug: string, owner: ExportEntry['owner'], text = `text of ${slug}`): ExportEntry => ({
  slug,
  owner,
  text,
});
const plan = (input: Partial<ExportPlanInput>) =>
  planExport({ skills: [], entries: [], policy: defaultPolicy.skills, ...input });
const slugsIn = (list: readonly { readonly slug: string }[]) => list.map(({ slug }) => slug);

describe('an export', () => {
  it('writes what lacks or differs, keeps what is right, and takes away what is active no longer', () => {
    const made = plan({
      skills: [ready('new'), ready('same'), ready('other')],
      entries: [
        entry('same', 'own'),
        entry('other', 'own', 'an older text'),
        entry('gone', 'own'),
        entry('mine', 'foreign'),
      ],
    });
    expect(slugsIn(made.write).sort()).toEqual(['new', 'other']);
    expect(made).toMatchObject({ kept: ['same'], remove: ['gone'], left: [] });
  });

  it('never touches a person’s skill, or a copy that they changed', () => {
    const made = plan({
      skills: [ready('theirs'), ready('changed')],
      entries: [entry('theirs', 'foreign'), entry('changed', 'edited'), entry('ended', 'edited')],
    });
    expect([...made.write, ...made.remove]).toEqual([]);
    expect(slugsIn(made.left)).toEqual(['changed', 'theirs', 'ended']);
    expect(made.left[2]?.why).toContain('remove it by hand');
  });

  it('of 200 skills holds as many as the budget has room for, the most used and then the newest, and names the others', () => {
    const skills = Array.from({ length: 200 }, (_, at) =>
      ready(`skill-${at}`, {
        description: `Use when part ${at} of the pipeline has to be built, tested and handed over to the next team.`,
        uses: at === 7 ? 3 : at === 150 ? 1 : 0,
        activatedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
      }),
    );
    const made = plan({ skills });
    expect(made.budget).toBe(2000);
    expect(made.tokens).toBeLessThanOrEqual(2000);
    expect(slugsIn(made.write).slice(0, 4)).toEqual(['skill-7', 'skill-150', 'skill-199', 'skill-198']);
    expect(made.write.length + made.left.length).toBe(200);
    expect(made.left.length).toBeGreaterThan(100);
    expect(new Set(made.left.map(({ why }) => why.slice(0, 7)))).toEqual(new Set(['no room']));
    expect(slugsIn(made.left)).toContain('skill-0');
    const again = plan({ skills, entries: made.write.map(({ slug, text }) => entry(slug, 'own', text)) });
    expect(again).toMatchObject({ write: [], remove: [] });
    expect(again.kept).toHaveLength(made.write.length);
  });

  it('lets one that is too long give way to the next, and counts copies that a person changed', () => {
    const policy = { contextTokens: 1000, descriptionShare: 0.05 };
    const skills = [
      ready('long', { uses: 9, description: 'x'.repeat(300) }),
      ready('short', { description: 'Use when x.' }),
    ];
    expect(slugsIn(plan({ skills, policy }).write)).toEqual(['short']);
    const edited = {
      skills: [ready('short'), ready('mine', { description: 'x'.repeat(120) })],
      entries: [entry('mine', 'edited')],
      policy,
    };
    expect(plan(edited).left.map(({ slug }) => slug)).toEqual(['mine', 'short']);
  });

  it('names what cannot be written', () => {
    const made = plan({ skills: [ready('bad', { text: { ok: false, why: 'description.missing' } })] });
    expect(made.left).toEqual([{ slug: 'bad', why: 'description.missing' }]);
  });

  it('that only takes away leaves everything that is active', () => {
    const made = plan({
      skills: [ready('new'), ready('other')],
      entries: [entry('other', 'own', 'an older text'), entry('gone', 'own')],
      onlyRemove: true,
    });
    expect(made).toMatchObject({ write: [], remove: ['gone'], left: [] });
  });
});
