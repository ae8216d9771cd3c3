import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './load-source.js';
import { compare } from './paired.js';

/** How long a person waits for the hook at each edit, against the least that any shell hook that reads its input costs. */
export function measureHook(rounds) {
  const spool = mkdtempSync(join(tmpdir(), 'hebb-bench-hook-'));
  const template = readFileSync(join(root, 'templates/hooks/inline.sh'), 'utf8').trim();
  const hook = template.replace('__SPOOL__', `'${spool}'`).replace('__CLIENT__', 'claude-code');
  const input = JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: '/src/a.ts', old_string: 'a', new_string: 'x'.repeat(4000) },
  });
  const shell = (command) => ({ argv: ['sh', '-c', command], input, env: { PATH: process.env.PATH } });
  try {
    return compare({ floor: shell('cat >/dev/null'), hook: shell(hook) }, { rounds, warmUps: 10 }).hook;
  } finally {
    rmSync(spool, { recursive: true });
  }
}
