import type { Facts } from '../../commands/dashboard-facts.ts';
import { toJson } from '../../domain/json.ts';
import type { Memory } from '../../domain/memory.ts';
import { type GateAudit, gateAudit, type HeldCandidate, type OpenPair } from '../../pipeline/gate-audit.ts';
import { shortId } from '../../pipeline/memory-blocks.ts';
import { strengthAt } from '../../pipeline/strength.ts';
import { type Action, callOf } from '../call.ts';
import { hasWords, isFacet, parseFilter } from '../filter.ts';
import { beside, bold, dim, fill, type Line, line, toned, wrap } from '../line.ts';
import type { Listing } from '../listing.ts';
import { agoText, counted, dayText, facts as factRows, paragraph } from '../words.ts';

/** Two memories of which a person decides. */
interface WaitingPair {
  readonly kind: 'conflict' | 'similar';
  readonly pair: OpenPair;
}

/** One thing that waits, or that was kept out: a candidate or a memory. */
interface WaitingOne {
  readonly kind: 'held' | 'pending' | 'waiting' | 'blocked';
  readonly one: Omit<HeldCandidate, 'at'> & { readonly at?: string };
}

type Waiting = WaitingPair | WaitingOne;

const isPair = (waiting: Waiting): waiting is WaitingPair => 'pair' in waiting;

/** Everything at the gate, in the order in which `hebb review` asks. */
function waitingIn(audit: GateAudit): Map<string, Waiting> {
  const ones = (kind: WaitingOne['kind'], list: readonly HeldCandidate[]) =>
    list.map((one): [string, Waiting] => [one.id, { kind, one }]);
  const pairs = (kind: 'conflict' | 'similar', list: readonly OpenPair[]) =>
    list.map((pair): [string, Waiting] => [pair.id, { kind, pair }]);
  return new Map([
    ...pairs('conflict', audit.conflicts),
    ...pairs('similar', audit.pendingReviews),
    ...ones('held', audit.held),
    ...audit.pendingMemories.map((memory): [string, Waiting] => [
      memory.id,
      { kind: 'pending', one: { ...memory, reason: '', file: '' } },
    ]),
    ...ones('waiting', audit.waiting),
    ...ones('blocked', audit.blocked),
  ]);
}

const textOf = (waiting: Waiting): string =>
  isPair(waiting)
    ? `${waiting.pair.existing.summary}  ⇄  ${waiting.pair.newer.summary}`
    : waiting.one.summary;

const tones = { conflict: 'warn', blocked: 'bad' } as const;

function rowOf(waiting: Waiting): Line {
  const { kind } = waiting;
  const word = fill(kind, 9);
  const similarity = isPair(waiting) ? waiting.pair.similarity.toFixed(2) : '    ';
  const mark = kind === 'conflict' || kind === 'blocked' ? toned(tones[kind], word) : word;
  return line(mark, ' ', dim(similarity), ' ', textOf(waiting));
}

function memoryColumn(title: string, called: OpenPair['existing'], facts: Facts, columns: number): Line[] {
  const memory: Memory | undefined = facts.state.memories.get(called.id);
  const { now } = facts;
  return [
    line(bold(title), dim(`  ${shortId(called.id)}`)),
    ...wrap(called.summary, columns).map((row) => line(row)),
    line(dim(`from ${called.source}`)),
    ...(memory
      ? [
          line(dim(`${memory.entityType}, strength ${strengthAt(memory, now).toFixed(2)}`)),
          line(dim(`taught ${counted(memory.support, 'time')} since ${dayText(memory.discoveredAt, now)}`)),
          ...memory.observations.flatMap((text) => paragraph(text, columns, '• ')),
        ]
      : []),
  ];
}

function pairDetail(pair: OpenPair, facts: Facts, columns: number): Line[] {
  const half = Math.floor((columns - 3) / 2);
  const room = [half, columns - 3 - half] as const;
  return [
    ...paragraph(pair.reason, columns),
    line(dim(`similarity ${pair.similarity.toFixed(2)}, since ${agoText(pair.at, facts.now)}`)),
    line(),
    ...beside(
      memoryColumn('1 OLDER', pair.existing, facts, room[0]),
      memoryColumn('2 NEWER', pair.newer, facts, room[1]),
      room,
    ),
  ];
}

function oneDetail({ kind, one }: WaitingOne, facts: Facts, columns: number): Line[] {
  const { summary, reason, source, file, at, id } = one;
  return [
    ...wrap(summary, columns).map((row) => line(bold(row))),
    line(),
    ...factRows(
      [
        ['why', reason === '' ? 'nothing has judged it yet' : reason],
        ['where', kind === 'blocked' ? 'kept out; only a person lets it in' : 'waits for you'],
        ['from', source],
        ['file', file],
        ['since', at === undefined ? '' : agoText(at, facts.now)],
        ['id', id],
      ],
      columns,
    ),
  ];
}

const detailOf = (waiting: Waiting, facts: Facts, columns: number): Line[] =>
  isPair(waiting) ? pairDetail(waiting.pair, facts, columns) : oneDetail(waiting, facts, columns);

const resolve = (id: string, decision: string): Action['call'] => callOf('gate', ['resolve', id, decision]);

function actionsOf(id: string, waiting: Waiting): Action[] {
  if (isPair(waiting)) {
    const { newer } = waiting.pair;
    return [
      { key: 'o', label: 'older', call: resolve(id, 'keep-existing') },
      { key: 'n', label: 'newer', call: resolve(id, 'keep-new') },
      { key: 'b', label: 'both', call: resolve(id, 'keep-both') },
      { key: 'm', label: 'merge', call: resolve(id, 'merge') },
      {
        key: 'e',
        label: 'edit newer',
        call: callOf('edit', [shortId(newer.id)]),
        need: { kind: 'memory', id: newer.id },
      },
    ];
  }
  return [
    { key: 'a', label: 'approve', call: resolve(id, 'approve') },
    { key: 'r', label: 'reject', call: resolve(id, 'reject') },
    { key: 'e', label: 'edit', call: resolve(id, 'edit'), need: { kind: 'text', text: waiting.one.summary } },
  ];
}

/** **3 Review**: what waits at the gate, with what speaks for and against it. */
export function reviewListing(facts: Facts, typed: string): Listing {
  const filter = parseFilter(typed, ['kind']);
  const audit = gateAudit(facts.state, facts.now, facts.policy);
  const all = waitingIn(audit);
  const shown = new Map(
    [...all].filter(
      ([id, one]) =>
        isFacet(filter, 'kind', one.kind) && hasWords(`${id} ${textOf(one)}`.toLowerCase(), filter),
    ),
  );
  const at = <T>(id: string, use: (one: Waiting) => T, none: T): T => {
    const one = shown.get(id);
    return one ? use(one) : none;
  };
  return {
    ids: [...shown.keys()],
    total: all.size,
    title: 'at the gate, what contradicts first',
    row: (id) => at(id, rowOf, line()),
    detail: (id, columns) => at<Line[]>(id, (one) => detailOf(one, facts, columns), []),
    actions: (id) => at<Action[]>(id, (one) => actionsOf(id, one), []),
    facets: [{ key: 't', name: 'kind', values: [...new Set([...all.values()].map(({ kind }) => kind))] }],
    empty:
      all.size > 0
        ? ['Nothing at the gate fits the filter.', 'Esc takes it away.']
        : [
            'Nothing waits for you.',
            'What hebb is not sure of comes here: hebb import judges what hebb analyze-sessions found.',
          ],
    data: () => toJson(audit),
  };
}
