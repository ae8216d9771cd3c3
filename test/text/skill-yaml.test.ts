import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSkillYaml, writeYamlText } from '../../src/text/skill-yaml.ts';
import { hostileText } from '../support/hostile-text.ts';

const rulesOf = (text: string): string[] =>
  readSkillYaml(text).problems.map(({ rule, line }) => `${rule}:${line}`);

describe('readSkillYaml', () => {
  it('reads every scalar as a text, with its line', () => {
    const { fields, problems } = readSkillYaml(
      'name: x\nmetadata:\n  version: 1.0\n  live: true\n  none:\nb: >\n  one\n  two\n',
    );
    expect(problems).toEqual([]);
    expect(fields).toEqual([
      { key: 'name', line: 1, value: { kind: 'text', text: 'x' } },
      {
        key: 'metadata',
        line: 2,
        value: {
          kind: 'map',
          pairs: [
            { key: 'version', line: 3, text: '1.0' },
            { key: 'live', line: 4, text: 'true' },
            { key: 'none', line: 5, text: '' },
          ],
        },
      },
      { key: 'b', line: 6, value: { kind: 'text', text: 'one two\n' } },
    ]);
  });

  it.each([
    ['a: [b]', ['frontmatter.flow-style:1']],
    ['a: x\nb: {c: d}', ['frontmatter.flow-style:2']],
    ['a: &x y\nb: *x', ['frontmatter.anchor:1', 'frontmatter.anchor:2']],
    ['a: !!js/function x', ['frontmatter.tag:1']],
    ['a: !own x', ['frontmatter.tag:1']],
    ['a: 1\na: 2', ['frontmatter.duplicate-key:2']],
    ['- a', ['frontmatter.not-a-map:1']],
    ['', ['frontmatter.not-a-map:1']],
    ['a: b: c', ['yaml.syntax:1']],
    ['a: x\nb: @c', ['yaml.syntax:2']],
    ['a: x\n\tb: c', ['yaml.syntax:2']],
    ['a: 1\n...\nb: 2', ['yaml.syntax:2']],
    ['? '.repeat(20), ['yaml.syntax:1']],
    [`a: ${'[ '.repeat(20)}`, ['yaml.syntax:1']],
    [`a: ${'x'.repeat(20_000)}`, ['yaml.syntax:1']],
  ])('names what is wrong with %j', (text, expected) => expect(rulesOf(text)).toEqual(expected));

  it('says what to do about the commonest slips', () => {
    expect(readSkillYaml('a: b: c').problems[0]?.text).toBe(
      'not YAML: a value with a colon and a space in it: put the value in quotes',
    );
  });

  it('never throws, and resolves no alias', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        readSkillYaml(text);
      }),
      { numRuns: 100 },
    );
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghi'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
    ];
    expect(readSkillYaml(bomb.join('\n')).fields?.[8]?.value).toEqual({ kind: 'other' });
  });
});

describe('writeYamlText', () => {
  it.each([
    ['Use when the build fails', 'Use when the build fails'],
    ['1.0', '"1.0"'],
    ['2026-01-02', '"2026-01-02"'],
    ['12:30', '"12:30"'],
    ['yes', '"yes"'],
    ['Yesterday', 'Yesterday'],
    ['a: b', '"a: b"'],
    ['a:b', 'a:b'],
    ['a #b', '"a #b"'],
    ['ends with:', '"ends with:"'],
    ['@handle', '"@handle"'],
    ['`code` first', '"`code` first"'],
    ['it is `code`', 'it is `code`'],
    ['- item', '"- item"'],
    ['a --- b', '"a --\\x2d b"'],
    ['------', '"--\\x2d--\\x2d"'],
    ['say "hi"', 'say "hi"'],
    ['"hi"', '"\\"hi\\""'],
    ['C:\\dir', 'C:\\dir'],
    ['two\nlines', '"two\\nlines"'],
    ['修复构建', '修复构建'],
    ['\u2028', '"\\u2028"'],
    ['', '""'],
  ])('%j is written as %s', (text, expected) => expect(writeYamlText(text)).toBe(expected));

  it('is read back unchanged by every schema, on one line, without ---', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const written = writeYamlText(text);
        expect(written).not.toMatch(/---|[\n\r\u0085\u2028\u2029]/);
        const line = `metadata:\n  key: ${written}\n  next: x`;
        for (const schema of ['failsafe', 'core', 'yaml-1.1'] as const)
          expect(parse(line, { schema })).toEqual({ metadata: { key: text, next: 'x' } });
      }),
      { numRuns: 80 },
    );
  });
});
