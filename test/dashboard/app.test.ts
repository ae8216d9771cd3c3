import { render } from 'ink-testing-library';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { App } from '../../src/dashboard/app.tsx';

/** What of some bytes arrives as keys. */
function keysFrom(...sent: string[]): string[] {
  const keys: string[] = [];
  const { stdin, unmount } = render(createElement(App, { rows: ['a'], onKey: (key) => void keys.push(key) }));
  for (const bytes of sent) stdin.write(bytes);
  unmount();
  return keys;
}

describe('App', () => {
  it.each([
    ['letters', ['j'], ['j']],
    ['signs that are more than a byte', ['価'], ['価']],
    ['arrows', ['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D'], ['up', 'down', 'right', 'left']],
    [
      'pages and ends',
      ['\u001b[5~', '\u001b[6~', '\u001b[H', '\u001b[F'],
      ['pageUp', 'pageDown', 'home', 'end'],
    ],
    ['Enter, Tab and Shift-Tab', ['\r', '\t', '\u001b[Z'], ['enter', 'tab', 'backTab']],
    ['both kinds of Backspace', ['\u007f', '\b'], ['backspace', 'backspace']],
    ['Ctrl-C and Ctrl-D', ['\u0003', '\u0004'], ['quit', 'quit']],
    ['no other control', ['\u0001', '\u0012'], []],
    ['what is pasted, sign by sign and without line ends', ['ab\nc'], ['a', 'b', ' ', 'c']],
  ])('hears %s', (_, sent, keys) => {
    expect(keysFrom(...sent)).toEqual(keys);
  });

  it('draws each row, empty ones too, in their looks', () => {
    const rows = ['\u001b[1mbold\u001b[0m', '', 'last'];
    const { lastFrame, rerender, unmount } = render(createElement(App, { rows, onKey: () => {} }));
    expect(
      lastFrame()
        ?.replace(/\u001b\[\d+m/g, '')
        .split('\n')
        .map((row) => row.trimEnd()),
    ).toEqual(['bold', '', 'last']);
    rerender(createElement(App, { rows: ['a', 'b'], onKey: () => {} }));
    expect(lastFrame()).toBe('a\nb');
    unmount();
  });
});
