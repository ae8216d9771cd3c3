import type { TraceItem } from '../domain/trace.ts';

/** Rows of a session and of its sub-agents in the order of time; rows of one file keep their order. */
export function mergeItems(
  own: readonly TraceItem[],
  ...agents: readonly (readonly TraceItem[])[]
): TraceItem[] {
  const queues = [own, ...agents].map((items) => ({ items, at: 0 }));
  const merged: TraceItem[] = [];
  for (;;) {
    const next = queues.reduce<(typeof queues)[number] | undefined>((best, queue) => {
      const head = queue.items[queue.at];
      const lead = best?.items[best.at];
      return head && (!lead || head.at < lead.at) ? queue : best;
    }, undefined);
    const item = next?.items[next.at];
    if (!next || !item) return merged;
    merged.push(item);
    next.at += 1;
  }
}
