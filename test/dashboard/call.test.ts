import { describe, expect, it } from 'vitest';
import { callOf, commandLine, withOption } from '../../src/dashboard/call.ts';
import { hasWords, isFacet, nextFacet, parseFilter } from '../../src/dashboard/filter.ts';

describe('commandLine', () => {
  it.each([
    [callOf('undo', []), 'hebb undo'],
    [callOf('gate', ['resolve', 'c-1', 'approve']), 'hebb gate resolve c-1 approve'],
    [callOf('auto-consolidate', [], { force: true }), 'hebb auto-consolidate --force'],
    [callOf('x', [], { dryRun: true, toClient: 'codex' }), 'hebb x --dry-run --to-client codex'],
    [
      withOption(callOf('gate', ['resolve']), 'text', 'say "hi" for $5'),
      'hebb gate resolve --text "say \\"hi\\" for \\$5"',
    ],
  ])('%#', (call, expected) => {
    expect(commandLine(call)).toBe(expected);
  });
});

describe('filters', () => {
  it.each([
    ['seed Script', 'run the seed script', true],
    ['seed tests', 'run the seed script', false],
    ['', 'anything', true],
    ['other:thing', 'an other:thing', true],
  ])('words of %j', (typed, text, expected) => {
    expect(hasWords(text, parseFilter(typed, ['type']))).toBe(expected);
  });

  it.each([
    ['type:pat', 'pattern', true],
    ['type:PAT', 'pattern', true],
    ['type:mis', 'pattern', false],
    ['', 'pattern', true],
  ])('%j of a value', (typed, value, expected) => {
    expect(isFacet(parseFilter(typed, ['type']), 'type', value)).toBe(expected);
  });

  it('walk through values and end without one', () => {
    const facet = { key: 't', name: 'type', values: ['a', 'b'] };
    const steps = ['seed', 'seed type:a', 'seed type:b'].map((text) => nextFacet(text, facet));
    expect(steps).toEqual(['seed type:a', 'seed type:b', 'seed']);
  });
});
