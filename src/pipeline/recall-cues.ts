import type { RecallIndex, RecallItem } from '../domain/recall.ts';
import type { RecallPolicy } from '../domain/recall-policy.ts';
import { foldCase } from '../text/normalize.ts';
import { type QueryCues, tellsNumber, tellsTime } from '../text/query-cues.ts';
import { questionShare, speakerOf } from '../text/turns.ts';
import { type ExpandedWord, idfOf } from './expand-query.ts';
import type { SpreadHit } from './spread.ts';

/** A query and what it says beside its words. */
export interface CueView {
  readonly index: RecallIndex;
  readonly words: readonly ExpandedWord[];
  readonly cues: QueryCues;
  readonly policy: Pick<RecallPolicy, 'cues'>;
}

/** 1 and what speaks for it beyond its words, less what speaks against it. */
export function cueFactor({ index, words, cues, policy }: CueView, { row, item }: SpreadHit): number {
  const { speaker, date, coverage, asks, time, number } = policy.cues;
  const text = [item.summary, ...item.observations].join('\n');
  let factor = 1 + coverage * coveredShare(index, words, row) - asks * questionShare(text);
  if (isNamed(item, cues)) factor += speaker;
  if (cues.isMeant?.(item.discoveredAt)) factor += date;
  if (cues.asksWhen && tellsTime(text)) factor += time;
  if (cues.asksNumber && tellsNumber(text)) factor += number;
  return factor;
}

/** Share of a query's words, by idf, that a document holds itself or as a synonym. */
function coveredShare(index: RecallIndex, words: readonly ExpandedWord[], row: number): number {
  const terms = index.termsOf(row);
  let [all, held] = [0, 0];
  for (const { alternatives } of words) {
    const worth = idfOf(index, alternatives[0]?.term ?? '');
    all += worth;
    if (alternatives.some(({ term }) => terms.has(term))) held += worth;
  }
  return all === 0 ? 0 : held / all;
}

function isNamed({ summary }: RecallItem, cues: QueryCues): boolean {
  const speaker = speakerOf(summary);
  return (
    speaker !== undefined &&
    foldCase(speaker)
      .split(' ')
      .some((name) => cues.words.has(name))
  );
}
