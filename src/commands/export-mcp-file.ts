import * as fs from 'node:fs';
import { resolve } from 'node:path';
import { fail, unwrap } from '../domain/failure.ts';
import type { Graph, GraphFile, GraphScope } from '../domain/graph.ts';
import type { Block, Report } from '../domain/report.ts';
import { readGraph } from '../pipeline/graph-view.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { renderGraph } from '../pipeline/render-graph.ts';
import { readMcpMemory } from '../sources/mcp-memory.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { realPathOf, refuseHome } from './export-target.ts';
import { graphOwnerOf } from './graph-owner.ts';
import { finderOf } from './here.ts';

/** `hebb export --mcp <file>`: this project's memories as a file that the official Memory MCP server loads. */
export async function exportMcpFile(input: CommandInput, name: string): Promise<Report> {
  const { files, paths } = input.door.bare();
  const path = realPathOf(resolve(input.host.cwd, name));
  refuseHome(path, { name, home: paths.home });
  const old = fileAt(path, name);
  const store = await input.door.read();
  const owner = await graphOwnerOf(input, finderOf(input, store));
  const others: GraphScope['others'] = hasFlag(input.options, 'global') ? [{ scope: 'global' }] : [];
  const graph = readGraph(store.state(), { owner, others });
  const text = renderGraph(graph);
  const isNew = old?.text !== text;
  const dry = hasFlag(input.options, 'dryRun');
  if (isNew) files.replace(path, text);
  // Who reads the file now may be another user: the rights that it had are theirs.
  if (isNew && old && !dry) fs.chmodSync(path, old.mode);
  return reportOf({ name, graph, isNew, dry, lost: lostNames(old?.graph, graph) });
}

/** The file that is there, with what it holds. */
interface OldFile {
  readonly text: string;
  readonly mode: number;
  readonly graph: GraphFile;
}

/** What will be replaced; a failure when that is no file of the official server, whose rows nobody else would get back. */
function fileAt(path: string, name: string): OldFile | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const hint = 'name another file: hebb replaces only what the Memory MCP server wrote';
  if (!stat.isFile()) throw fail('export.foreign', `${name} is no file`, hint);
  const read = readMcpMemory(path, name);
  if (!read.ok) throw fail('export.foreign', read.failure.message, hint);
  const [problem] = read.value.problems;
  if (problem || !read.value.isCanonical) {
    const what = problem
      ? `${name}:${problem.line}: ${problem.problem}`
      : `${name} has rows of another server`;
    throw fail('export.foreign', what, hint);
  }
  return { text: fs.readFileSync(path, 'utf8'), mode: stat.mode & 0o777, graph: unwrap(read) };
}

/** Names of entities that the old file had and the new one has not. */
function lostNames(old: GraphFile | undefined, { entities }: Graph): string[] {
  const names = new Set(entities.map(({ name }) => name));
  return [...new Set((old?.entities ?? []).map(({ name }) => name))].filter((name) => !names.has(name));
}

interface Exported {
  readonly name: string;
  readonly graph: Graph;
  readonly isNew: boolean;
  readonly dry: boolean;
  readonly lost: readonly string[];
}

function reportOf({ name, graph: { entities, relations }, isNew, dry, lost }: Exported): Report {
  const counts = `${entities.length} entities, ${relations.length} relations`;
  const text = isNew ? `${name}: ${counts}.` : `${name} holds these ${counts} already.`;
  const gone: Block = {
    kind: 'item',
    text: `${lost.length} entities that the file had are not known here and are gone from it.`,
    detail: lost.slice(0, 12),
    tone: 'warn',
  };
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text, tone: 'good' },
      ...(lost.length > 0 ? [gone] : []),
    ],
    data: {
      file: name,
      entities: entities.length,
      relations: relations.length,
      written: isNew && !dry,
      lost: [...lost],
      dryRun: dry,
    },
  };
}
