import { type Dict, isDict, parseDict, stringAt, stringsAt } from '../../domain/json.ts';
import { filesOfPatch, isPatchCommand, patchIn } from './patch.ts';

/** A tool use in the words that Codex's own hooks use: every shell tool is `Bash` with a `command`, every patch `apply_patch` with its `files`. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Dict;
}

const shellTools = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'container.exec',
  'local_shell',
  'Bash',
]);

/** Normalises a tool name and its arguments, which may be JSON in a string, an object or plain text. */
export function toolCallOf(name: string, args: unknown): ToolCall {
  const input = inputOf(args);
  const command = commandOf(input);
  if (name === 'apply_patch') return patchCall(command ?? stringAt(input, 'input') ?? '');
  if (!shellTools.has(name) || command === undefined) return { tool: name, input };
  return isPatchCommand(command) ? patchCall(command) : { tool: 'Bash', input: { command } };
}

const patchCall = (text: string): ToolCall => {
  const patch = patchIn(text);
  return { tool: 'apply_patch', input: { command: patch, files: filesOfPatch(patch) } };
};

/** The command of a shell; of `bash -lc "…"` only what was asked for. */
export function commandOf(input: Dict): string | undefined {
  const text = stringAt(input, 'command') ?? stringAt(input, 'cmd');
  if (text !== undefined) return text;
  return Array.isArray(input.command) ? commandLine(stringsAt(input, 'command')) : undefined;
}

function commandLine(words: readonly string[]): string {
  const [shell = '', flag = '', script] = words;
  const isShell = /(?:^|[\\/])(?:ba|z|da)?sh(?:\.exe)?$|powershell|pwsh|cmd(?:\.exe)?$/i.test(shell);
  return isShell && script !== undefined && /^(?:-l?c|-Command|\/c)$/i.test(flag) ? script : words.join(' ');
}

function inputOf(args: unknown): Dict {
  if (isDict(args)) return args;
  if (typeof args !== 'string') return {};
  return parseDict(args) ?? { input: args };
}
