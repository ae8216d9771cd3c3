import { statSync } from 'node:fs';
import glob from 'fast-glob';
import { adapters } from '../clients/adapters.ts';
import type { Judged } from '../domain/candidate.ts';
import type { Block } from '../domain/report.ts';
import type { SessionDoc } from '../domain/session.ts';
import { addDays } from '../domain/time.ts';
import { planExtraction } from '../pipeline/plan-extraction.ts';
import { planImport } from '../pipeline/plan-import.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import { readSettings } from '../store/config.ts';
import { createDryFiles } from '../store/files.ts';
import { openToWrite } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { finderOf } from './here.ts';
import { alignedWithCore, lexiconOf, pairsForImport } from './import-inputs.ts';
import { createReader } from './session-reader.ts';
import { groupBySession, readSessionFiles } from './transcript-reader.ts';
import type { Reading } from './transcript-source.ts';

/** Milliseconds after which no further session is opened: the first answer must stand within five seconds. */
const budgetMs = 3_000;
/** Sessions with a larger file are left to the import, in bytes. */
const largest = 16_000_000;
const shownSessions = 8;
const shownLearnings = 10;

/** A session that the preview read. */
export interface PreviewSession {
  readonly id: string;
  readonly endedAt: string;
  readonly project: string;
  readonly client: string;
  readonly prompts: number;
  readonly steps: number;
}

/** What an import would find in the last days, as far as there was time to look. */
export interface Preview {
  /** The newest first. */
  readonly sessions: readonly PreviewSession[];
  /** Sessions of these days that were not read. */
  readonly unread: number;
  readonly judged: readonly Judged[];
}

/** The home as it is, with a pen that writes nothing. */
async function dryStore({ host, door }: CommandInput): Promise<Store> {
  const { paths } = door.bare();
  return openToWrite({
    paths,
    files: createDryFiles(),
    owner: host,
    settings: await readSettings(paths),
    now: () => host.now(),
    random: (bytes) => host.random(bytes),
  });
}

/** Transcripts of the last days by session, the newest first. */
async function recentSessions(
  { host }: CommandInput,
  days: number,
): Promise<{ path: string; bytes: number }[][]> {
  const env = { home: host.userHome, vars: host.vars };
  const found = await glob(
    adapters.flatMap((client) => client.transcriptGlobs(env)),
    { absolute: true, dot: true, suppressErrors: true, followSymbolicLinks: false },
  );
  const since = addDays(host.now(), -days);
  const files = [...new Set(found)]
    .filter((path) => adapters.some((client) => client.isTranscript(path)))
    .map((path) => {
      const { mtime, size } = statSync(path);
      return { path, at: mtime.toISOString(), bytes: size };
    })
    .filter(({ at }) => at >= since)
    .sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.path < b.path ? -1 : 1));
  const byPath = new Map(files.map((file) => [file.path, file]));
  return groupBySession(files.map(({ path }) => path)).map((paths) =>
    paths.flatMap((path) => byPath.get(path) ?? []),
  );
}

const sessionOf = ({ id, endedAt, project, client, prompts, steps }: SessionDoc): PreviewSession => ({
  id,
  endedAt,
  project: project.name,
  client,
  prompts,
  steps,
});

function judge(store: Store, reading: Reading, now: string): readonly Judged[] {
  const state = store.state();
  const { candidates } = reading.reader;
  const { files } = planExtraction(state, { source: 'sessions', at: now, candidates });
  const lexicon = lexiconOf(store);
  const fresh = files.flatMap((file) => file.candidates);
  const policy = store.policy();
  const context = { state, policy, lexicon };
  return planImport({
    state,
    files,
    pairs: pairsForImport(fresh, context),
    aligned: alignedWithCore(fresh, context),
    policy,
    now,
    screen: screenCandidate,
    ...(lexicon ? { lexicon } : {}),
  }).judged;
}

/** Reads the newest sessions of the last days as long as there is time. Nothing is written, and no model is asked. */
export async function previewSessions(input: CommandInput, days: number): Promise<Preview> {
  const { host } = input;
  const startedMs = host.elapsed();
  const store = await dryStore(input);
  const reader = createReader(store, finderOf(input, store));
  const reading: Reading = { reader, files: [], bad: [], marks: new Map(), only: undefined };
  const recent = await recentSessions(input, days);
  let unread = 0;
  for (const [index, files] of recent.entries()) {
    const isLate = host.elapsed() - startedMs > budgetMs;
    if (isLate || files.some(({ bytes }) => bytes > largest)) unread++;
    else {
      host.progress('looking at sessions', { done: index, total: recent.length });
      await readSessionFiles(
        files.map(({ path }) => path),
        input,
        reading,
      );
    }
  }
  host.progress('');
  const sessions = [...reader.docs.values()].map(sessionOf);
  sessions.sort((a, b) => (a.endedAt > b.endedAt ? -1 : a.endedAt < b.endedAt ? 1 : a.id < b.id ? -1 : 1));
  return { sessions, unread, judged: judge(store, reading, host.now()) };
}

const isKept = ({ verdict }: Judged): boolean => verdict === 'saved' || verdict === 'superseding';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The preview for people. */
export function previewBlocks({ sessions, unread, judged }: Preview, days: number): Block[] {
  const heading: Block = { kind: 'heading', text: `Your sessions of the last ${days} days` };
  if (sessions.length === 0 && unread === 0)
    return [heading, { kind: 'line', text: 'None were found; hebb learns from what comes.', tone: 'dim' }];
  const kept = judged.filter(isKept);
  const rows = sessions
    .slice(0, shownSessions)
    .map(({ endedAt, project, client, prompts, steps }) => [
      endedAt.slice(0, 16).replace('T', ' '),
      project,
      client,
      `${counted(prompts, 'prompt')}, ${counted(steps, 'step')}`,
    ]);
  const more = sessions.length - rows.length + unread;
  return [
    heading,
    { kind: 'table', head: ['ended', 'project', 'agent', 'what happened'], rows },
    ...(more > 0 ? [{ kind: 'line', text: `  … and ${more} more`, tone: 'dim' } as const] : []),
    { kind: 'line', text: '' },
    {
      kind: 'line',
      text: `An import would keep ${kept.length} of ${judged.length} learnings found so far${unread > 0 ? `; ${unread} sessions were not looked at yet` : ''}.`,
    },
    ...kept
      .slice(0, shownLearnings)
      .map(({ candidate }): Block => ({ kind: 'item', text: candidate.summary, tone: 'good' })),
  ];
}
