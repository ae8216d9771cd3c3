import type { Block } from '../domain/report.ts';
import type { GateAudit, HeldCandidate, OpenPair } from './gate-audit.ts';
import { shortId } from './memory-blocks.ts';

const shown = 6;

const section = (heading: string, items: readonly Block[]): Block[] => {
  if (items.length === 0) return [];
  const rest = items.length - shown;
  return [
    { kind: 'heading', text: `${items.length} ${heading}` },
    ...items.slice(0, shown),
    ...(rest > 0 ? [{ kind: 'line', text: `  … and ${rest} more`, tone: 'dim' } as const] : []),
  ];
};

const heldItem = ({ id, summary, reason, source }: HeldCandidate): Block => ({
  kind: 'item',
  text: `${shortId(id)}  ${summary}`,
  detail: [reason === '' ? `from ${source}` : reason],
});

/** Two memories side by side, with why they are two. */
export const pairItem = ({ id, reason, similarity, existing, newer }: OpenPair): Block => ({
  kind: 'item',
  text: `${id}  ${reason} (similarity ${similarity.toFixed(2)})`,
  detail: [`${shortId(existing.id)}  ${existing.summary}`, `${shortId(newer.id)}  ${newer.summary}`],
});

/** What waits for a person and what the gate kept out. */
export function auditBlocks(audit: GateAudit): Block[] {
  const pending = audit.pendingMemories.map(
    ({ id, summary }): Block => ({ kind: 'item', text: `${shortId(id)}  ${summary}` }),
  );
  const blocks = [
    ...section(
      `blocked by the screen, ${audit.blockedRecently} of them in the last 7 days`,
      audit.blocked.map(heldItem),
    ),
    ...section('that the screen could not tell', audit.held.map(heldItem)),
    ...section('pairs that contradict one another', audit.conflicts.map(pairItem)),
    ...section('pairs that are alike', audit.pendingReviews.map(pairItem)),
    ...section('memories that wait', pending),
    ...section('candidates that wait', audit.waiting.map(heldItem)),
  ];
  if (blocks.length === 0)
    return [{ kind: 'line', text: 'Nothing waits, and nothing was kept out.', tone: 'good' }];
  const how =
    'hebb review walks through them; hebb gate resolve <id> approve|reject|edit|keep-new|keep-existing|keep-both|merge decides one.';
  return [...blocks, { kind: 'line', text: '' }, { kind: 'line', text: how, tone: 'dim' }];
}
