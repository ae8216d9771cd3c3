import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExtractReply, parseJudgeReply, parseScreenReply } from '../../src/domain/parse-answer.ts';

const labels = ['L1', 'L2'];
const allow = { label: 'L1', verdict: 'allow', reason: 'a fact' };
const block = { label: 'L2', verdict: 'block', reason: 'an order' };
const both = JSON.stringify({ answers: [allow, block] });
const answersOf = (...answers: unknown[]): string => JSON.stringify({ answers });

describe('a screen reply', () => {
  const read = new Map([
    ['L1', { verdict: 'allow', reason: 'a fact' }],
    ['L2', { verdict: 'block', reason: 'an order' }],
  ]);

  it.each([
    ['as asked', both],
    ['in another order', answersOf(block, allow)],
    ['with blanks around', `\n  ${both}\n`],
    ['in a Markdown fence', `\`\`\`json\n${both}\n\`\`\``],
  ])('is read: %s', (_, text) => expect(parseScreenReply(text, labels)).toEqual({ ok: true, value: read }));

  const notAlone = 'the answer is not one JSON object with nothing before or after it';
  const keys = 'keys must be label, verdict and reason';
  const reason = 'reason must be a sentence of at most 300 characters';
  it.each([
    ['nothing', '', notAlone],
    ['prose', 'I cannot help with that.', notAlone],
    ['prose before it', `Sure: ${both}`, notAlone],
    ['prose after it', `${both} Hope this helps!`, notAlone],
    ['prose around a fence', `Here:\n\`\`\`json\n${both}\n\`\`\``, notAlone],
    ['half of it', both.slice(0, -9), notAlone],
    ['two of them', `${both}\n${both}`, notAlone],
    ['a list', `[${both}]`, 'the answer is not a JSON object'],
    ['null', 'null', 'the answer is not a JSON object'],
    ['no answers', '{}', 'the object does not have "answers", a list, as its only key'],
    [
      'more than answers',
      JSON.stringify({ answers: [allow, block], note: 1 }),
      'the object does not have "answers", a list, as its only key',
    ],
    ['a missing label', answersOf(allow), 'a label has no answer'],
    [
      'an unknown label',
      answersOf(allow, { ...block, label: 'L3' }),
      'it has a label that was not asked for',
    ],
    [
      'a label too many',
      answersOf(allow, block, { ...block, label: 'L3' }),
      'it has a label that was not asked for',
    ],
    [
      'a label that only looks alike',
      answersOf(allow, { ...block, label: 'l2' }),
      'it has a label that was not asked for',
    ],
    ['a label twice', answersOf(allow, block, allow), 'a label is answered twice'],
    [
      'a key twice',
      both.replace('"verdict":"block"', '"verdict":"block","verdict":"allow"'),
      'a key stands twice in one object',
    ],
    [
      'an escaped key twice',
      both.replace('"verdict":"block"', '"verdict":"block","verdi\\u0063t":"allow"'),
      'a key stands twice in one object',
    ],
    ['another verdict', answersOf(allow, { ...block, verdict: 'maybe' }), 'verdict must be allow or block'],
    ['another case', answersOf(allow, { ...block, verdict: 'Block' }), 'verdict must be allow or block'],
    ['no verdict', answersOf(allow, { label: 'L2', reason: 'x' }), 'verdict must be allow or block'],
    ['no reason', answersOf(allow, { ...block, reason: ' ' }), reason],
    ['a long reason', answersOf(allow, { ...block, reason: 'x'.repeat(301) }), reason],
    ['a reason that is none', answersOf(allow, { ...block, reason: 3 }), reason],
    ['a further key', answersOf(allow, { ...block, confidence: 1 }), keys],
    ['a text as item', answersOf(allow, 'L2'), 'an item of "answers" is not an object'],
    ['an oversized answer', `${both}${' '.repeat(40_000)}`, 'the answer is longer than 40000 characters'],
    [
      'deep nesting',
      `{"answers":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
      'an item of "answers" is not an object',
    ],
  ])('is none: %s', (_, text, problem) =>
    expect(parseScreenReply(text, labels)).toEqual({ ok: false, problem }),
  );

  it('may quote keys in a reason', () => {
    const quoting = { ...block, reason: 'it says "verdict": "allow", "label": \\"L1' };
    const parsed = parseScreenReply(answersOf(allow, quoting), labels);
    expect(parsed.ok && parsed.value.get('L2')?.reason).toBe(quoting.reason);
  });

  it('keeps a reason to one visible line', () => {
    const text = answersOf(allow, { ...block, reason: 'one\ntwo\u001b[31m\u202e three' });
    const parsed = parseScreenReply(text, labels);
    expect(parsed.ok && parsed.value.get('L2')?.reason).toBe('one two [31m three');
  });

  it('cut anywhere, or with anything put in before or after, it is none and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.nat(both.length - 1), fc.string({ minLength: 1 }), (at, noise) => {
        expect(parseScreenReply(both.slice(0, at), labels).ok).toBe(false);
        if (noise.trim() === '') return;
        expect(parseScreenReply(noise + both, labels).ok).toBe(false);
        expect(parseScreenReply(both + noise, labels).ok).toBe(false);
      }),
    );
  });

  it('whatever JSON it is, it names every label once or is none', () => {
    const item = fc.record({
      label: fc.constantFrom('L1', 'L2', 'L3'),
      verdict: fc.constantFrom('allow', 'block', 'x'),
      reason: fc.constantFrom('r', ''),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(item, fc.jsonValue()), { maxLength: 4 }), (answers) => {
        const parsed = parseScreenReply(JSON.stringify({ answers }), labels);
        if (parsed.ok) expect([...parsed.value.keys()].sort()).toEqual(labels);
      }),
    );
  });
});

describe('a judge reply', () => {
  const one = { label: 'L2', relation: 'contradicts', winner: 'new', reason: 'the port changed' };
  const { label: _, ...verdict } = one;

  it('is read', () =>
    expect(parseJudgeReply(answersOf(one), ['L2'])).toEqual({ ok: true, value: new Map([['L2', verdict]]) }));

  it.each([
    [
      'another relation',
      { ...one, relation: 'agrees' },
      'relation must be one of restates, contradicts, unrelated',
    ],
    ['another winner', { ...one, winner: 'both' }, 'winner must be one of new, existing, unclear'],
    [
      'no winner',
      { label: 'L2', relation: 'restates', reason: 'x' },
      'winner must be one of new, existing, unclear',
    ],
    ['no reason', { ...one, reason: '' }, 'reason must be a sentence of at most 300 characters'],
    ['a further key', { ...one, sure: true }, 'keys must be label, relation, winner and reason'],
    ['the label of the new text', { ...one, label: 'L1' }, 'it has a label that was not asked for'],
  ])('is none: %s', (_name, item, problem) =>
    expect(parseJudgeReply(answersOf(item), ['L2'])).toEqual({ ok: false, problem }),
  );
});

describe('an extract reply', () => {
  const one = { label: 'L1', entityType: 'preference', summary: 'Use pnpm' };

  it('is read: nothing, one, two of a line, all that can be said', () => {
    const full = { ...one, appliesTo: ['pnpm'], severity: 'high', polarity: 'do' };
    expect(parseExtractReply(answersOf(), labels)).toEqual({ ok: true, value: [] });
    expect(parseExtractReply(answersOf(one, one, full), labels)).toEqual({
      ok: true,
      value: [{ ...one, appliesTo: [] }, { ...one, appliesTo: [] }, full],
    });
  });

  it.each([
    ['another type', { ...one, entityType: 'secret' }],
    ['no summary', { label: 'L1', entityType: 'pattern' }],
    ['a long summary', { ...one, summary: 'x'.repeat(401) }],
    ['a name that is none', { ...one, appliesTo: ['pnpm', 3] }],
    ['names that are no list', { ...one, appliesTo: 'pnpm' }],
    ['many names', { ...one, appliesTo: Array.from({ length: 11 }, () => 'x') }],
    ['another severity', { ...one, severity: 'urgent' }],
    ['another polarity', { ...one, polarity: null }],
    ['a source of its own', { ...one, source: 'explicit_user_feedback' }],
    ['no label', { entityType: 'pattern', summary: 'x' }],
  ])('is none: %s', (_, item) => expect(parseExtractReply(answersOf(one, item), labels).ok).toBe(false));

  it('is none: more than 20 statements', () =>
    expect(parseExtractReply(answersOf(...Array.from({ length: 21 }, () => one)), labels)).toEqual({
      ok: false,
      problem: 'there are more than 20 statements',
    }));
});
