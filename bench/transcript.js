import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from './load-source.js';
import { compare, peakMemory } from './paired.js';
import { makeRandom, makeWords } from './texts.js';

const sessionId = '0c0ffee0-0000-4000-8000-00000000be9c';

function makeRow(at, type, message, more = {}) {
  return {
    parentUuid: at === 0 ? null : `u-${at - 1}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada/shop',
    sessionId,
    version: '2.1.300',
    gitBranch: 'main',
    type,
    uuid: `u-${at}`,
    timestamp: new Date(Date.UTC(2026, 9, 5) + at * 4_000).toISOString(),
    message,
    ...more,
  };
}

/** The rows of one turn: a prompt, and some twenty steps of reading, editing and running with their results. */
function* turnRows(at, { random, say, words = 400 }) {
  let next = at;
  const row = (...args) => `${JSON.stringify(makeRow(next++, ...args))}\n`;
  yield row('user', { role: 'user', content: `Please ${say(12)}.` });
  for (let step = 0; step < 20; step += 1) {
    const id = `toolu_${next}`;
    const file = `/home/ada/shop/src/${say(1)}.ts`;
    const [name, input] = [
      ['Read', { file_path: file }],
      ['Edit', { file_path: file, old_string: say(30), new_string: say(30), replace_all: false }],
      ['Bash', { command: `npm test -- ${say(1)}`, description: say(4) }],
    ][step % 3];
    const failed = name === 'Bash' && random() < 0.2;
    const content = failed
      ? `Exit code 1\nTypeError: ${say(1)} is not a function`
      : say(100 + Math.floor(random() * words));
    yield row('assistant', {
      id: `msg_${next}`,
      role: 'assistant',
      content: [{ type: 'text', text: `${say(20)}.` }],
    });
    yield row('assistant', {
      id: `msg_${next}`,
      role: 'assistant',
      content: [{ type: 'tool_use', id, name, input }],
    });
    const result = { type: 'tool_result', tool_use_id: id, content, ...(failed ? { is_error: true } : {}) };
    yield row('user', { role: 'user', content: [result] }, { toolUseResult: content });
  }
}

/** Turns of one session until they are so many bytes, each as a whole text; tools answer with at most so many words. */
function* turnTexts(bytes, words) {
  const random = makeRandom(13);
  const word = makeWords(random);
  const say = (count) => Array.from({ length: count }, word).join(' ');
  for (let [written, at] = [0, 0]; written < bytes; at += 61) {
    const text = [...turnRows(at, { random, say, words })].join('');
    written += Buffer.byteLength(text);
    yield text;
  }
}

/** Writes a file once, whole or not at all; it is kept under results/ for the next run. */
function makeOnce(path, write) {
  if (existsSync(path)) return path;
  mkdirSync(join(path, '..'), { recursive: true });
  const file = openSync(`${path}.draft`, 'w');
  try {
    write(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.draft`, path);
  return path;
}

/** One Claude Code session of so many megabytes, made once. */
export const bigTranscript = (megabytes) =>
  makeOnce(join(root, 'results', `transcript-${megabytes}`, `${sessionId}.jsonl`), (file) => {
    for (const text of turnTexts(megabytes * 1e6)) writeSync(file, text);
  });

/** Words that a tool of the huge session answers with at most: some 12 KB a tool use, as in real sessions of megabytes. */
const manyWords = 1800;

/** One line of so many bytes, as a tool that printed all would leave it. */
function writeLongLine(file, bytes) {
  const result = { type: 'tool_result', tool_use_id: 'toolu_long', content: '@' };
  const row = JSON.stringify(makeRow(999_999_999, 'user', { role: 'user', content: [result] }));
  const [head, tail] = row.split('@');
  writeSync(file, head);
  const filler = 'lorem ipsum '.repeat(100_000);
  for (let left = bytes - head.length - tail.length; left > 0; left -= filler.length)
    writeSync(file, filler.slice(0, left));
  writeSync(file, `${tail}\n`);
}

/** Reads a file line by line and parses what is no longer than hebb reads: what the work costs at least. */
const parseLines = (path) => `
  const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(${JSON.stringify(path)}) });
  lines.on('line', (line) => line.length < 33_554_432 && JSON.parse(line));`;

/**
 * What a session of so many megabytes costs: time over that of parsing its lines, memory in MB, the same with one more
 * turn, and how many events more or fewer it gives than its pieces, read one after the other.
 */
export function measureHuge(hebb, { folder, megabytes, rounds }) {
  const { path, pieces } = hugeTranscript(megabytes);
  const analyze = (home, file) => ({
    ...hebb(home, 'analyze-sessions', '--transcripts', file),
    exits: [0, 3],
  });
  const before = () => rmSync(join(folder, 'huge'), { recursive: true, force: true });
  const parse = { argv: [process.execPath, '-e', parseLines(path)] };
  const { first } = compare({ parse, first: { ...analyze('huge', path), before } }, { rounds, warmUps: 0 });
  before();
  const peak = peakMemory(analyze('huge', path));
  for (const piece of pieces) compare({ piece: analyze('pieces', piece) }, { rounds: 1, warmUps: 0 });
  const eventsIn = (home) =>
    readFileSync(join(folder, home, 'learning-log/2026-10.jsonl'), 'latin1').split('\n').length;
  const difference = eventsIn('huge') - eventsIn('pieces');
  return { first, peak, difference, again: measureAgain(analyze('huge', path), path) };
}

/** One turn more: time over that of a bare Node, and memory. The file is then what it was. */
function measureAgain(analyze, path) {
  const { size } = statSync(path);
  const bareNode = { argv: [process.execPath, '-e', '0'] };
  try {
    let turn = 1_000_000;
    const before = () => {
      const say = (count) => 'more '.repeat(count);
      turn += 61;
      appendFileSync(path, [...turnRows(turn, { random: () => 0.5, say })].join(''));
    };
    const { again } = compare({ bareNode, again: { ...analyze, before } }, { rounds: 3, warmUps: 0 });
    before();
    return { again, peak: peakMemory(analyze) };
  } finally {
    truncateSync(path, size);
  }
}

/**
 * A session of so many megabytes, with one line of a quarter of them in its middle; and the same cut at line ends into
 * files of a tenth each, without that line. Answers the file and the pieces in order.
 */
export function hugeTranscript(megabytes, folder = join(root, 'results', `transcript-huge-${megabytes}`)) {
  const long = megabytes * 250_000;
  const rest = megabytes * 1e6 - long;
  const path = makeOnce(join(folder, 'whole', `${sessionId}.jsonl`), (file) => {
    let written = 0;
    for (const text of turnTexts(rest, manyWords)) {
      if (written < rest / 2 && written + text.length >= rest / 2) writeLongLine(file, long);
      written += writeSync(file, text);
    }
  });
  const cut = join(folder, 'pieces');
  makeOnce(join(cut, 'made'), () => cutPieces(cut, rest));
  const names = readdirSync(cut).filter((name) => name.endsWith('.jsonl'));
  return { path, pieces: names.sort().map((name) => join(cut, name)) };
}

/** Cuts the same turns into ten files. */
function cutPieces(folder, bytes) {
  let [number, written] = [0, 0];
  let file = openSync(join(folder, `${sessionId}-${number}.jsonl`), 'w');
  for (const text of turnTexts(bytes, manyWords)) {
    if (written >= ((number + 1) * bytes) / 10) {
      closeSync(file);
      number += 1;
      file = openSync(join(folder, `${sessionId}-${number}.jsonl`), 'w');
    }
    written += writeSync(file, text);
  }
  closeSync(file);
}
