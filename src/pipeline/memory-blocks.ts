import { isDict } from '../domain/json.ts';
import type { Change } from '../domain/plan.ts';
import type { Block } from '../domain/report.ts';
import { splitTarget } from '../domain/state.ts';

/** First digits of an id, enough to call it by. */
export const shortId = (id: string): string => id.slice(0, 8);

const verbOf = ({ before, after }: Change): string =>
  before === null ? 'new' : after === null ? 'gone' : 'changed';

const labelOf = ({ target, before, after }: Change): string => {
  const record = after ?? before;
  const summary = isDict(record) && typeof record.summary === 'string' ? record.summary : undefined;
  const { collection, id } = splitTarget(target);
  return summary === undefined ? `${collection}/${shortId(id)}` : `${shortId(id)}  ${summary}`;
};

/** A change in few words: what becomes of which record. */
export const changeText = (change: Change): string => `${verbOf(change)}: ${labelOf(change)}`;

/** Changes with their reasons: what `--dry-run`, `log` and `explain` show. */
export const changeItems = (changes: readonly Change[]): Block[] =>
  changes.map((change) => ({
    kind: 'item',
    text: changeText(change),
    detail: [`${change.reason.rule}: ${change.reason.text}`],
  }));

/** The first line of a manipulator's answer, when nothing was written. */
export const dryLine: Block = { kind: 'line', text: 'Dry run: nothing was written.', tone: 'dim' };

/** That a memory was learned on a branch that is not known to be merged, in few words; empty otherwise. */
export const branchNote = ({ branch }: { readonly branch?: string }): string =>
  branch === undefined ? '' : `branch ${branch}`;
