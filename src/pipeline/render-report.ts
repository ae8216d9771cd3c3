import template from '../../templates/report.md';
import type { ConsolidationReport, Health } from '../domain/consolidation-report.ts';
import type { Block } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import { shortId } from './memory-blocks.ts';
import { renderTemplate, type View } from './render-template.ts';

/** The report as the Markdown file `reports/<date>.md`. */
export const renderReportMarkdown = (report: ConsolidationReport): string =>
  `${renderTemplate(template, viewOf(report))
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;

const reviewsShown = 3;

/** Many pairs look alike in a large store: the terminal shows a few and how to see the others. */
const cutItems = (items: readonly Block[]): Block[] => {
  const rest = items.length - reviewsShown;
  if (rest <= 0) return [...items];
  return [
    ...items.slice(0, reviewsShown),
    { kind: 'line', text: `  … and ${rest} more: hebb gate audit`, tone: 'dim' },
  ];
};

/**
 * The report as blocks for the terminal; sections in which nothing happened are left out, and what stood still is in the
 * file. As a step of a longer run it only tells what happened.
 */
export function reportBlocks(report: ConsolidationReport, isStep = false): Block[] {
  return [
    ...headBlocks(report),
    ...section('Merged', mergeItems(report)),
    ...section(
      'Alike, and waiting for a look',
      cutItems(
        report.reviews.map((one) =>
          item(`${one.a} and ${one.b}`, `similarity ${two(one.similarity)}: ${one.reason}`),
        ),
      ),
    ),
    ...section('Promoted to core memory', promotionItems(report)),
    ...section(
      'Not promoted',
      report.notPromoted.map(({ name, why }) => item(name, why)),
    ),
    ...section(
      `Forgotten, kept in ${report.archivePath}`,
      report.forgotten.map(({ id, summary, reason }) => item(`${shortId(id)}  ${summary}`, reason)),
    ),
    ...section(
      'Relations created',
      report.relations.map(({ from, type, to }) => item(`${from} ${type} ${to}`)),
    ),
    ...(isStep ? [] : outlookBlocks(report)),
  ];
}

const outlookBlocks = (report: ConsolidationReport): Block[] => [
  { kind: 'heading', text: 'Health' },
  { kind: 'table', head: ['', 'before', 'after', 'change'], rows: tellingRows(report) },
  ...section(
    'Recommended',
    report.recommendations.map((text) => item(text)),
  ),
];

const item = (text: string, ...detail: string[]): Block => ({ kind: 'item', text, detail });

const section = (heading: string, items: readonly Block[]): Block[] =>
  items.length === 0 ? [] : [{ kind: 'heading', text: heading }, ...items];

const headBlocks = (report: ConsolidationReport): Block[] => [
  {
    kind: 'line',
    text: `${report.analysed} memories analysed in ${secondsOf(report)}; previous run: ${previousOf(report).slice(0, 16).replace('T', ' ')}`,
  },
  ...(report.changed ? [] : [{ kind: 'line', text: 'This run changed nothing.', tone: 'dim' } as const]),
  ...report.warnings.map((text) => ({ kind: 'line', text, tone: 'warn' }) as const),
];

const mergeItems = ({ merges }: ConsolidationReport): Block[] =>
  merges.map(({ id, summary, parts }) =>
    item(
      `${shortId(id)}  ${summary}`,
      ...parts.map((part) => `took in “${part.summary}” (similarity ${two(part.similarity)})`),
    ),
  );

const promotionItems = ({ promotions }: ConsolidationReport): Block[] =>
  promotions.map(({ id, summary, target, uses, effectiveness }) =>
    item(
      `${shortId(id)}  ${summary}`,
      `used ${uses} times, effectiveness ${percent(effectiveness)}`,
      `now ${target}`,
    ),
  );

/** Rows that changed or warn, and the total. */
const tellingRows = (report: ConsolidationReport): string[][] =>
  healthRows(report).filter(
    ([name, , after = '', change = '']) => name === 'memories' || change !== '' || after.endsWith('WARN'),
  );

function viewOf(report: ConsolidationReport): View {
  const { merges, reviews, promotions, notPromoted, forgotten, relations, orphans } = report;
  const texts = (lines: readonly string[]): View[] => lines.map((text) => ({ text }));
  return {
    date: report.date,
    previous: previousOf(report),
    duration: secondsOf(report),
    analysed: String(report.analysed),
    unchanged: report.changed ? [] : [{}],
    warnings: texts(report.warnings),
    mergeCount: String(merges.length),
    merges: merges.map(({ id, name, parts }) => ({ id, name, parts: partsOf(parts) })),
    hasReviews: reviews.length > 0 ? [{}] : [],
    reviews: reviews.map(({ a, b, similarity, reason }) => ({ a, b, similarity: two(similarity), reason })),
    promotionCount: String(promotions.length),
    promotions: promotions.map(({ id, name, target, uses, effectiveness }) => ({
      id,
      name,
      target,
      uses: String(uses),
      effectiveness: percent(effectiveness),
    })),
    notPromoted: notPromoted.map(({ id, name, why }) => ({ id, name, why })),
    forgottenCount: String(forgotten.length),
    forgotten: forgotten.map(({ id, name, ageDays, lastUsedAt, reason }) => ({
      id,
      name,
      age: String(ageDays),
      lastUsed: lastUsed(lastUsedAt),
      reason,
    })),
    archive: report.archivePath ? [{ path: report.archivePath }] : [],
    relationCount: String(relations.length),
    relations: relations.map(({ from, type, to }) => ({ from, type, to })),
    orphanCount: String(orphans.length),
    orphans: orphans.map(({ id, name, proposal }) => ({ id, name, proposal: proposalOf(proposal) })),
    health: healthRows(report).map(([name = '', before = '', after = '', change = '']) => ({
      name,
      before,
      after,
      change,
    })),
    recommendations: texts(report.recommendations),
    nextTriggers: texts(report.nextTriggers),
  };
}

/** Rows of name, before, after and change: totals, each type, averages, then every indicator. */
function healthRows({ health: { before, after } }: ConsolidationReport): string[][] {
  const types = [...new Set([...Object.keys(before.byType), ...Object.keys(after.byType)])].sort();
  return [
    countRow('memories', before.total, after.total),
    ...types.map((type) => countRow(`of type ${type}`, before.byType[type] ?? 0, after.byType[type] ?? 0)),
    countRow('average age in days', oneDigit(before.averageAgeDays), oneDigit(after.averageAgeDays)),
    effectivenessRow(before, after),
    ...after.indicators
      .filter(({ name }) => name !== 'effectiveness')
      .map((indicator) => indicatorRow(before, indicator)),
  ];
}

const countRow = (name: string, before: number, after: number): string[] => [
  name,
  String(before),
  String(after),
  signed(oneDigit(after - before)),
];

function effectivenessRow({ averageEffectiveness: before }: Health, after: Health): string[] {
  const now = after.averageEffectiveness;
  const points = before === null || now === null ? '' : signed(Math.round((now - before) * 100));
  const change = points === '' ? '' : `${points} %`;
  const status = after.indicators.find(({ name }) => name === 'effectiveness')?.status ?? 'OK';
  return ['average effectiveness', percent(before), `${percent(now)} ${status}`, change];
}

function indicatorRow(before: Health, { name, value, status }: Health['indicators'][number]): string[] {
  const was = before.indicators.find((one) => one.name === name);
  const change = signed((value ?? 0) - (was?.value ?? 0));
  return [name, `${was?.value ?? 0} ${was?.status ?? 'OK'}`, `${value ?? 0} ${status}`, change];
}

const oneDigit = (value: number): number => Math.round(value * 10) / 10;
const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? String(value) : '');
const two = (value: number): string => value.toFixed(2);
const percent = (value: number | null): string =>
  value === null ? 'unknown' : `${Math.round(value * 100)} %`;
const previousOf = ({ previousAt }: ConsolidationReport): string => previousAt ?? 'Never';
const secondsOf = ({ durationMs }: ConsolidationReport): string => `${(durationMs / 1000).toFixed(1)} s`;
const lastUsed = (at: string | null): string => (at === null ? 'never' : dayOf(at));

const partsOf = (parts: ConsolidationReport['merges'][number]['parts']): string =>
  parts.map(({ name, similarity }) => `${name} (similarity ${two(similarity)})`).join(', ');

const proposalOf = (proposal: ConsolidationReport['orphans'][number]['proposal']): string =>
  proposal ? `: perhaps related to ${proposal.name} (${proposal.id}, ${proposal.why})` : '';
