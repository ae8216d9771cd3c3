import type { Facts } from '../../commands/dashboard-facts.ts';
import type { Indicator } from '../../domain/consolidation-report.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Skill } from '../../domain/skill.ts';
import type { Fading } from '../../pipeline/decay-outlook.ts';
import { bar, level, spark } from '../bars.ts';
import { beside, blank, bold, dim, fill, type Line, line, right, toned, wrap } from '../line.ts';
import { counted, dayText } from '../words.ts';
import type { OverviewFacts } from './overview-facts.ts';
import { trialText } from './skill-detail.ts';

/** What a view is given of the screen. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

const title = (name: string, rest = ''): Line => line(bold(name), rest === '' ? '' : `  ${rest}`);

function indicatorLine({ name, status, value, text }: Indicator): Line {
  const mark = value === null ? dim('·') : status === 'OK' ? toned('good', '✓') : toned('warn', '!');
  return line(mark, ' ', status === 'WARN' ? bold(fill(name, 14)) : fill(name, 14), ' ', text);
}

function healthLines({ indicators, live }: OverviewFacts): Line[] {
  if (indicators === undefined) return [title('HEALTH', '…'), line(counted(live, 'memory', 'memories'))];
  const warned = indicators.filter(({ status }) => status === 'WARN').length;
  const said = warned === 0 ? toned('good', 'all is well') : toned('warn', `${warned} to look at`);
  return [line(bold('HEALTH'), '  ', said), ...indicators.map(indicatorLine)];
}

function needLines({ needs, lastRun, nextRun }: OverviewFacts, columns: number): Line[] {
  const whereWidth = Math.max(1, ...needs.map(({ where }) => where.length));
  const rows = needs.flatMap(({ text, where }) =>
    wrap(text, columns - whereWidth - 2).map((row, at) =>
      at === 0 ? line(fill(row, columns - whereWidth - 1), ' ', bold(where)) : line(row),
    ),
  );
  return [
    needs.length === 0
      ? title('NEEDS YOU', 'nothing')
      : line(
          bold('NEEDS YOU'),
          '  ',
          toned('warn', String(needs.reduce((sum, { count }) => sum + count, 0))),
        ),
    ...rows,
    blank,
    ...titled('LAST RUN', lastRun, columns),
    ...titled('NEXT RUN', nextRun, columns),
  ];
}

/** A title with as much beside and below it as it takes. */
const titled = (name: string, text: string, columns: number): Line[] =>
  wrap(text, columns - name.length - 2).map((row, at) =>
    at === 0 ? line(bold(name), `  ${row}`) : line(`${' '.repeat(name.length)}  ${row}`),
  );

const learnedLine = ({ admittedAt, entityType, summary }: Memory, now: string): Line =>
  line(dim(dayText(admittedAt, now).slice(0, 6)), ' ', fill(entityType, 10), ' ', summary);

function learnedLines({ learned, live }: OverviewFacts, facts: Facts, rows: number): Line[] {
  const none =
    live === 0
      ? 'Nothing yet: hebb learn "<what you know>"'
      : 'Nothing new: hebb auto-consolidate reads sessions';
  return [
    title('LEARNED', `${learned.length} in 7 days`),
    ...(learned.length === 0
      ? [line(dim(none))]
      : learned.slice(0, rows - 1).map((one) => learnedLine(one, facts.now))),
  ];
}

const fadingLine = ({ fallsAt, strength, summary }: Fading, now: string): Line =>
  line(dim(dayText(fallsAt, now).slice(0, 6)), ' ', level(strength), ' ', summary);

function fadingLines({ outlook }: OverviewFacts, facts: Facts, rows: number): Line[] {
  const { falling, faded } = outlook;
  const more = faded.length > 0 ? `, ${faded.length} faded` : '';
  return [
    title('FADING', `${falling.length} within 30 days${more}`),
    ...(falling.length === 0
      ? [line(dim('Nothing is about to leave recall.'))]
      : falling.slice(0, rows - 1).map((one) => fadingLine(one, facts.now))),
  ];
}

function skillLine(skill: Skill, facts: Facts): Line {
  const proof = trialText(skill, facts);
  const rate = skill.baseline ? level(skill.baseline.successRate) : '·';
  return line(
    rate,
    ' ',
    skill.status === 'shadow' ? 'on trial ' : '',
    skill.id,
    dim(proof === '' ? '' : `  ${proof}`),
  );
}

function skillLines({ skills }: OverviewFacts, facts: Facts, rows: number): Line[] {
  const active = skills.filter(({ status }) => status === 'active').length;
  const trial = skills.length - active;
  return [
    title('SKILLS', `${active} active${trial > 0 ? `, ${trial} on trial` : ''}`),
    ...(skills.length === 0
      ? [line(dim('None yet: hebb consolidate --skills'))]
      : skills.slice(0, rows - 1).map((skill) => skillLine(skill, facts))),
  ];
}

/** Bars and lines of a few letters, with what their ends mean. */
function chartLines({ strengths, activity, captures, byType }: OverviewFacts, isWide: boolean): Line[] {
  const most = Math.max(0, ...(activity ?? []).map(({ count }) => count));
  const days = activity?.map(({ count }) => count) ?? [];
  return [
    line(bold('STRENGTH'), dim('  0 '), spark(strengths.map(({ count }) => count)), dim(' 1')),
    line(
      bold('30 DAYS'),
      '   ',
      spark(days),
      dim(activity === undefined ? '…' : isWide ? ` most ${most} a day` : ''),
    ),
    line(
      bold('CAPTURE'),
      '   ',
      captures.map(([client, when]) => `${client} ${when}`).join(', ') || dim('no events yet'),
    ),
    line(bold('TYPES'), '     ', byType.map(([type, count]) => `${count} ${type}`).join(', ')),
  ];
}

/** The same charts with room: a bar for each part of strength and for each type. */
function wideCharts(overview: OverviewFacts, rows: number): Line[] {
  const most = Math.max(1, ...overview.strengths.map(({ count }) => count));
  const bars = overview.strengths.toReversed().map(({ from, to, count }) => {
    const [full, rest] = bar(count / most, 24);
    return line(dim(`${from.toFixed(1)}–${to.toFixed(1)} `), full, rest, right(String(count), 6));
  });
  const [, ...others] = chartLines(overview, true);
  return [title('STRENGTH', 'memories by how strong they are now'), ...bars, blank, ...others].slice(0, rows);
}

function adviceLines({ advice }: OverviewFacts, columns: number, rows: number): Line[] {
  if (advice.length === 0 || rows < 2) return [];
  return [title('TO DO'), ...advice.flatMap((text) => wrap(text, columns).map((row) => line(row)))].slice(
    0,
    rows,
  );
}

/** Rows of the last part: skills beside charts. */
const lastRows = { narrow: 4, wide: 15 };

/** **1 Overview**: is the memory healthy, what needs a person, what is new, what fades, which skills prove themselves. */
export function drawOverview(overview: OverviewFacts, facts: Facts, { columns, rows }: Room): Line[] {
  const isWide = columns >= 110 && rows >= 30;
  const last = isWide ? lastRows.wide : lastRows.narrow;
  const left = Math.floor((columns - 3) * (isWide ? 0.5 : 0.58));
  const sides = [left, columns - 3 - left] as const;
  const top = beside(healthLines(overview), needLines(overview, sides[1]).slice(0, 9), sides);
  const middle = Math.max(3, rows - top.length - last - 2);
  const lists = beside(learnedLines(overview, facts, middle), fadingLines(overview, facts, middle), sides);
  const spare = Array.from({ length: Math.max(0, middle - lists.length) }, () => blank);
  const skills = skillLines(overview, facts, isWide ? 8 : last);
  const todo = isWide ? [blank, ...adviceLines(overview, sides[1], last - skills.length - 1)] : [];
  const charts = isWide ? wideCharts(overview, last) : chartLines(overview, false);
  return [
    ...top,
    blank,
    ...(isWide ? lists : [...lists, ...spare]),
    blank,
    ...beside(charts, [...skills, ...todo], sides),
  ];
}
