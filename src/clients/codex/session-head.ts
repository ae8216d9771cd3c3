import { compact, type Dict, dictAt, dictsAt, isDict, stringAt } from '../../domain/json.ts';
import type { SessionHead } from '../../domain/trace.ts';
import type { CodexRow } from './codex-row.ts';

/** Where no meta or turn tells the folder (before 0.40), the surroundings that Codex put in front of the first prompt do. */
export function growCodexHead(head: SessionHead, { envelope, payload }: CodexRow): SessionHead {
  if (envelope === 'session_meta') return headOfMeta(head, payload);
  if (head.cwd !== undefined) return head;
  const cwd = envelope === 'turn_context' ? stringAt(payload, 'cwd') : folderOf(payload);
  return cwd === undefined ? head : { ...head, cwd };
}

function folderOf(payload: Dict): string | undefined {
  const texts = dictsAt(payload, 'content').map((block) => stringAt(block, 'text') ?? '');
  const surroundings = texts.find((text) => text.startsWith('<environment_context>'))?.slice(0, 10_000) ?? '';
  return /(?:<cwd>|Current working directory: )([^<\n]{1,4096})/.exec(surroundings)?.[1]?.trim();
}

/**
 * What a `session_meta` says. A forked session's file begins with its own meta and goes on with those of the history
 * that it copied, so the first one stays. The session of a sub-agent is its parent's.
 */
function headOfMeta(head: SessionHead, meta: Dict): SessionHead {
  if (head.sessionId !== '') return head;
  const id = stringAt(meta, 'id') ?? stringAt(meta, 'session_id') ?? '';
  const parent = isSubAgent(meta) ? parentOf(meta) : undefined;
  return compact({
    ...head,
    sessionId: parent ?? id,
    agentId: isSubAgent(meta) ? id : undefined,
    cwd: stringAt(meta, 'cwd') ?? head.cwd,
    branch: stringAt(dictAt(meta, 'git') ?? {}, 'branch') ?? head.branch,
    clientVersion: stringAt(meta, 'cli_version') ?? head.clientVersion,
  });
}

const isSubAgent = (meta: Dict): boolean => isDict(meta.source) && meta.source.subagent !== undefined;

function parentOf(meta: Dict): string | undefined {
  const spawn = dictAt(dictAt(dictAt(meta, 'source') ?? {}, 'subagent') ?? {}, 'thread_spawn') ?? {};
  return stringAt(meta, 'parent_thread_id') ?? stringAt(spawn, 'parent_thread_id');
}
