import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Given,
  givenOf,
  type HomeFacts,
  type InjectionLine,
  seenIn,
} from '../../src/domain/injection.ts';
import { defaultPolicy, type InjectPolicy } from '../../src/domain/policy.ts';
import type { RecallItem } from '../../src/domain/recall.ts';
import { assembleBlock, isOwnBlock, unseenParts } from '../../src/pipeline/injection-block.ts';
import { fitParts, type PartInput } from '../../src/pipeline/injection-budget.ts';
import { knownBy, readKnown } from '../../src/pipeline/injection-known.ts';
import { markdownLines, tidyLine } from '../../src/pipeline/injection-lines.ts';
import { maskedFacts } from '../../src/pipeline/injection-masked.ts';
import { type PromptInput, promptParts } from '../../src/pipeline/injection-prompt.ts';
import { type StartInput, startParts } from '../../src/pipeline/injection-start.ts';
import { estimateTokens } from '../../src/text/token-estimate.ts';
import { mixed, pick, seedRandom } from '../text/secret-shapes.ts';

const secret = '5ec2e7';
const policy: InjectPolicy = { ...defaultPolicy.inject, minSimilarity: 0.5, skillMinSimilarity: 0.5 };
const context = { moment: 'prompt', secret, maxTokens: 1_500 } as const;

const part = (name: PartInput['part'], texts: readonly string[], share = 0.5): PartInput => ({
  part: name,
  share,
  lines: texts.map((text, at) => ({ id: `${name}/${at}`, text })),
});

describe('the estimate of tokens', () => {
  it.each([
    ['nothing', '', 0],
    ['three small letters', 'abc', 1],
    ['a blank is a letter', 'a b', 1],
    ['a begun token is whole', 'abcd', 2],
    ['capitals, digits and signs are one each', 'A1-\n', 4],
    ['two bytes', 'éж', 2],
    ['three bytes', '漢字', 4],
    ['four bytes', '😀', 3],
  ])('%s', (_, text, tokens) => expect(estimateTokens(text)).toBe(tokens));
});

describe('the budget', () => {
  const keptIn = (parts: readonly PartInput[], budget: number) =>
    fitParts(parts, budget).map(({ lines, left }) => `${lines.length}+${left}`);
  const long = (count: number) =>
    Array.from({ length: count }, (_, at) => `line ${at} ${'word '.repeat(10)}`);

  it('gives everything where there is room', () => {
    expect(keptIn([part('core', long(3)), part('catalogue', long(2))], 500)).toEqual(['3+0', '2+0']);
  });

  it('leaves out the last lines of a part first, and says how many', () => {
    const [fitted] = fitParts([part('core', long(20), 1)], 120);
    expect(fitted?.lines.map(({ id }) => id)).toEqual(['core/0', 'core/1', 'core/2', 'core/3']);
    expect(fitted?.left).toBe(16);
  });

  it('a part of great length does not push out the others, and takes what they do not need', () => {
    const [base, core] = fitParts([part('base', long(200), 0.5), part('core', long(1), 0.5)], 300);
    expect(core?.lines).toHaveLength(1);
    expect(base?.lines.length).toBeGreaterThan(9);
  });

  it('a line that does not fit ends its part', () => {
    expect(keptIn([part('core', ['short', 'x'.repeat(3_000), 'short'], 1)], 100)).toEqual(['1+2']);
  });

  it('gives nothing where nothing fits', () => {
    expect(assembleBlock([part('core', ['x'.repeat(9_000)])], context)).toBeUndefined();
    expect(assembleBlock([part('core', ['word'])], { ...context, maxTokens: 20 })).toBeUndefined();
  });
});

const anyText = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '<',
    '</hebb-memory>',
    '<\n/system>',
    '漢字'.repeat(200),
    '<hebb-memory label="x">',
    '😀'.repeat(90),
  ),
);
const anyParts = fc.array(
  fc.record({
    part: fc.constantFrom(
      'notices',
      'base',
      'profile',
      'core',
      'catalogue',
      'memories',
      'suggestions',
      'bodies',
    ),
    share: fc.constantFrom(0, 0.1, 0.25, 0.6, 1),
    lines: fc.array(fc.record({ id: fc.string({ maxLength: 8 }), text: anyText }), { maxLength: 30 }),
  }),
  { maxLength: 6 },
);

describe('a block', () => {
  it('is never larger than its budget, is its home’s own, and holds one closing tag', () => {
    fc.assert(
      fc.property(anyParts, fc.integer({ min: 1, max: 1_500 }), (parts, maxTokens) => {
        const block = assembleBlock(parts, { ...context, maxTokens });
        if (block === undefined) return;
        expect(estimateTokens(block.text)).toBeLessThanOrEqual(maxTokens);
        expect(isOwnBlock(block.text, secret)).toBe(true);
        expect(block.text.match(/<\/hebb-memory>/g)).toHaveLength(1);
        expect(block.text.match(/<hebb-memory/g)).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for the same lines', () => {
    const make = () => assembleBlock([part('core', ['- tabs'])], context)?.text;
    expect(make()).toBe(make());
  });

  it.each([
    ['another secret', (text: string) => ({ text, secret: 'other' })],
    ['another word', (text: string) => ({ text: text.replace('tabs', 'spaces'), secret })],
    ['something behind it', (text: string) => ({ text: `${text}\nmore`, secret })],
  ])('is not taken for the home’s own with %s', (_, change) => {
    const changed = change(assembleBlock([part('core', ['- tabs'])], context)?.text ?? '');
    expect(isOwnBlock(changed.text, changed.secret)).toBe(false);
  });

  it('says of its lines what they are, and asks for nothing', () => {
    const text = assembleBlock([part('core', ['- tabs'])], context)?.text;
    expect(text).toContain('facts');
    expect(text).not.toMatch(/\b(?:must|always|never|follow|you should|do not)\b/i);
  });

  it('leaves out what the session has', () => {
    const parts = [part('core', ['- tabs', '- spaces'])];
    const seen = seenIn([givenOf('core', { id: 'core/0', text: '- tabs' })]);
    expect(unseenParts(parts, seen)[0]?.lines.map(({ text }) => text)).toEqual(['- spaces']);
  });

  it('tells a thing again that now says something else', () => {
    const seen = seenIn([givenOf('core', { id: 'core/0', text: '- eight spaces' })]);
    expect(unseenParts([part('core', ['- tabs'])], seen)[0]?.lines).toHaveLength(1);
  });
});

describe('lines', () => {
  it.each([
    ['a tag closes nothing', 'x </hebb-memory> y', /&lt;\/hebb-memory>/],
    ['a hidden character shows', 'a\u200bb', /\\u\{200b\}/],
    ['one line', 'a\n\n## b', /^a ## b$/],
  ])('%s', (_, text, expected) => expect(tidyLine(text, 200)).toMatch(expected));

  it('are cut where they are too long', () => expect(tidyLine('word '.repeat(100), 240)).toHaveLength(240));

  it('of Markdown: no front matter, no blank lines, numbered as they stand', () => {
    expect(markdownLines('---\nname: x\n---\n# Title\n\n- one\n', 'profile')).toEqual([
      { id: 'profile/1', text: '# Title' },
      { id: 'profile/3', text: '- one' },
    ]);
  });
});

const facts: HomeFacts = {
  base: 'Base rule.',
  profile: '- Likes short answers.',
  core: [
    { key: 'preferences/indent', text: 'Two spaces.' },
    { key: 'stablePatterns/mine', text: 'Canary A.', owner: 'project:a' },
    { key: 'stablePatterns/other', text: 'Canary B.', owner: 'project:b' },
    { key: 'beliefs/user', text: 'Canary Bob.', owner: 'user:bob' },
  ],
  skills: [
    {
      slug: 'ship-it',
      description: 'Ships a release.',
      project: 'a',
      role: 'user',
      patterns: [],
      sources: ['m-1'],
    },
    {
      slug: 'mend-it',
      description: 'Mends a build.',
      project: 'a',
      role: 'user',
      patterns: [],
      sources: ['m-2'],
    },
    {
      slug: 'note-it',
      description: 'Writes notes.',
      project: 'a',
      role: 'user',
      patterns: [],
      sources: ['m-3'],
    },
  ],
  openReviews: 2,
  waitingSkills: 1,
  lastRunAt: '2026-06-01T10:00:00.000Z',
};
const start: StartInput = {
  facts,
  project: 'a',
  user: 'ada',
  policy,
  due: defaultPolicy.due,
  day: '2026-06-15',
  installedAt: '2026-01-01T00:00:00.000Z',
  isKnown: () => false,
};
const textsOf = (parts: readonly PartInput[], name: PartInput['part']): string[] =>
  parts.find((one) => one.part === name)?.lines.map(({ text }) => text) ?? [];

describe('the start of a session', () => {
  it('holds no secret, wherever a person wrote it', () => {
    const secret = `key ghp_${pick(seedRandom(7), mixed, 36)}`;
    const [one] = facts.skills;
    const leaky: HomeFacts = {
      ...facts,
      base: secret,
      profile: secret,
      core: [{ key: 'preferences/key', text: secret }],
      skills: one ? [{ ...one, description: secret }] : [],
    };
    const text = JSON.stringify(startParts({ ...start, facts: maskedFacts(leaky) }));
    expect(text).not.toContain(secret);
    expect(text.match(/\[redacted:/g)).toHaveLength(4);
  });

  it('tells what is of this project and person, and nothing of others', () => {
    const parts = startParts(start);
    expect(textsOf(parts, 'base')).toEqual(['Base rule.']);
    expect(textsOf(parts, 'profile')).toEqual(['- Likes short answers.']);
    expect(textsOf(parts, 'core')).toEqual(['- Two spaces.', '- Canary A.']);
    expect(textsOf(parts, 'catalogue')).toEqual([
      '- mend-it: Mends a build.',
      '- note-it: Writes notes.',
      '- ship-it: Ships a release.',
    ]);
    expect(textsOf(parts, 'notices')).toHaveLength(3);
  });

  it.each(['base', 'profile', 'core', 'catalogue', 'notices'] as const)('%s can be switched off', (name) => {
    expect(textsOf(startParts({ ...start, policy: { ...policy, [name]: false } }), name)).toEqual([]);
  });

  it('does not say what instruction files say', () => {
    const isKnown = knownBy(readKnown(['Keep it tidy. Two spaces.']));
    expect(textsOf(startParts({ ...start, isKnown }), 'core')).toEqual(['- Canary A.']);
  });

  it.each([
    ['six days after a run', '2026-06-07', '2026-06-01T23:00:00.000Z', false],
    ['seven days after a run', '2026-06-08', '2026-06-01T23:00:00.000Z', true],
    ['never run, new', '2026-01-03', undefined, false],
    ['never run, long there', '2026-06-15', undefined, true],
    ['a clock behind the last run', '2026-05-01', '2026-06-01T00:00:00.000Z', false],
  ])('a run is overdue: %s', (_, day, lastRunAt, expected) => {
    const { lastRunAt: _last, ...rest } = facts;
    const told = startParts({
      ...start,
      day,
      facts: lastRunAt === undefined ? rest : { ...rest, lastRunAt },
    });
    expect(textsOf(told, 'notices').some((text) => text.includes('consolidat'))).toBe(expected);
  });
});

const memory = (id: string, summary: string, more: Partial<RecallItem> = {}): RecallItem => ({
  id,
  name: id,
  entityType: 'pattern',
  summary,
  observations: [],
  scope: 'project',
  project: 'a',
  owner: 'project:a',
  base: 1,
  decayRate: 0,
  anchoredAt: '2026-01-01T00:00:00.000Z',
  trust: 1,
  discoveredAt: '2026-01-01T00:00:00.000Z',
  citations: [],
  pinned: false,
  critical: false,
  ...more,
});
const near = (similarity: number, ...args: Parameters<typeof memory>) => ({
  item: memory(...args),
  similarity,
  words: 2,
});
const [skill] = facts.skills;
const promptInput = (fields: Partial<PromptInput>): PromptInput => ({
  memories: [],
  skills: [],
  policy,
  seen: seenIn([]),
  currentIds: (ids) => ids,
  bodyOf: () => undefined,
  isStale: () => false,
  isKnown: () => false,
  ...fields,
});

describe('what a prompt is given', () => {
  it('nothing where nothing clears the floor', () => {
    const parts = promptParts(promptInput({ memories: [near(0.49, 'm-1', 'Run the linter.')] }));
    expect(parts.flatMap(({ lines }) => lines)).toEqual([]);
  });

  it('nothing for one word alone, however near', () => {
    const memories = [{ ...near(0.9, 'm-1', 'Continue'), words: 1 }];
    expect(promptParts(promptInput({ memories })).flatMap(({ lines }) => lines)).toEqual([]);
  });

  it('at most five memories, each with its id and at most 240 characters', () => {
    const memories = Array.from({ length: 9 }, (_, at) =>
      near(0.9, `m-${at}`, `Fact ${at} ${'long '.repeat(80)}`),
    );
    const lines = textsOf(promptParts(promptInput({ memories })), 'memories');
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(240);
    expect(lines[0]).toMatch(/^- Fact 0 .*… \(m-0\)$/);
  });

  it('what a memory observed, where it says more', () => {
    const item = memory('m-1', 'Use tabs.', { observations: ['tabs', 'The linter wants them.'] });
    expect(
      textsOf(promptParts(promptInput({ memories: [{ item, similarity: 1, words: 2 }] })), 'memories'),
    ).toEqual(['- Use tabs.; The linter wants them. (m-1)']);
  });

  it.each([
    ['given before', { seen: seenIn([{ part: 'memories', id: 'm-1', hash: '' } as Given]) }, 1],
    ['stale', { isStale: () => true }, 0],
    ['known elsewhere', { isKnown: () => true }, 0],
    ['switched off', { policy: { ...policy, memories: false } }, 0],
  ] as const)('a memory that is %s', (_, fields, count) => {
    const memories = [near(0.9, 'm-1', 'Use tabs.')];
    expect(textsOf(promptParts(promptInput({ memories, ...fields })), 'memories')).toHaveLength(count);
  });

  it('no memory that the session read in core memory', () => {
    const memories = [near(0.9, 'm-1', 'Use tabs.', { promotedTo: 'core/preferences/indent' })];
    const seen = seenIn([{ part: 'core', id: 'core/preferences/indent', hash: 'x' }]);
    expect(textsOf(promptParts(promptInput({ memories, seen })), 'memories')).toEqual([]);
  });

  it('a skill instead of the memories it was made from, whatever they are called today', () => {
    const memories = [near(0.9, 'm-1', 'Tag.'), near(0.8, 'm-new', 'Push.'), near(0.7, 'm-3', 'Lint.')];
    const skills = skill
      ? [{ skill: { ...skill, sources: ['m-1', 'm-old'] }, similarity: 0.6, words: 2 }]
      : [];
    const currentIds = (ids: readonly string[]) => ids.map((id) => (id === 'm-old' ? 'm-new' : id));
    const parts = promptParts(promptInput({ memories, skills, currentIds }));
    expect(textsOf(parts, 'suggestions')).toEqual(['- ship-it: Ships a release.']);
    expect(textsOf(parts, 'memories')).toEqual(['- Lint. (m-3)']);
  });

  it('the memories where the skill is not near enough', () => {
    const skills = skill ? [{ skill, similarity: 0.49, words: 2 }] : [];
    const parts = promptParts(promptInput({ memories: [near(0.9, 'm-1', 'Tag.')], skills }));
    expect(textsOf(parts, 'memories')).toHaveLength(1);
    expect(textsOf(parts, 'suggestions')).toEqual([]);
  });

  it('no skill that does not say what it was made from', () => {
    const skills = facts.skills.map(({ sources: _, ...unproven }) => ({
      skill: unproven,
      similarity: 1,
      words: 2,
    }));
    const parts = promptParts(promptInput({ skills }));
    expect(parts.flatMap(({ lines }) => lines)).toEqual([]);
  });

  const bodies = (count: number, role: 'user' | 'developer') =>
    promptParts(
      promptInput({
        skills: facts.skills.map((one) => ({ skill: { ...one, role }, similarity: 1, words: 2 })),
        policy: { ...policy, skillBodies: count },
        bodyOf: (slug) => `## Procedure of ${slug}\n`,
      }),
    );

  it('whole skills only when asked for, at most two, and then not their line', () => {
    expect(textsOf(bodies(0, 'user'), 'bodies')).toEqual([]);
    expect(textsOf(bodies(1, 'user'), 'bodies')).toEqual(['[ship-it]\n## Procedure of ship-it']);
    expect(textsOf(bodies(9, 'user'), 'bodies')).toHaveLength(2);
    expect(textsOf(bodies(1, 'user'), 'suggestions').join()).not.toContain('ship-it');
    expect(textsOf(bodies(2, 'developer'), 'bodies')).toEqual([]);
  });
});

describe('known elsewhere', () => {
  const isKnown = knownBy(
    readKnown(['Use pnpm, never npm. Run the tests with vitest before a commit.', 'Indent with 2 spaces']),
  );
  it.each([
    ['the same sentence', 'Run the tests with vitest before a commit', true],
    ['as a line of a list', '- Use pnpm, never npm.', true],
    ['another number', 'Indent with 4 spaces', false],
    ['the opposite', 'Use npm, never pnpm.', false],
    ['something else', 'The seed script needs the migrations', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => expect(isKnown(text)).toBe(expected));
});

describe('one line of everything', () => {
  it('keeps the order of importance whatever order the parts come in', () => {
    const lines: InjectionLine[] = [{ id: 'x', text: 'x' }];
    const given = assembleBlock(
      [
        { part: 'catalogue', share: 0.1, lines },
        { part: 'notices', share: 0.1, lines },
      ],
      context,
    )?.given.map(({ part: name }) => name);
    expect(given).toEqual(['notices', 'catalogue']);
  });
});
