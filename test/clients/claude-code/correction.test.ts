import { expect, it } from 'vitest';
import { correctionOf } from '../../../src/clients/claude-code/correction.ts';

const patch = (...lines: string[]) => ({ structuredPatch: [{ lines }] });

it.each([
  [
    'an edit inside a line',
    { old_string: 'null', new_string: 'undefined' },
    patch(' f() {', '-  return null;', '+  return none;', ' }'),
    { removed: ['return undefined;'], added: ['return none;'] },
  ],
  [
    'a line put in beside the agent’s',
    { old_string: 'a', new_string: 'b' },
    patch('-a', '+b', '+c'),
    { removed: [], added: ['c'] },
  ],
  [
    'a written file',
    { content: 'one\ntwo\n' },
    { content: 'one\nthree\n', structuredPatch: [] },
    { removed: ['two'], added: ['three'] },
  ],
  [
    'several edits',
    {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'x', new_string: 'y' },
      ],
    },
    patch('-a', '-x', '+b', '+z'),
    { removed: ['y'], added: ['z'] },
  ],
  ['no difference', { old_string: 'a', new_string: 'b' }, patch('-a', '+b'), undefined],
  ['nothing to compare', { old_string: 'a', new_string: 'b' }, {}, undefined],
  [
    'an edit that does not apply to the patch',
    { old_string: 'elsewhere', new_string: 'b' },
    patch('-a', '+c'),
    { removed: ['b'], added: ['c'] },
  ],
])('%s', (_, input, response, expected) => {
  expect(correctionOf(input, response)).toEqual(expected);
});
