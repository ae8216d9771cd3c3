import { expect, it } from 'vitest';
import { toolCallOf } from '../../../src/clients/codex/tool-call.ts';

const patch =
  '*** Begin Patch\n*** Update File: src/a b.ts\n*** Move to: src/c.ts\n@@\n-x\n+*** Add File: no.ts\n*** Delete File: d.ts\n*** End Patch';
const files = ['src/a b.ts', 'src/c.ts', 'd.ts'];

it.each([
  ['shell', '{"command":["bash","-lc","npm test"],"workdir":"/w"}', 'Bash', { command: 'npm test' }],
  ['shell', { command: ['git', 'status'] }, 'Bash', { command: 'git status' }],
  ['shell', { command: ['powershell.exe', '-Command', 'dir'] }, 'Bash', { command: 'dir' }],
  ['shell_command', '{"command":"ls"}', 'Bash', { command: 'ls' }],
  ['exec_command', '{"cmd":"ls"}', 'Bash', { command: 'ls' }],
  ['local_shell', { type: 'exec', command: ['ls', '-a'] }, 'Bash', { command: 'ls -a' }],
  ['shell', 'not json', 'shell', { input: 'not json' }],
  ['update_plan', '{"plan":[]}', 'update_plan', { plan: [] }],
  ['exec', 'await tools.x()', 'exec', { input: 'await tools.x()' }],
  ['noargs', null, 'noargs', {}],
  ['apply_patch', patch, 'apply_patch', { command: patch, files }],
  ['apply_patch', { command: patch }, 'apply_patch', { command: patch, files }],
  ['apply_patch', JSON.stringify({ input: patch }), 'apply_patch', { command: patch, files }],
  ['exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }, 'apply_patch', { command: patch, files }],
  [
    'shell',
    { command: ['bash', '-lc', `applypatch <<'EOF'\n${patch}\nEOF`] },
    'apply_patch',
    { command: patch, files },
  ],
  ['shell', { command: 'cat apply_patch.md' }, 'Bash', { command: 'cat apply_patch.md' }],
])('%s %j', (name, args, tool, input) => {
  expect(toolCallOf(name, args)).toEqual({ tool, input });
});
