import { expect, it } from 'vitest';
import { toolName } from '../../src/clients/tool-names.ts';

it.each([
  ['run_shell_command', 'Bash'],
  ['Shell', 'Bash'],
  ['bash', 'Bash'],
  ['run_terminal_cmd', 'Bash'],
  ['replace', 'Edit'],
  ['StrReplace', 'Edit'],
  ['write_file', 'Write'],
  ['apply_patch', 'apply_patch'],
  ['mcp_hebb_memory_recall', 'mcp__hebb__memory_recall'],
  ['mcp__hebb__memory_recall', 'mcp__hebb__memory_recall'],
  ['hebb_memory_recall', 'mcp__hebb__memory_recall'],
  ['mcp__docs__find', 'mcp__docs__find'],
  ['codebase_search', 'codebase_search'],
])('%s is known as %s', (called, name) => {
  expect(toolName(called)).toBe(name);
});
