import { appendFileSync } from 'node:fs';

/** Id of the session. */
export const hugeSession = '0c0ffee0-0000-4000-8000-0000000b19b1';

const filler = 'the quick brown fox jumps over the lazy dog and goes on to the next line of the output ';

function row(at: number, type: string, message: object, more: object = {}): string {
  const timestamp = new Date(Date.UTC(2026, 9, 5) + at * 4000).toISOString();
  const told = { cwd: '/home/ada/shop', sessionId: hugeSession, gitBranch: 'main', uuid: `u-${at}` };
  return `${JSON.stringify({ type, ...told, timestamp, message, ...more })}\n`;
}

/** One turn: a prompt, and steps of which some fail and are mended; some 12 KB a tool use, as in real sessions of megabytes. */
export function turnText(turn: number, steps = 12): string {
  const first = turn * (2 * steps + 1);
  const content = turn % 7 === 0 ? 'Always use tabs in this project.' : `Please go on with part ${turn}.`;
  const rows = [row(first, 'user', { role: 'user', content })];
  for (let step = 0; step < steps; step += 1) {
    const at = first + 1 + 2 * step;
    const id = `toolu_${at}`;
    const fails = step % 6 === 2;
    const file_path = `/home/ada/shop/src/part-${turn % 9}.ts`;
    const [name, input] = (
      [
        ['Read', { file_path }],
        ['Edit', { file_path, old_string: `a${at}`, new_string: `b${at}` }],
        ['Bash', { command: `npm test -- part-${turn % 9}` }],
      ] as const
    )[step % 3] ?? ['Read', { file_path }];
    const output = fails ? `Exit code 1\nTypeError: part${turn % 9} is not a function` : filler.repeat(65);
    const result = {
      type: 'tool_result',
      tool_use_id: id,
      content: output,
      ...(fails ? { is_error: true } : {}),
    };
    rows.push(row(at, 'assistant', { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }));
    rows.push(row(at + 1, 'user', { role: 'user', content: [result] }, { toolUseResult: output }));
  }
  return rows.join('');
}

/** Appends a line of so many bytes, without its newline, to a file. */
export function appendLongLine(path: string, bytes: number): void {
  const [head = '', tail = ''] = row(999_999, 'user', { role: 'user', content: '@' }).trimEnd().split('@');
  appendFileSync(path, head);
  const part = 'x'.repeat(1_000_000);
  for (let left = bytes - head.length - tail.length; left > 0; left -= part.length)
    appendFileSync(path, part.slice(0, left));
  appendFileSync(path, tail);
}
