import { existsSync } from 'node:fs';
import type { ClientSetup } from '../clients/client-setup.ts';
import { clientSetups } from '../clients/settings.ts';
import { fail, HebbError } from '../domain/failure.ts';
import { type Json, toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { addDays, dayOf } from '../domain/time.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { blocksToMarkdown } from '../pipeline/reflect-markdown.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { finderOf, findHere } from './here.ts';
import {
  clientsNamed,
  clientsUsed,
  type Installing,
  mcpAdvice,
  planInstall,
  planRemoval,
  programOf,
} from './init-clients.ts';
import { carryOut, type FileDone, type FilePlan, forgetFiles } from './init-files.ts';
import { planGitHook, planGitRemoval } from './init-git.ts';
import { filesBlocks, filesData } from './init-report.ts';

/** How far back the preview looks, in days. */
const previewDays = 30;

const usage = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.init', message, hint).failure, 2);

/** Names after `--client`. */
function namesIn({ options }: CommandInput): string[] {
  const { client } = options;
  return Array.isArray(client) ? client.filter((name) => typeof name === 'string') : [];
}

function checkOptions(input: CommandInput): void {
  const has = (name: string): boolean => hasFlag(input.options, name);
  if (has('project') && has('user')) throw usage('--project and --user: one of them', 'hebb init --help');
  if (has('all') && namesIn(input).length > 0)
    throw usage('--all and --client: one of them', 'hebb init --help');
}

/** Root of the project here, when its own settings are meant. */
async function rootOf(input: CommandInput, store: Store): Promise<string | undefined> {
  if (!hasFlag(input.options, 'project')) return undefined;
  const { root } = await findHere({ ...input, options: {} }, finderOf(input, store));
  return root === '' ? input.host.cwd : root;
}

async function openInstalling(input: CommandInput, store: Store): Promise<Installing> {
  const { host } = input;
  return {
    store,
    env: { home: host.userHome, vars: host.vars },
    program: programOf(host, store.paths.home),
    root: await rootOf(input, store),
  };
}

/** What was done in one client. */
interface ClientDone {
  readonly setup: ClientSetup;
  readonly files: readonly FileDone[];
  readonly mcp: string;
}

const exitOf = (files: readonly FileDone[]): 0 | 3 =>
  files.some(({ plan }) => plan.problem !== undefined) ? 3 : 0;

function clientBlocks(input: CommandInput, { setup, files, mcp }: ClientDone): Block[] {
  return [
    { kind: 'heading', text: setup.title },
    ...filesBlocks(files, input),
    ...setup.advice.map((text): Block => ({ kind: 'line', text: `  ${text}`, tone: 'warn' })),
    { kind: 'line', text: `  Memory as tools (MCP), if you want it: ${mcp}`, tone: 'dim' },
  ];
}

const nobody: readonly Block[] = [
  {
    kind: 'line',
    text: 'No agent was found here: no settings folder, no program on the PATH.',
    tone: 'warn',
  },
  {
    kind: 'line',
    text: `hebb init --client <name> names one: ${clientSetups.map(({ client }) => client).join(', ')}.`,
  },
];

/** Reads the sessions of the last days for good. */
async function importSessions(input: CommandInput): Promise<Answer> {
  const since = addDays(input.host.now(), -previewDays);
  const read = await input.run('analyze-sessions', { since });
  const judged = await input.run('import', {});
  return { human: [...read.human, ...judged.human], data: toJson({ read: read.data, judged: judged.data }) };
}

const importLine = (now: string): string =>
  `hebb analyze-sessions --since ${dayOf(addDays(now, -previewDays))} && hebb import`;

/** Whether a person sits here who can answer. */
const isAsked = ({ host: { terminal }, options }: CommandInput): boolean =>
  terminal.input && terminal.output && !hasFlag(options, 'json') && !hasFlag(options, 'yes');

/** Whether to import: said before, or asked where somebody can answer, who is shown first what was done and found. */
async function wantsImport(input: CommandInput, shown: readonly Block[]): Promise<boolean> {
  if (hasFlag(input.options, 'dryRun')) return false;
  if (!isAsked(input)) return hasFlag(input.options, 'yes');
  input.host.tell(`${blocksToMarkdown(shown)}\n`);
  return /^y/i.test(await input.host.askKey('Import them now? hebb undo takes it back. [y/N] '));
}

/** Looks at recent sessions, shows what is in them after what was done, and imports when somebody wants it. */
async function offerImport(input: CommandInput, done: readonly Block[]): Promise<Answer> {
  const { previewBlocks, previewSessions } = await import('./init-preview.ts');
  const preview = await previewSessions(input, previewDays);
  const shown = [...done, ...previewBlocks(preview, previewDays)];
  const data = {
    sessions: toJson(preview.sessions),
    unread: preview.unread,
    judged: toJson(preview.judged),
    imported: null,
  };
  if (preview.sessions.length + preview.unread === 0) return { human: shown, data };
  if (await wantsImport(input, shown)) {
    const imported = await importSessions(input);
    const before = isAsked(input) ? [] : shown;
    return { human: [...before, ...imported.human], data: { ...data, imported: imported.data } };
  }
  const text = `To import them: ${importLine(input.host.now())}`;
  return { human: [...(isAsked(input) ? [] : shown), { kind: 'line', text, tone: 'dim' }], data };
}

/** What a form of the command answers. */
interface Answer {
  readonly human: readonly Block[];
  readonly data: Json;
}

async function install(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  const installing = await openInstalling(input, store);
  const setups = chosenIn(input, clientsUsed(installing.env));
  const clients = setups.map((setup): ClientDone => {
    const files = carryOut(input, store, planInstall(installing, setup));
    return { setup, files, mcp: mcpAdvice(setup, installing) };
  });
  const blocks = clients.flatMap((client) => clientBlocks(input, client));
  const dry = hasFlag(input.options, 'dryRun');
  const head = [...(dry ? [dryLine] : []), ...(clients.length === 0 ? nobody : blocks)];
  const { human, data } = await offerImport(input, head);
  return {
    exit: exitOf(clients.flatMap(({ files }) => files)),
    human,
    data: {
      clients: clients.map(({ setup, files, mcp }) => ({
        client: setup.client,
        files: filesData(files),
        advice: [...setup.advice],
        mcp,
      })),
      preview: data,
      dryRun: dry,
    },
  };
}

/** The clients that were named, all, or else those of `usual`. */
function chosenIn(input: CommandInput, usual: readonly ClientSetup[]): readonly ClientSetup[] {
  const names = namesIn(input);
  if (names.length > 0) return clientsNamed(names);
  return hasFlag(input.options, 'all') ? clientSetups : usual;
}

/** What was taken out, or nothing. */
function removalReport(input: CommandInput, done: readonly FileDone[]): Report {
  const dry = hasFlag(input.options, 'dryRun');
  const nothing: Block = { kind: 'line', text: 'Nothing of hebb was found there.' };
  return {
    exit: exitOf(done),
    human: [...(dry ? [dryLine] : []), ...(done.length === 0 ? [nothing] : filesBlocks(done, input))],
    data: { files: filesData(done), dryRun: dry },
  };
}

/** A home is not made in order to take something out. */
const openToRemove = ({ door }: CommandInput): Promise<Store> =>
  existsSync(door.bare().paths.state) ? door.write() : door.read();

async function remove(input: CommandInput): Promise<Report> {
  const store = await openToRemove(input);
  const isGit = input.options.git !== undefined;
  const plans = isGit ? await planGitRemoval(input, store) : await planClientsOut(input, store);
  const done = carryOut(input, store, plans);
  if (!hasFlag(input.options, 'dryRun'))
    forgetFiles(
      store,
      done.map(({ plan }) => plan),
    );
  return removalReport(input, done);
}

async function planClientsOut(input: CommandInput, store: Store): Promise<FilePlan[]> {
  const installing = await openInstalling(input, store);
  return chosenIn(input, clientSetups).flatMap((setup) => planRemoval(installing, setup));
}

async function installGitHook(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  const plan = await planGitHook(input, store, programOf(input.host, store.paths.home));
  const done = carryOut(input, store, [plan]);
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: exitOf(done),
    human: [...(dry ? [dryLine] : []), ...filesBlocks(done, input)],
    data: { files: filesData(done), dryRun: dry },
  };
}

/** `hebb init`: puts hebb into the agents that are used here, or takes it out again with `--remove`. */
export const run: Command = async (input) => {
  checkOptions(input);
  if (hasFlag(input.options, 'remove')) return remove(input);
  return input.options.git === undefined ? install(input) : installGitHook(input);
};
