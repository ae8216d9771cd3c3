import type { Facts } from '../../commands/dashboard-facts.ts';
import type { Provenance } from '../../domain/candidate.ts';
import type { Memory, Relation } from '../../domain/memory.ts';
import { addDays, dayOf } from '../../domain/time.ts';
import { decayLine } from '../../pipeline/charts.ts';
import { relationTypeOf } from '../../pipeline/graph-index.ts';
import { daysToDecay } from '../../pipeline/strength.ts';
import { bar, spark } from '../bars.ts';
import { bold, dim, type Line, line, wrap } from '../line.ts';
import { agoText, counted, dayText, facts as factRows, heading, paragraph, percent } from '../words.ts';
import type { Ranked } from './memories.ts';

function headLine({ entityType, severity, source, status, pinned, critical }: Memory): string {
  const marks = [pinned ? 'pinned' : '', critical ? 'critical' : ''].filter(Boolean);
  return [entityType, severity, status, ...marks, `from ${source}`].join(' · ');
}

function fadeText(memory: Memory, { policy, now }: Facts): string {
  const days = daysToDecay(memory, policy.strength);
  if (days === undefined) return 'never fades';
  const at = addDays(memory.anchoredAt, days);
  return at <= now ? `out of recall since ${dayText(at, now)}` : `out of recall on ${dayText(at, now)}`;
}

/** Strength now, and how it goes on for 90 days if nothing happens. */
function strengthLine({ memory, strength }: Ranked, facts: Facts): Line {
  const [full, rest] = bar(strength, 10);
  const ahead = decayLine({ strength, decayRate: memory.decayRate }, { points: 19, days: 90 });
  return line(
    bold(strength.toFixed(2)),
    ' ',
    full,
    rest,
    dim('  next 90 days '),
    spark(ahead, 1),
    `  ${fadeText(memory, facts)}`,
  );
}

function usedText({ id }: Memory, { more, now }: Facts): string {
  if (more === undefined) return '…';
  const used = more.stats.get(id);
  if (!used || used.uses + used.exposed === 0) return 'not yet';
  const rated = used.effectiveness === undefined ? 'not rated' : `${percent(used.effectiveness)} helpful`;
  const last = used.lastUsedAt === undefined ? '' : `, last ${agoText(used.lastUsedAt, now)}`;
  return `${counted(used.uses, 'time')}, ${rated}${last}; shown ${counted(used.exposed, 'time')}`;
}

const placeOf = ({ origin, sessionId, file, row, sha, runId }: Provenance): string =>
  [
    origin,
    ...(sessionId === undefined ? [] : [`session ${sessionId.slice(0, 8)}`]),
    ...(runId === undefined ? [] : [`run ${runId.slice(0, 8)}`]),
    ...(sha === undefined ? [] : [`commit ${sha.slice(0, 10)}`]),
    ...(file === undefined ? [] : [`${file}${row === undefined ? '' : `:${row}`}`]),
  ].join(' · ');

/** The chain from a memory down to the session or commit that taught it, the newest first. */
function provenanceLines({ provenance }: Memory, now: string, columns: number): Line[] {
  const shown = [...provenance].sort((a, b) => (a.at < b.at ? 1 : -1));
  return shown.flatMap((one) => [
    ...wrap(`${dayText(one.at, now)}  ${placeOf(one)}`, columns).map((row) => line(row)),
    ...(one.quote === undefined ? [] : paragraph(`“${one.quote}”`, columns, '        ')),
  ]);
}

const endName = (end: string, { state }: Facts): string => state.memories.get(end)?.summary ?? end;

/** A relation as it is seen from one of its ends. */
export const relationText = (relation: Relation, from: string, facts: Facts): string =>
  relation.from === from
    ? `→ ${relationTypeOf(relation)}  ${endName(relation.to, facts)}`
    : `← ${relationTypeOf(relation)}  ${endName(relation.from, facts)}`;

function relationLines({ id }: Memory, facts: Facts, columns: number): Line[] {
  const own = [...facts.state.relations.values()].filter(({ from, to }) => from === id || to === id);
  return own.flatMap((one) => paragraph(relationText(one, id, facts), columns));
}

/** A section, or nothing where there is nothing to say. */
export const section = (title: string, rows: readonly Line[]): Line[] =>
  rows.length === 0 ? [] : [...heading(title), ...rows];

/** Everything that is known of a memory. */
export function memoryDetail(ranked: Ranked, facts: Facts, columns: number): Line[] {
  const { memory } = ranked;
  const { gate } = memory;
  const taught = `${counted(memory.support, 'time')} since ${dayText(memory.discoveredAt, facts.now)}`;
  return [
    ...wrap(memory.summary, columns).map((row) => line(bold(row))),
    line(dim(headLine(memory))),
    strengthLine(ranked, facts),
    ...factRows(
      [
        ['used', usedText(memory, facts)],
        ['taught', taught],
        ['applies to', memory.appliesTo.join(', ')],
        ['kind of work', memory.taskPattern ?? ''],
        ['lives on in', memory.consolidatedInto ?? memory.supersededBy ?? ''],
        [
          'promoted',
          memory.promotedAt === undefined ? '' : `${dayOf(memory.promotedAt)} to ${memory.promotedTo ?? ''}`,
        ],
        [
          'at the gate',
          gate.decision === undefined ? '' : `${gate.decision} by ${gate.reviewedBy ?? 'nobody'}`,
        ],
        ['id', memory.id],
      ],
      columns,
    ),
    ...section(
      'OBSERVATIONS',
      memory.observations.flatMap((text) => paragraph(text, columns, '• ')),
    ),
    ...section('RELATIONS', relationLines(memory, facts, columns)),
    ...section('WHERE IT COMES FROM', provenanceLines(memory, facts.now, columns)),
  ];
}
