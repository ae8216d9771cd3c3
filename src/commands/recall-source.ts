import { attentionTopics, sessionsSinceFocus } from '../pipeline/attention.ts';
import { indexEntriesOf, indexEntryOf, isLifting } from '../pipeline/recall-item.ts';
import type { RecallSource } from '../store/recall-index.ts';
import type { Store } from '../store/store.ts';
import { type SynonymLists, synonymTable } from '../text/synonyms.ts';

/** What the person is busy with: weight by topic as of the last consolidation. */
export function topicsOf(store: Store): Readonly<Record<string, number>> {
  const state = store.state();
  return attentionTopics(state, sessionsSinceFocus(state), store.policy().attention);
}

/** How memories become documents of the index. */
export const recallSource = (synonyms: SynonymLists): RecallSource => ({
  entriesOf: indexEntriesOf,
  entryOf: indexEntryOf,
  isLifting,
  topicsOf,
  synonyms: () => synonymTable(synonyms),
});
