import { expect, it } from 'vitest';
import { bad, brokenRules, distilHere, good, inputOf, said, shell } from './distil-samples.ts';

it('speaks of a command that is not there, also where its span lies in another one', () => {
  const input = inputOf(
    {
      learnings: [said('0', '``` `terraform apply -auto` ```')],
      successes: [good('s0', [shell('-')], '')],
      failures: [
        bad('f0', [shell('`terraform apply -auto` Read the guard', { ok: false, errorText: '' })], ''),
      ],
    },
    { caption: 'Read the guard', fromBehaviour: false },
  );
  const distilled = distilHere(input);
  expect(brokenRules(input, distilled)).toEqual([]);
  expect(distilled.kind === 'skill' ? distilled.document.body : '').toContain('“terraform apply -auto”');
});
