import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import { isLive } from '../domain/memory.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import type { TaskPattern } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { groupBy } from '../pipeline/group-by.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planMergePatterns, requirePattern } from '../pipeline/merge-patterns.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { finderOf, findHere } from './here.ts';

interface Row {
  readonly pattern: TaskPattern;
  readonly learnings: number;
  readonly pending: number;
}

function rowsOf(state: State, project: string): Row[] {
  const members = groupBy([...state.memories.values()], ({ patternId }) => patternId ?? '');
  return [...state.patterns.values()]
    .filter((pattern) => pattern.project === project && pattern.mergedInto === undefined)
    .map((pattern) => {
      const own = members.get(pattern.id) ?? [];
      return { pattern, learnings: own.length, pending: own.filter(isLive).length };
    })
    .sort((a, b) => b.learnings - a.learnings || (a.pattern.label < b.pattern.label ? -1 : 1));
}

const rowOf = ({ pattern, learnings, pending }: Row): string[] => [
  pattern.id,
  pattern.label,
  String(learnings),
  String(pending),
  String(pattern.sessions.length),
];

async function listPatterns(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const { place } = await findHere(input, finderOf(input, store));
  const rows = rowsOf(store.state(), place.project.id);
  const empty: Block[] = [
    { kind: 'line', text: `No task patterns in ${place.project.name} yet.` },
    { kind: 'line', text: 'hebb consolidate finds them in what was learned.', tone: 'dim' },
  ];
  const table: Block = {
    kind: 'table',
    head: ['id', 'kind of work', 'learnings', 'pending', 'sessions'],
    rows: rows.map(rowOf),
  };
  return { exit: 0, human: rows.length > 0 ? [table] : empty, data: { patterns: toJson(rows) } };
}

async function mergePatterns(input: CommandInput): Promise<Report> {
  const [, from = '', into = ''] = input.args;
  const store = await input.door.write();
  let plan: Plan = { command: 'patterns merge', changes: [] };
  store.commit({
    command: 'patterns merge',
    plan: (state) => {
      const ends = { from: unwrap(requirePattern(state, from)), into: unwrap(requirePattern(state, into)) };
      plan = unwrap(planMergePatterns(state, ends, input.host.now()));
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  const said: Block = { kind: 'line', text: plan.changes[0]?.reason.text ?? '', tone: 'good' };
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), said],
    data: { changes: toJson(plan.changes), dryRun: dry },
  };
}

/** `hebb patterns` lists the kinds of work of a project; `hebb patterns merge <from> <into>` makes two one. */
export const run: Command = async (input) => {
  const [op] = input.args;
  if (op === undefined) return listPatterns(input);
  if (op === 'merge' && input.args.length === 3) return mergePatterns(input);
  const message = `patterns ${input.args.join(' ')}: not \`merge <from> <into>\``;
  throw new HebbError(fail('usage.patterns', message, 'hebb patterns --help').failure, 2);
};
