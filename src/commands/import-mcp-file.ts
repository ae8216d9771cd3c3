import { resolve } from 'node:path';
import type { Candidate } from '../domain/candidate.ts';
import { fail, HebbError, unwrap } from '../domain/failure.ts';
import type { GraphFile, GraphOwner } from '../domain/graph.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import {
  type GraphImport,
  planImportEntities,
  planImportRelations,
  planKeepHeld,
} from '../pipeline/plan-graph-import.ts';
import { type PreparedGraph, prepareGraphFile } from '../pipeline/prepare-graph-file.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import { readMcpMemory } from '../sources/mcp-memory.ts';
import { addBlocked, addToQuarantine } from '../store/quarantine.ts';
import type { Store } from '../store/store.ts';
import { openScreen } from './asked-screen.ts';
import { type CommandInput, groupOf, hasFlag } from './command.ts';
import { graphOwnerOf } from './graph-owner.ts';
import { finderOf, rememberProjects } from './here.ts';

/** Records of one journal line: a whole graph in one would be a line that no one wants to read back. */
const batch = 2000;

/** What became of a file. */
interface Outcome {
  created: number;
  extended: number;
  relations: number;
  readonly keptOut: string[];
}

/** `hebb import --from-mcp <file>`: the graph of an MCP memory file, through the gate, into this project. The file is only read. */
export async function importMcpFile(input: CommandInput, name: string): Promise<Report> {
  if (input.args.length > 0) {
    const { failure } = fail(
      'usage.value',
      '--from-mcp takes its file itself',
      'hebb import --from-mcp <file>',
    );
    throw new HebbError(failure, 2);
  }
  const file = unwrap(readMcpMemory(resolve(input.host.cwd, name), name));
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const owner = await graphOwnerOf(input, finder);
  rememberProjects(store, finder);
  input.host.progress(`reading ${file.entities.length} entities and ${file.relations.length} relations`);
  const graph = await prepared(input, store, { file, owner });
  const outcome = bringIn(input, store, { file, owner, graph });
  const now = input.host.now();
  addBlocked(
    store,
    graph.held.map(({ candidate, reason }) => ({ ...candidate, reason })),
    now,
  );
  addToQuarantine(store, file.problems, now);
  return reportOf(file, graph, { outcome, dry: hasFlag(input.options, 'dryRun') });
}

/** Screens the file; with a model, what it will be asked is what the screen was asked the first time. */
async function prepared(
  input: CommandInput,
  store: Store,
  { file, owner }: { readonly file: GraphFile; readonly owner: GraphOwner },
): Promise<PreparedGraph> {
  const asked: Candidate[] = [];
  const now = input.host.now();
  const first = prepareGraphFile({
    file,
    owner,
    now,
    screen: (candidate) => {
      asked.push(candidate);
      return screenCandidate(candidate);
    },
  });
  const { screen, ledger } = await openScreen(store, input.host, asked);
  return ledger === undefined ? first : prepareGraphFile({ file, owner, now, screen });
}

interface Bringing {
  readonly file: GraphFile;
  readonly owner: GraphOwner;
  readonly graph: PreparedGraph;
}

/** Entities, then relations, then what was held back: one group, so that one undo takes the file back. */
function bringIn(input: CommandInput, store: Store, { file, owner, graph }: Bringing): Outcome {
  const outcome: Outcome = { created: 0, extended: 0, relations: 0, keptOut: [] };
  const group = groupOf(input.options).group ?? store.newGroup();
  const now = input.host.now();
  const policy = store.policy();
  const commit = <P extends Plan>(plan: (importing: GraphImport) => P): P | undefined => {
    let made: P | undefined;
    const planned = (state: State): P => {
      made = plan({ state, file, owner, policy, now });
      return made;
    };
    store.commit({ command: 'import', group, plan: planned });
    return made;
  };
  for (const part of partsOf(graph.entities)) {
    const plan = commit((importing) => planImportEntities(importing, part));
    outcome.created += plan?.created ?? 0;
    outcome.extended += plan?.extended ?? 0;
    outcome.keptOut.push(...(plan?.keptOut ?? []));
  }
  for (const part of partsOf(graph.relations))
    outcome.relations += commit((importing) => planImportRelations(importing, part))?.created ?? 0;
  commit((importing) => planKeepHeld(importing, graph));
  return outcome;
}

function partsOf<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += batch) parts.push(items.slice(at, at + batch));
  return parts;
}

const listed = (title: string, items: readonly string[], tone: 'warn' | 'dim'): Block[] => {
  const shown = items.slice(0, 12).map((text): Block => ({ kind: 'item', text, tone }));
  const rest: Block[] =
    items.length > shown.length
      ? [{ kind: 'line', text: `  … and ${items.length - shown.length} more`, tone }]
      : [];
  return items.length === 0 ? [] : [{ kind: 'heading', text: `${items.length} ${title}` }, ...shown, ...rest];
};

function reportOf(
  file: GraphFile,
  { held }: PreparedGraph,
  { outcome, dry }: { readonly outcome: Outcome; readonly dry: boolean },
): Report {
  const { created, extended, relations, keptOut } = outcome;
  const isKnown = created + extended + relations === 0;
  const summary = isKnown
    ? `${file.file} holds nothing that is not known here.`
    : `${created} entities, ${relations} relations from ${file.file}; ${extended} entities that were known have more observations.`;
  const problems = file.problems.map(({ line, problem }) => `${file.file}:${line}: ${problem}`);
  return {
    exit: problems.length > 0 ? 3 : 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text: summary, ...(isKnown ? {} : { tone: 'good' }) },
      ...listed('kept out: forgotten or turned down before; hebb restore brings one back', keptOut, 'dim'),
      ...listed(
        'held back by the screen; hebb gate audit lists them',
        held.map(({ candidate, reason }) => `${candidate.name}: ${reason}`),
        'warn',
      ),
      ...listed('could not be read', problems, 'warn'),
    ],
    data: {
      file: file.file,
      created,
      extended,
      relations,
      keptOut,
      held: toJson(
        held.map(({ candidate: { id, name }, verdict, reason }) => ({ id, name, verdict, reason })),
      ),
      problems,
      dryRun: dry,
    },
  };
}
