import { claudeCode } from './claude-code/adapter.ts';
import type { ClientAdapter } from './client.ts';
import { codex } from './codex/adapter.ts';

/** Every client that hebb can read, the most common first. */
export const adapters: readonly ClientAdapter[] = [claudeCode, codex];

/** The adapter of a client's name, or of a transcript by where it lies. */
export function clientOf(nameOrPath: string): ClientAdapter | undefined {
  const named = adapters.find((adapter) => adapter.name === nameOrPath);
  if (named) return named;
  const path = nameOrPath.replaceAll('\\', '/');
  if (/\/\.codex\/|\/rollout-[^/]+$/.test(path)) return codex;
  return /\/\.claude\/|\/projects\/[^/]+\/[^/]+(?:\/subagents\/.*)?\.jsonl$/.test(path)
    ? claudeCode
    : undefined;
}

/** The adapter whose rows look like this one; transcripts elsewhere than usual are told apart by what they hold. */
export const clientOfRow = (value: unknown): ClientAdapter | undefined =>
  adapters.find((adapter) => adapter.isRow(value));
