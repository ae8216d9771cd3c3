import type { Judged, Verdict } from '../domain/candidate.ts';
import type { Block, Tone } from '../domain/report.ts';
import { groupBy } from './group-by.ts';
import { belowThreshold } from './judge-candidate.ts';
import { shortId } from './memory-blocks.ts';
import { isUserStated } from './memory-of.ts';

const groups: readonly {
  readonly verdicts: readonly Verdict[];
  readonly title: string;
  readonly tone: Tone;
  /** Items shown; the rest is counted. */
  readonly shown: number;
}[] = [
  { verdicts: ['saved', 'superseding'], title: 'kept', tone: 'good', shown: 16 },
  { verdicts: ['duplicate'], title: 'known already, support added', tone: 'dim', shown: 4 },
  { verdicts: ['below-threshold'], title: 'not enough yet, keeps counting', tone: 'dim', shown: 10 },
  { verdicts: ['contradicts', 'needs-review'], title: 'for a person to look at', tone: 'warn', shown: 12 },
  { verdicts: ['rejected', 'blocked'], title: 'refused', tone: 'bad', shown: 12 },
  { verdicts: ['pending'], title: 'waiting', tone: 'warn', shown: 6 },
];

const termsOf = ({ terms }: Judged): string =>
  terms.map(({ term, points }) => `${term} ${points > 0 ? '+' : ''}${points}`).join(', ');

const textOf = ({ candidate, memoryId }: Judged): string =>
  `${memoryId === undefined ? '' : `${shortId(memoryId)}  `}${candidate.summary}`;

/** What several share stands once above them; else the reason stands below its item. */
function itemsOf(judged: readonly Judged[], tone: Tone): Block[] {
  const shared = groupBy(judged, (one) => detailOf(one).join('\n'));
  return [...shared].flatMap(([why, own]): Block[] => {
    const detail = why === '' ? [] : why.split('\n');
    if (own.length === 1) return own.map((one) => ({ kind: 'item', text: textOf(one), tone, detail }));
    return [
      ...detail.map((text) => ({ kind: 'line', text: `  ${text}`, tone: 'dim' }) as const),
      ...own.map((one) => ({ kind: 'item', text: textOf(one), tone }) as const),
    ];
  });
}

/** Why: the score where it decided, the reason where something else did. What waits says for what. */
function detailOf(judged: Judged): string[] {
  const { verdict, score, threshold, reason } = judged;
  const scored = `score ${score} of ${threshold}: ${termsOf(judged) || 'no term applies'}`;
  if (['pending', 'needs-review', 'rejected', 'blocked'].includes(verdict)) return [reason];
  if (verdict === 'saved' || reason === belowThreshold(judged)) return [scored];
  return [scored, reason];
}

/** What the person said first, then by score. */
const byWeight = (a: Judged, b: Judged): number =>
  Number(isUserStated(b.candidate)) - Number(isUserStated(a.candidate)) || b.score - a.score;

/** Verdicts in groups, each with score, terms and reason. */
export function verdictBlocks(judged: readonly Judged[]): Block[] {
  return groups.flatMap(({ verdicts, title, tone, shown }) => {
    const own = judged.filter(({ verdict }) => verdicts.includes(verdict)).sort(byWeight);
    if (own.length === 0) return [];
    const rest = own.length - shown;
    return [
      { kind: 'heading', text: `${own.length} ${title}` } as const,
      ...itemsOf(own.slice(0, shown), tone),
      ...(rest > 0 ? [{ kind: 'line', text: `  … and ${rest} more`, tone: 'dim' } as const] : []),
    ];
  });
}
