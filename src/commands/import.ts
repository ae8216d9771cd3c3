import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CandidateFile, Judged } from '../domain/candidate.ts';
import { fail, HebbError } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import { isDict, toJson } from '../domain/json.ts';
import type { Policy } from '../domain/policy.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import { earliestAt } from '../pipeline/evidence.ts';
import { ledgerBlocks } from '../pipeline/ledger-blocks.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { parseUsageObservation } from '../pipeline/parse-usage-observation.ts';
import { type ImportPlan, planImport } from '../pipeline/plan-import.ts';
import type { Screen } from '../pipeline/screen-masked.ts';
import { verdictBlocks } from '../pipeline/verdict-blocks.ts';
import { addUsage } from '../store/facts.ts';
import { addBlocked, type Blocked } from '../store/quarantine.ts';
import { parseCandidateFile } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { redactValue } from '../text/redact-value.ts';
import { openScreen } from './asked-screen.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { importHome } from './import-home.ts';
import { alignedWithCore, lexiconOf, pairsForImport } from './import-inputs.ts';
import { importMcpFile } from './import-mcp-file.ts';

/** Files that a person names, read and parsed; what cannot be read is told and the rest goes on. */
function readNamed(input: CommandInput): { files: CandidateFile[]; problems: string[] } {
  const files: CandidateFile[] = [];
  const problems: string[] = [];
  for (const name of input.args) {
    const read = readCandidateFile(resolve(input.host.cwd, name), name);
    if (typeof read === 'string') problems.push(read);
    else files.push(read);
  }
  return { files, problems };
}

function readCandidateFile(path: string, name: string): CandidateFile | string {
  try {
    const value = redactValue(JSON.parse(readFileSync(path, 'utf8')));
    const named = isDict(value) && value.id === undefined ? { ...value, id: basename(name, '.json') } : value;
    const parsed = parseCandidateFile(named);
    return parsed.ok ? parsed.value : `${name}: ${parsed.failure.message}`;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : 'cannot be read'}`;
  }
}

function policyOf(input: CommandInput, policy: Policy): Policy {
  const given = textOption(input.options, 'threshold');
  if (given === undefined) return policy;
  const threshold = Number(given);
  if (given.trim() !== '' && Number.isFinite(threshold))
    return { ...policy, relevance: { ...policy.relevance, threshold } };
  throw new HebbError(
    fail('usage.value', `--threshold ${given}: not a number`, 'for example --threshold 4').failure,
    2,
  );
}

/** What import judges with, beside the state. */
interface Given {
  readonly files: readonly CandidateFile[];
  readonly policy: Policy;
  readonly lexicon: ReturnType<typeof lexiconOf>;
  readonly screen: Screen;
}

/** The files that were named, else all that wait. */
const filesOf = (named: readonly CandidateFile[], state: State): readonly CandidateFile[] =>
  named.length > 0 ? named : [...state.extracted.values()];

function planFor(input: CommandInput, state: State, given: Given): ImportPlan {
  const files = filesOf(given.files, state);
  const candidates = files.flatMap((file) => file.candidates);
  const context = { state, policy: given.policy, lexicon: given.lexicon };
  return planImport({
    state,
    files,
    pairs: pairsForImport(candidates, context),
    aligned: alignedWithCore(candidates, context),
    policy: given.policy,
    now: input.host.now(),
    screen: given.screen,
    ...(given.lexicon ? { lexicon: given.lexicon } : {}),
  });
}

const waitingLine = (judged: readonly Judged[]): Block[] => {
  const isHeld = ({ verdict }: Judged): boolean =>
    ['pending', 'needs-review', 'contradicts', 'blocked'].includes(verdict);
  return judged.some(isHeld)
    ? [{ kind: 'line', text: 'hebb review walks through what needs you.', tone: 'warn' }]
    : [];
};

const blockedIn = (judged: readonly Judged[]): Blocked[] =>
  judged
    .filter(({ verdict }) => verdict === 'blocked' || verdict === 'needs-review')
    .map(({ candidate: { id, name, summary, provenance }, reason }) => ({
      id,
      name,
      reason,
      summary,
      provenance,
    }));

/** Uses that a candidate's observations tell of in the seed's form (`Applied in: … - HELPFUL`), for the memory it became. */
function keepTold(store: Store, judged: readonly Judged[]): void {
  const usages = judged.flatMap(({ candidate, memoryId }): Usage[] => {
    if (memoryId === undefined) return [];
    return candidate.observations.flatMap((text): Usage[] => {
      const told = parseUsageObservation(text);
      if (!told) return [];
      const id = `u-${hashOf(memoryId, 'told', text)}`;
      const at = earliestAt(candidate.provenance, store.home().installedAt);
      return [{ v: 1, id, memoryId, kind: told.kind, at, by: 'person', evidence: [candidate.id] }];
    });
  });
  addUsage(store, store.home().machineId, usages);
}

/** `hebb import [files…]`: every waiting candidate gets its verdict, or waits with a reason. `--from-mcp`: a graph instead; `--all`: a home. */
export const run: Command = async (input): Promise<Report> => {
  const mcpFile = textOption(input.options, 'fromMcp');
  if (mcpFile !== undefined) return importMcpFile(input, mcpFile);
  const folder = textOption(input.options, 'all');
  if (folder !== undefined) return importHome(input, folder);
  const { files, problems } = readNamed(input);
  if (input.args.length > 0 && files.length === 0) {
    throw fail(
      'import.unreadable',
      problems.join('; '),
      'a candidate file is described in docs/candidates.md',
    );
  }
  const store = await input.door.write();
  const policy = policyOf(input, store.policy());
  const lexicon = lexiconOf(store);
  const candidates = filesOf(files, store.state()).flatMap((file) => file.candidates);
  const { screen, ledger } = await openScreen(store, input.host, candidates);
  let plan: ImportPlan = { command: 'import', changes: [], judged: [] };
  store.commit({
    command: 'import',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planFor(input, state, { files, policy, lexicon, screen });
      return plan;
    },
  });
  keepTold(store, plan.judged);
  addBlocked(store, blockedIn(plan.judged), input.host.now());
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: problems.length > 0 ? 3 : 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...(plan.judged.length === 0
        ? [{ kind: 'line', text: 'No candidates wait.' } as const]
        : verdictBlocks(plan.judged)),
      ...waitingLine(plan.judged),
      ...ledgerBlocks(ledger),
      ...problems.map((text): Block => ({ kind: 'line', text, tone: 'warn' })),
    ],
    data: { judged: toJson(plan.judged), problems, model: ledger ? toJson(ledger) : null, dryRun: dry },
  };
};
