import { compact, type Dict, stringAt } from '../../domain/json.ts';
import type { SessionHead } from '../../domain/trace.ts';

/** Message rows tell folder, branch and version; when the first of them is a sub-agent's, so is the file. */
export const growClaudeHead =
  (parentSession: string | undefined) =>
  (head: SessionHead, row: Dict): SessionHead => {
    const isOwnFile = row.isSidechain === true && head.cwd === undefined;
    return compact({
      client: head.client,
      sessionId: sessionOf(head, row, parentSession),
      cwd: head.cwd ?? stringAt(row, 'cwd'),
      branch: stringAt(row, 'gitBranch') || head.branch,
      clientVersion: stringAt(row, 'version') ?? head.clientVersion,
      agentId: head.agentId ?? (isOwnFile ? stringAt(row, 'agentId') : undefined),
      ownAgent: head.ownAgent,
    });
  };

/** The last session id wins: a resumed file begins with rows of the session before. Inline rows of a sub-agent may name it instead of the session. */
function sessionOf(head: SessionHead, row: Dict, parentSession: string | undefined): string {
  const id = stringAt(row, 'sessionId') ?? stringAt(row, 'session_id') ?? head.sessionId;
  if (id.startsWith('agent-')) return parentSession ?? id;
  const isForeign =
    head.sessionId !== '' && head.agentId === undefined && stringAt(row, 'agentId') !== undefined;
  return isForeign ? head.sessionId : id;
}

/** Compaction is done by a helper agent that retells the session: it is never read. */
export function helperReason(head: SessionHead): string | undefined {
  return head.agentId?.startsWith('acompact-') ? 'compaction helper' : undefined;
}
