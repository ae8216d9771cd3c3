// The least that Ink needs for a screen of 80×24: rows of text of which one is chosen, and keys that choose another.
import { Box, render, Text, useInput } from 'ink';
import { createElement as h, useState } from 'react';

const rows = Array.from({ length: 23 }, (_, at) =>
  `row ${at + 1} ${'and what it says '.repeat(4)}`.slice(0, 80),
);

function Floor() {
  const [chosen, choose] = useState(0);
  useInput((_input, key) => choose((at) => (key.downArrow ? at + 1 : at - 1)));
  const row = (text, at) => h(Text, { key: text, inverse: at === chosen, wrap: 'truncate-end' }, text);
  return h(Box, { flexDirection: 'column' }, rows.map(row));
}

render(h(Floor));
