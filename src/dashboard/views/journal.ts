import type { Facts } from '../../commands/dashboard-facts.ts';
import { toJson } from '../../domain/json.ts';
import type { Change, Operation } from '../../domain/plan.ts';
import { groupBy } from '../../pipeline/group-by.ts';
import { changeText } from '../../pipeline/memory-blocks.ts';
import { callOf } from '../call.ts';
import { hasWords, parseFilter } from '../filter.ts';
import { bold, dim, fill, type Line, line, right, wrap } from '../line.ts';
import type { Listing } from '../listing.ts';
import { counted, paragraph, timeText } from '../words.ts';

/** Operations of one run, oldest first; most runs are one operation. */
interface Run {
  readonly id: string;
  readonly operations: readonly Operation[];
}

/** Changes of a run that are told of; a large import has ten thousand. */
const shownChanges = 100;

/** Texts that a filter looks at, of one run. */
const searched = new WeakMap<Operation, string>();

function textOf(operation: Operation): string {
  const known = searched.get(operation);
  if (known !== undefined) return known;
  const { id, command, changes } = operation;
  const text = [id, command, ...changes.slice(0, shownChanges).map(changeText)].join('\n').toLowerCase();
  searched.set(operation, text);
  return text;
}

/** Runs, the newest first. */
export const runsIn = (operations: readonly Operation[]): Run[] =>
  [...groupBy(operations, ({ group }) => group)].map(([id, own]) => ({ id, operations: own })).reverse();

const changesIn = ({ operations }: Run): number =>
  operations.reduce((sum, { changes }) => sum + changes.length, 0);

/** What a run is called: the command of most of its operations, without its stage. */
function nameOf({ operations }: Run): string {
  const [first] = operations;
  if (operations.length === 1) return first?.command ?? '';
  const names = new Set(operations.map(({ command }) => command.split(' ')[0] ?? ''));
  return [...names].join(', ');
}

const startOf = ({ operations }: Run): string => operations[0]?.at ?? '';

function rowOf(run: Run, now: string, columns: number): Line {
  const count = counted(changesIn(run), 'record');
  const steps = run.operations.length === 1 ? '' : `${run.operations.length} operations`;
  const name = fill(nameOf(run), Math.max(12, Math.min(32, columns - 44)));
  return line(`${timeText(startOf(run), now)}  `, bold(name), ' ', dim(fill(steps, 14)), right(count, 14));
}

function changeLines(change: Change, columns: number): Line[] {
  const { reason } = change;
  const numbers = Object.entries(reason.numbers).map(([name, value]) => `${name} ${value}`);
  const why = `${reason.rule}: ${reason.text}${numbers.length > 0 ? ` (${numbers.join(', ')})` : ''}`;
  return [
    ...paragraph(changeText(change), columns, '• '),
    ...wrap(why, Math.max(10, columns - 2)).map((row) => line(dim(`  ${row}`))),
  ];
}

/** What a person looks for stands first. */
const telling = ['memories/', 'skills/', 'reviews/', 'core/', 'profiles/', 'relations/'];

const rankOf = ({ target }: Change): number => {
  const at = telling.findIndex((start) => target.startsWith(start));
  return at < 0 ? telling.length : at;
};

function detailOf(run: Run, now: string, columns: number): Line[] {
  let room = shownChanges;
  const rows = run.operations.flatMap((operation) => {
    const { id, at, command, changes } = operation;
    const shown = [...changes].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, Math.max(0, room));
    room -= shown.length;
    const rest = changes.length - shown.length;
    return [
      line(bold(command), dim(`  ${id}  ${timeText(at, now)}`)),
      ...shown.flatMap((change) => changeLines(change, columns)),
      ...(rest > 0 ? [line(dim(`  … and ${counted(rest, 'more record', 'more records')}`))] : []),
      line(),
    ];
  });
  return run.operations.length > 1 ? [line(dim(`run ${run.id}`)), ...rows] : rows;
}

/** **6 Journal**: what changed the memory and why, the newest first. */
export function journalListing(facts: Facts, typed: string): Listing {
  const filter = parseFilter(typed, []);
  const runs = runsIn(facts.more?.operations ?? []);
  const isShown = ({ operations }: Run): boolean =>
    filter.words.length === 0 || hasWords(operations.map(textOf).join('\n'), filter);
  const shown = new Map(runs.filter(isShown).map((run) => [run.id, run]));
  return {
    ids: [...shown.keys()],
    total: runs.length,
    title: `${shown.size === 1 ? 'run' : 'runs'}, newest first`,
    row: (id, columns) => {
      const run = shown.get(id);
      return run ? rowOf(run, facts.now, columns) : line();
    },
    detail: (id, columns) => {
      const run = shown.get(id);
      return run ? detailOf(run, facts.now, columns) : [];
    },
    actions: (id) => [{ key: 'u', label: 'undo', call: callOf('undo', [id]) }],
    empty:
      facts.more === undefined
        ? ['Reading the journal …']
        : runs.length > 0
          ? ['No run fits the filter.', 'Esc takes it away.']
          : [
              'The journal is empty.',
              'hebb learn "<what you know>" writes its first line; hebb auto-consolidate many.',
            ],
    data: () =>
      toJson(
        [...shown.values()].map((run) => ({
          id: run.id,
          at: startOf(run),
          command: nameOf(run),
          operations: run.operations.map(({ id, at, command, changes }) => ({
            id,
            at,
            command,
            changes: changes.length,
          })),
        })),
      ),
  };
}
