import type { Key } from 'ink';

/** Keys of Ink by the names that `press` knows. Terminals differ in what Backspace sends. */
const names: readonly (readonly [key: keyof Key, name: string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
];

/** What was pressed or pasted, key by key; `quit` for Ctrl-C and Ctrl-D. */
export function keysOf(input: string, key: Key): readonly string[] {
  if (key.ctrl) return input === 'c' || input === 'd' ? ['quit'] : [];
  if (key.tab) return [key.shift ? 'backTab' : 'tab'];
  const named = names.find(([name]) => key[name] === true);
  if (named) return [named[1]];
  if (key.meta) return [];
  return [...input.replace(/[\r\n\t]+/g, ' ')].filter((sign) => !/\p{Cc}/u.test(sign));
}
