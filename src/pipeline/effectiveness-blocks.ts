import type { Block } from '../domain/report.ts';
import type { MemoryRecord } from './effectiveness.ts';
import { shortId } from './memory-blocks.ts';
import { lineOf } from './reflect-section.ts';

const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 100)} %`);

const row = ({ id, helpful, notHelpful, uses, exposed, rate, summary }: MemoryRecord): string[] => [
  shortId(id),
  String(helpful),
  String(notHelpful),
  String(uses),
  String(exposed),
  percent(rate.share),
  percent(rate.low),
  lineOf(summary),
];

/** The ranking for people: counts, the share that helped, and what it is at least (Wilson lower bound at 95 %). */
export function effectivenessBlocks(ranked: readonly MemoryRecord[], live: number): Block[] {
  if (live === 0) return [{ kind: 'line', text: 'There are no memories yet. hebb learn "<text>" adds one.' }];
  const idle = live - ranked.length;
  const rest = idle > 0 ? `${idle} of ${live} memories were neither used nor shown.` : '';
  if (ranked.length === 0)
    return [
      {
        kind: 'line',
        text: `None of ${live} memories was used or shown yet. Runs that hebb analyze-sessions reads tell which are applied; hebb feedback <id> helpful says so by hand.`,
      },
    ];
  return [
    {
      kind: 'table',
      head: ['id', 'helped', 'did not', 'uses', 'shown', 'helps', 'at least', 'summary'],
      rows: ranked.map(row),
    },
    ...(rest === '' ? [] : [{ kind: 'line', text: rest, tone: 'dim' } as const]),
  ];
}
