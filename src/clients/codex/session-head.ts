import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import type { SessionHead } from '../../domain/trace.ts';

/**
 * What a `session_meta` says. A forked session's file begins with its own meta and goes on with those of the history
 * that it copied, so the first one stays. The session of a sub-agent is its parent's.
 */
export function headOfMeta(head: SessionHead, meta: Dict): SessionHead {
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
