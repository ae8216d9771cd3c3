import { expect, it } from 'vitest';
import { widthOf } from '../../src/cli/render.ts';

it.each([
  ['', 0],
  ['plain ASCII, "quoted"', 21],
  ['Zoë Ångström … „so“ – → ⇒', 25],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한국어 ok', 9],
  ['👍', 2],
  ['👩‍👩‍👧', 2],
  ['é👍', 3],
  ['Привет', 6],
])('%s takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns));
