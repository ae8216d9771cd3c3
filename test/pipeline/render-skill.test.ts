import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { lintSkill } from '../../src/pipeline/lint-skill.ts';
import { parseSkill } from '../../src/pipeline/parse-skill.ts';
import { renderSkill, type SkillDraft, tidySkill } from '../../src/pipeline/render-skill.ts';
import { hostileText } from '../support/hostile-text.ts';

const draft: SkillDraft = {
  name: 'mend-build',
  description: 'Mends it. Use when: the build fails',
  metadata: {},
  body: '## A\n\nb',
};

const refusals = (change: Partial<SkillDraft>): string[] => {
  const rendered = renderSkill({ ...draft, ...change });
  return rendered.ok ? [] : rendered.problems.map(({ rule }) => rule);
};

/** How the reference parser takes a file apart, and a plain YAML reader its front matter. */
function readElsewhere(text: string): { front: unknown; body: string } {
  const [before, front = '', ...rest] = text.split('---');
  expect(before).toBe('');
  return { front: parse(front, { schema: 'core' }), body: rest.join('---').trim() };
}

describe('renderSkill', () => {
  it('writes plain block YAML, quoted only where it must be', () => {
    const metadata = { 'hebb-tools': 'npm test, git commit', 'hebb-version': '2' };
    expect(renderSkill({ ...draft, license: 'MIT', metadata })).toEqual({
      ok: true,
      text: [
        '---',
        'name: mend-build',
        'description: "Mends it. Use when: the build fails"',
        'license: MIT',
        'metadata:',
        '  hebb-tools: npm test, git commit',
        '  hebb-version: "2"',
        '---',
        '',
        '## A',
        '',
        'b',
        '',
      ].join('\n'),
    });
  });

  it.each<[string, Partial<SkillDraft>, string[]]>([
    ['64 characters', { name: 'n'.repeat(64) }, []],
    ['65 characters', { name: 'n'.repeat(65) }, ['name.too-long']],
    ['a space', { name: 'a b' }, ['name.characters']],
    ['no name', { name: ' ' }, ['name.missing']],
    ['1,024', { description: '😀'.repeat(1024) }, []],
    ['1,025', { description: 'd'.repeat(1025) }, ['description.too-long']],
    ['no description', { description: '\n' }, ['description.missing']],
    ['501 of compatibility', { compatibility: 'c'.repeat(501) }, ['compatibility.too-long']],
    ['no body', { body: '\n \n' }, ['body.empty']],
    ['half a character', { body: 'a \ud83d b' }, ['text.half-character']],
    ['half a character in metadata', { metadata: { k: '\udc00' } }, ['text.half-character']],
    ['a key that is a number', { metadata: { '1': 'x' } }, ['metadata.key']],
    ['a key with a line break', { metadata: { 'a\nallowed-tools': 'x' } }, ['metadata.key']],
  ])('%s', (_, change, expected) => expect(refusals(change)).toEqual(expected));

  it('is read back as it was meant, by us and by others, or refused by name', () => {
    const mostly = (good: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: hostileText() });
    const drafts = fc.record({
      name: mostly(fc.constantFrom('a', 'mend-build', 'true', '123', '1e3', 'n'.repeat(64))),
      description: mostly(fc.tuple(hostileText(), hostileText()).map(([a, b]) => `${a}x${b}`)),
      metadata: fc.dictionary(mostly(fc.constantFrom('hebb-tools', 'hebb-made', 'a.b')), hostileText(), {
        maxKeys: 3,
      }),
      body: mostly(hostileText().map((text) => `${text}\nx`)),
    });
    let written = 0;
    fc.assert(
      fc.property(drafts, (one) => {
        const rendered = renderSkill(one);
        if (!rendered.ok) {
          expect(rendered.problems.length).toBeGreaterThan(0);
          return;
        }
        written += 1;
        const { name, description, metadata, body } = tidySkill(one);
        expect(parseSkill(rendered.text)).toEqual({ document: tidySkill(one), problems: [] });
        expect(lintSkill(rendered.text, name).problems).toEqual([]);
        const hasMetadata = Object.keys(metadata).length > 0;
        const elsewhere = readElsewhere(rendered.text);
        expect(elsewhere.front).toEqual({ name, description, ...(hasMetadata ? { metadata } : {}) });
        expect(elsewhere.body).toBe(body.trim());
        expect(renderSkill(tidySkill(one))).toEqual(rendered);
      }),
      { numRuns: 100 },
    );
    expect(written).toBeGreaterThan(20);
  });
});
