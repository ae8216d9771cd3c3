import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './load-source.js';
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
function* turnRows(at, { random, say }) {
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
      : say(100 + Math.floor(random() * 400));
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

/** One Claude Code session of so many megabytes, made once and kept under results/. */
export function bigTranscript(megabytes) {
  const path = join(root, 'results', `transcript-${megabytes}`, `${sessionId}.jsonl`);
  if (existsSync(path)) return path;
  mkdirSync(join(path, '..'), { recursive: true });
  const random = makeRandom(13);
  const word = makeWords(random);
  const say = (count) => Array.from({ length: count }, word).join(' ');
  const file = openSync(`${path}.draft`, 'w');
  for (let [bytes, at] = [0, 0]; bytes < megabytes * 1e6; at += 61)
    for (const line of turnRows(at, { random, say })) bytes += writeSync(file, line);
  closeSync(file);
  renameSync(`${path}.draft`, path);
  return path;
}
