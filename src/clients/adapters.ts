import { claudeCode } from './claude-code/adapter.ts';
import type { ClientAdapter } from './client.ts';
import { codex } from './codex/adapter.ts';
import { cursor } from './cursor/adapter.ts';
import { gemini } from './gemini/adapter.ts';
import { opencode } from './opencode/adapter.ts';

/** Every client that hebb can read, the most common first. */
export const adapters: readonly ClientAdapter[] = [claudeCode, codex, gemini, cursor, opencode];

/** Paths by which a client's files are known, wherever its home lies. Cursor's lie in a `projects` folder as Claude Code's do. */
const places: readonly (readonly [ClientAdapter, RegExp])[] = [
  [codex, /\/\.codex\/|\/rollout-[^/]+$/],
  [gemini, /\/\.gemini\/|\/chats\/session-[^/]+\.jsonl?$/],
  [cursor, /\/\.cursor\/|\/agent-transcripts\//],
  [opencode, /\/opencode\/storage\/|\.db$/],
  [claudeCode, /\/\.claude\/|\/projects\/[^/]+\/[^/]+(?:\/subagents\/.*)?\.jsonl$/],
];

/** The adapter of a client's name, or of a transcript by where it lies. */
export function clientOf(nameOrPath: string): ClientAdapter | undefined {
  const named = adapters.find((adapter) => adapter.name === nameOrPath);
  const path = nameOrPath.replaceAll('\\', '/');
  return named ?? places.find(([, pattern]) => pattern.test(path))?.[0];
}

/** The adapter whose rows look like this one; transcripts elsewhere than usual are told apart by what they hold. */
export const clientOfRow = (value: unknown): ClientAdapter | undefined =>
  adapters.find((adapter) => adapter.isRow(value));
