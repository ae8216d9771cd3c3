import type { Block } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import type { OpenPair } from './gate-audit.ts';
import { shortId } from './memory-blocks.ts';
import { errorItem } from './reflect-error-blocks.ts';
import type { Reflection } from './reflect-home.ts';
import { memoryBlocks } from './reflect-memory-blocks.ts';
import { briefLine, dim, item, lineOf, plural, section } from './reflect-section.ts';
import type { WorkLine } from './reflect-work.ts';
import { type Rate, rateText } from './wilson.ts';

/** Kinds of work in the table before the rest is only counted; all of them are in `--json`. */
const SHOWN_KINDS = 10;

/** The reflection for people. A section without anything says what would fill it. */
export const reflectionOverview = (reflection: Reflection): Block[] => [
  ...headBlocks(reflection),
  ...workBlocks(reflection),
  ...section('What did not work', failureItems(reflection), 'No prompt is known to have gone wrong.'),
  ...section(
    'Errors seen more than once',
    reflection.errors.map(errorItem),
    'None. An error counts from the second time on; whether its fix held is told here.',
  ),
  ...memoryBlocks(reflection),
  ...skillBlocks(reflection),
  ...section(
    'Contradictions',
    reflection.contradictions.map(pairItem),
    'No open one. The gate puts those here that nobody could settle.',
  ),
  ...section(
    'Gaps: went wrong, and no memory took part',
    reflection.gaps.map(({ at, query, kind }) => item(`${dayOf(at)}  “${briefLine(query)}”`, [kind])),
    'None: no prompt went wrong without a memory in it.',
  ),
  ...section(
    'Proposed',
    reflection.proposals.map(({ command, why }) => item(command, [why])),
    'Nothing.',
    Number.POSITIVE_INFINITY,
  ),
];

const endText = ({ runs, succeeded, failed, unknown }: Omit<WorkLine, 'label'>): string =>
  `${plural(runs, 'prompt')}: ${succeeded} ended well, ${failed} did not, ${unknown} nobody can tell`;

function headBlocks({ period, sessions, all, before }: Reflection): Block[] {
  const rate = all.rate.share === null ? '' : ` Ended well: ${rateText(all.rate)}.`;
  const earlier =
    before.rate.share === null
      ? ''
      : ` In as many days before: ${rateText(before.rate)}, ${before.succeeded} of ${before.rate.total}.`;
  return [
    { kind: 'title', text: `${dayOf(period.from)} to ${dayOf(period.to)}` },
    { kind: 'line', text: `${endText(all)}, in ${plural(sessions, 'session')}.${rate}${earlier}` },
  ];
}

const noRuns = (newestRunAt: string | null): string =>
  newestRunAt === null
    ? 'No prompt has been read yet. hebb analyze-sessions reads sessions.'
    : `No prompt in this period; the newest is of ${dayOf(newestRunAt)}. --days widens the period, hebb analyze-sessions reads new sessions.`;

function workBlocks({ work, newestRunAt }: Reflection): Block[] {
  const heading: Block = { kind: 'heading', text: 'By kind of work' };
  if (work.length === 0) return [heading, dim(`  ${noRuns(newestRunAt)}`)];
  const rows = work
    .slice(0, SHOWN_KINDS)
    .map(({ label, runs, succeeded, failed, rate }) => [
      String(runs),
      String(succeeded),
      String(failed),
      rateText(rate),
      lineOf(label),
    ]);
  const rest = work.slice(SHOWN_KINDS);
  return [
    heading,
    { kind: 'table', head: ['prompts', 'well', 'not', 'ended well (95 %)', 'kind'], rows },
    ...(rest.length > 0
      ? [
          dim(
            `  … and ${rest.length} more with ${rest.reduce((sum, { runs }) => sum + runs, 0)} prompts: --json has all`,
          ),
        ]
      : []),
  ];
}

const failureItems = ({ failures }: Reflection): Block[] =>
  failures.map(({ at, query, why }) => item(`${dayOf(at)}  “${briefLine(query)}”`, [briefLine(why, 160)]));

function skillBlocks({ skills }: Reflection): Block[] {
  if (skills === null) return [];
  const texts = (rate: Rate | undefined, baseline: number | undefined): string[] =>
    rate && baseline !== undefined
      ? [`${rateText(rate)} of ${rate.total} since, ${Math.round(baseline * 100)} % before`]
      : [];
  return section(
    'Skills that drift',
    skills.map(({ slug, why, rate, baseline }) => item(`${slug}: ${why}`, texts(rate, baseline), 'warn')),
    'None.',
  );
}

const pairItem = ({ id, reason, existing, newer }: OpenPair): Block =>
  item(
    briefLine(reason, 160),
    [
      `${shortId(existing.id)}  ${lineOf(existing.summary)}`,
      `${shortId(newer.id)}  ${lineOf(newer.summary)}`,
      `hebb gate resolve ${id} keep-existing | keep-new | keep-both`,
    ],
    'warn',
  );
