import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './load-source.js';

/** Numbers in 0..1, the same in each run. */
export function makeRandom(state) {
  let s = state;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

/** A word source: as common as in the shipped background. */
export function makeWords(random) {
  const background = parse(readFileSync(join(root, 'templates', 'background.yaml'), 'utf8'));
  const table = [];
  let total = 0;
  for (const [level, words] of Object.entries(background)) {
    for (const word of words.split(/\s+/)) {
      total += Math.exp(-Number(level));
      table.push([total, word]);
    }
  }
  return () => {
    const at = random() * total;
    let [low, high] = [0, table.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (table[middle][0] < at) low = middle + 1;
      else high = middle;
    }
    return table[low][1];
  };
}

/** Texts of 8 to 40 such words, one in five a copy of an earlier with 1 to 4 edits. */
export function makeTexts(count) {
  const random = makeRandom(7);
  const word = makeWords(random);
  const out = [];
  while (out.length < count) {
    if (out.length > 0 && random() < 0.2) {
      const words = out[Math.floor(random() * out.length)].split(' ');
      for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits--)
        words[Math.floor(random() * words.length)] = word();
      out.push(words.join(' '));
    } else out.push(Array.from({ length: 8 + Math.floor(random() * 33) }, word).join(' '));
  }
  return out;
}
