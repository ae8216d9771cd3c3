import { defaultPolicy } from '../../src/domain/policy.ts';
import type { IndexEntry, RecallIndex, RecallItem } from '../../src/domain/recall.ts';
import { createMemoryIndex, type IndexLinks } from '../../src/pipeline/memory-index.ts';
import type { RecallContext } from '../../src/pipeline/rank-recall.ts';
import { now } from './samples.ts';

/** A document of the index that does not fade, for everybody. */
export function entry(id: string, text: string, fields: Partial<RecallItem> = {}): IndexEntry {
  const item: RecallItem = {
    id,
    name: `note:${id}`,
    entityType: 'note',
    summary: text,
    observations: [],
    scope: 'global',
    owner: 'global',
    base: 1,
    decayRate: 0,
    anchoredAt: now,
    trust: 1,
    discoveredAt: now,
    citations: [],
    pinned: false,
    critical: false,
    ...fields,
  };
  return { item, text, aliases: [] };
}

/** A talk: one document a line, in the order said. */
export const talk = (sessionId: string, lines: readonly string[]): IndexEntry[] =>
  lines.map((line, at) =>
    entry(`${sessionId}-${String(at).padStart(3, '0')}`, line, { sessionId, order: at + 1 }),
  );

/** An index of these documents. */
export const indexOf = (entries: readonly IndexEntry[], links: Partial<IndexLinks> = {}): RecallIndex =>
  createMemoryIndex(entries, { relations: [], edges: [], ...links });

/** Somebody who sees what is for everybody. */
export const context: RecallContext = {
  owners: ['global'],
  now,
  limit: 10,
  strength: defaultPolicy.strength,
};
