import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Candidate } from '../domain/candidate.ts';
import type { AddedLines, GitSnapshot } from '../domain/commit.ts';
import { HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { foundBlocks } from '../pipeline/candidate-blocks.ts';
import { planGitCandidates } from '../pipeline/git-candidates.ts';
import { forgetCounts, type GitLedger, keepEmitted, parseLedger } from '../pipeline/git-ledger.ts';
import { GitTally } from '../pipeline/git-tally.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { type ExtractionPlan, planExtraction } from '../pipeline/plan-extraction.ts';
import {
  type CommitQuery,
  findNewRange,
  openRepository,
  patchCommits,
  type Repository,
  readAddedLines,
  readCommits,
  readSnapshot,
  shallowNotice,
} from '../sources/git.ts';
import type { PlaceFinder } from '../sources/places.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { finderOf, rememberProjects } from './here.ts';
import { settleBranches, settledBlocks } from './settle-branches.ts';

/** What reading one repository gave. */
interface Extracted {
  readonly repository: string;
  readonly commits: number;
  readonly candidates: readonly Candidate[];
  readonly notice?: string;
}

function limitsOf(input: CommandInput): CommitQuery {
  const { options } = input;
  const since = textOption(options, 'since');
  const author = textOption(options, 'author');
  const max = textOption(options, 'maxCommits');
  return {
    ...(since === undefined ? {} : { since }),
    ...(author === undefined ? {} : { author }),
    ...(max === undefined ? {} : { maxCommits: Math.max(1, Number.parseInt(max, 10) || 1) }),
  };
}

const ledgerPath = (store: Store, project: string): string =>
  join(store.paths.cache, 'git', `${project}.json`);

function readLedger(store: Store, project: string): GitLedger {
  try {
    return parseLedger(JSON.parse(store.files.read(ledgerPath(store, project)) ?? 'null'));
  } catch {
    return parseLedger(null);
  }
}

function writeLedger(store: Store, project: string, ledger: GitLedger): void {
  store.files.ensureFolder(join(store.paths.cache, 'git'));
  store.files.replace(ledgerPath(store, project), `${JSON.stringify(ledger)}\n`);
}

/** What is counted into, and which commits. */
interface Reading {
  readonly tally: GitTally;
  readonly query: CommitQuery;
}

async function readPatches(repository: Repository, query: CommitQuery): Promise<AddedLines[]> {
  const newest = { ...query, maxCommits: Math.min(query.maxCommits ?? patchCommits, patchCommits) };
  const patches: AddedLines[] = [];
  for await (const patch of readAddedLines(repository, newest)) patches.push(patch);
  return patches;
}

async function countCommits(input: CommandInput, repository: Repository, { tally, query }: Reading) {
  for await (const commit of readCommits(repository, query)) {
    tally.add(commit);
    input.host.progress(`reading commits of ${repository.root}`, { done: tally.read });
  }
}

/** Reads all that git is asked for at once: the processes of git need not wait for one another. Patches count after the commits. */
async function countHistory(
  input: CommandInput,
  repository: Repository,
  reading: Reading,
): Promise<GitSnapshot> {
  const [snapshot, patches] = await Promise.all([
    readSnapshot(repository),
    readPatches(repository, reading.query),
    countCommits(input, repository, reading),
  ]);
  for (const patch of patches) reading.tally.addLines(patch);
  return snapshot;
}

/** Reads what is new in one repository. The ledger is written by the caller, after the candidates are safe. */
async function extractOne(
  input: CommandInput,
  store: Store,
  { path, finder }: { path: string; finder: PlaceFinder },
) {
  const [repository, { place }] = await Promise.all([
    openRepository(path, input.host.vars),
    finder.placeOf(path),
  ]);
  const { project } = place;
  const before = readLedger(store, project.id);
  const limits = limitsOf(input);
  const isPartial = Object.keys(limits).length > 0;
  const range = isPartial
    ? ({ kind: 'whole', rewritten: false } as const)
    : await findNewRange(repository, before.watermark);
  const notice = repository.shallow ? shallowNotice(repository).message : undefined;
  const found = { repository: repository.root, ...(notice === undefined ? {} : { notice }) };
  if (range.kind === 'nothing-new')
    return { extracted: { ...found, commits: 0, candidates: [] }, keep: () => {} };
  const tally = new GitTally(range.kind === 'whole' ? forgetCounts(before) : before);
  const query = range.kind === 'newer' ? { after: range.after } : limits;
  const snapshot = await countHistory(input, repository, { tally, query });
  const { watermark } = repository;
  const plan = planGitCandidates(tally, { project, snapshot, watermark, policy: store.policy().git });
  const ledger = isPartial ? keepEmitted(before, plan.ledger) : plan.ledger;
  return {
    extracted: { ...found, commits: tally.read, candidates: plan.candidates },
    keep: () => writeLedger(store, project.id, ledger),
  };
}

/** Repositories to read: the one named, all known, or that of the working folder. */
function repositoriesOf(input: CommandInput, store: Store): string[] {
  const [named] = input.args;
  if (!hasFlag(input.options, 'allProjects')) return [resolve(input.host.cwd, named ?? '.')];
  const configured = Object.values(store.settings.projects).flatMap(({ path }) =>
    path === undefined ? [] : [resolve(input.host.userHome, path.replace(/^~\//, ''))],
  );
  const seen = Object.values(store.home().projects).flatMap(({ paths }) =>
    paths.filter((path) => existsSync(path)).slice(-1),
  );
  return [...new Set([...configured, ...seen])];
}

/** With all projects, folders that are gone or hold no repository are passed over; a named one must be readable. */
const isSkippable = (error: unknown): boolean =>
  error instanceof HebbError &&
  ['repository-missing', 'repository-not-a-folder', 'git-not-a-repository', 'git-empty'].includes(
    error.failure.code,
  );

interface Outcome {
  readonly done: Extracted[];
  readonly problems: string[];
  readonly keeps: (() => void)[];
}

async function extractAll(input: CommandInput, store: Store, finder: PlaceFinder): Promise<Outcome> {
  const outcome: Outcome = { done: [], problems: [], keeps: [] };
  const all = hasFlag(input.options, 'allProjects');
  for (const path of repositoriesOf(input, store)) {
    try {
      const { extracted, keep } = await extractOne(input, store, { path, finder });
      outcome.done.push(extracted);
      outcome.keeps.push(keep);
    } catch (error) {
      if (!all || !(error instanceof HebbError)) throw error;
      if (!isSkippable(error)) outcome.problems.push(error.failure.message);
    }
  }
  return outcome;
}

/** `hebb extract-git [repository]`: new commits → candidates, one watermark a repository. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const { done, problems, keeps } = await extractAll(input, store, finder);
  const at = input.host.now();
  let plan: ExtractionPlan = { command: 'extract git', changes: [], files: [] };
  store.commit({
    command: 'extract-git',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planExtraction(state, {
        source: 'git',
        at,
        candidates: done.flatMap(({ candidates }) => candidates),
      });
      return plan;
    },
  });
  for (const keep of keeps) keep();
  rememberProjects(store, finder);
  const settled = await settleBranches(input, store);
  const found = plan.files.flatMap(({ candidates }) => candidates);
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: problems.length > 0 ? 3 : 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...done.map(
        ({ repository, commits }): Block => ({
          kind: 'line',
          text: commits === 0 ? `${repository}: nothing new` : `${repository}: ${commits} new commits`,
        }),
      ),
      ...settledBlocks(settled),
      ...foundBlocks(found, textOption(input.options, 'group') !== undefined),
      ...[...done.flatMap(({ notice }) => notice ?? []), ...problems].map(
        (text): Block => ({ kind: 'line', text, tone: 'warn' }),
      ),
    ],
    data: {
      repositories: toJson(done.map(({ repository, commits }) => ({ repository, commits }))),
      candidates: toJson(found),
      settled,
      problems,
      dryRun: dry,
    },
  };
};
