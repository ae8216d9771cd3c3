import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { PurgeIntent } from '../domain/purge.ts';
import type { Block, Report } from '../domain/report.ts';
import { dryLine, shortId } from '../pipeline/memory-blocks.ts';
import { createEraser } from '../pipeline/purge-records.ts';
import { type Form, findSubject, type Subject } from '../pipeline/purge-subject.ts';
import { type Erasure, keptFiles, previewErasing } from '../store/erase-home.ts';
import { withRunLock } from '../store/lock.ts';
import { readIntent, writeIntent } from '../store/purge-intent.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { finishPurge } from './purge-home.ts';

/** Files that are named; the others are counted, and `--json` has them all. */
const shown = 20;

function subjectOf(input: CommandInput, store: Store): Subject {
  const [query] = input.args;
  const session = textOption(input.options, 'session');
  const asked = { ...(query === undefined ? {} : { query }), ...(session === undefined ? {} : { session }) };
  const found = findSubject(
    {
      state: store.state(),
      operations: store.operations(),
      salt: input.host.random(16),
      now: input.host.now(),
    },
    asked,
  );
  if (!found.ok && found.failure.code === 'purge.empty') throw new HebbError(found.failure, 2);
  return unwrap(found);
}

const formBlocks = (forms: readonly Form[]): Block[] =>
  [...new Map([...forms].reverse().map((form) => [form.id, form])).values()]
    .reverse()
    .map(({ id, summary }) => ({ kind: 'item', text: `${shortId(id)}  ${summary}` }));

const countText = ({ file, removed, masked, gone }: Erasure): string => {
  const parts = [removed > 0 ? `${removed} removed` : '', masked > 0 ? `${masked} masked` : ''].filter(
    Boolean,
  );
  return `${file}: ${parts.join(', ')}${gone ? '; the file goes' : ''}`;
};

function fileBlocks(erasures: readonly Erasure[]): Block[] {
  const items = erasures.slice(0, shown).map((one): Block => ({ kind: 'item', text: countText(one) }));
  const rest = erasures.length - items.length;
  return rest > 0 ? [...items, { kind: 'line', text: `  … and ${rest} more files`, tone: 'dim' }] : items;
}

/** What a purge does not reach, and how to find it. */
function remainBlocks(store: Store, kept: readonly string[]): Block[] {
  const { home } = store.paths;
  const isGit = existsSync(join(home, '.git'));
  const git = isGit
    ? `The git history of this home still has it: git -C ${home} log --all --stat shows the commits, git filter-repo rewrites them.`
    : 'Clones of this home under git keep it in their history.';
  const lines = [
    git,
    'Backups and copies of the home remain, and so do the transcripts of the agents, your repositories and files that were exported elsewhere.',
    ...kept.map((file) => `${file} holds some of it and is yours: edit it by hand.`),
  ];
  return lines.map((text) => ({ kind: 'line', text, tone: 'warn' }));
}

interface Told {
  readonly store: Store;
  readonly subject: Subject;
  readonly erasures: readonly Erasure[];
  readonly done: boolean;
  readonly resumed: boolean;
}

function reportOf(input: CommandInput, { store, subject, erasures, done, resumed }: Told): Report {
  const kept = keptFiles(store.paths, createEraser(subject.intent));
  const places = erasures.reduce((sum, { removed, masked }) => sum + removed + masked, 0);
  const what = `${subject.intent.stones.length} memories or candidates, ${places} places in ${erasures.length} files`;
  const head: Block[] = done
    ? [{ kind: 'line', text: `Erased: ${what}. This cannot be undone.`, tone: 'good' }]
    : [
        ...(hasFlag(input.options, 'dryRun') ? [dryLine] : []),
        { kind: 'line', text: `Would erase ${what}. This cannot be undone.` },
        ...formBlocks(subject.forms),
      ];
  return {
    exit: 0,
    human: [
      ...(resumed ? [resumedLine] : []),
      ...head,
      ...fileBlocks(erasures),
      ...remainBlocks(store, kept),
      ...(done ? [] : [{ kind: 'line', text: 'The same command with --yes does it.' } as const]),
    ],
    data: {
      ids: [...subject.intent.ids],
      files: toJson(erasures),
      kept: [...kept],
      places,
      done,
      resumed,
      undoable: false,
      dryRun: !done,
    },
  };
}

const resumedLine: Block = {
  kind: 'line',
  text: 'A purge that had been interrupted is finished.',
  tone: 'good',
};

/** Nothing more is called that, since the purge that was interrupted was about it. */
const resumedReport: Report = {
  exit: 0,
  human: [resumedLine],
  data: {
    ids: [],
    files: [],
    kept: [],
    places: 0,
    done: true,
    resumed: true,
    undoable: false,
    dryRun: false,
  },
};

function finishEarlier(store: Store, intent: PurgeIntent | undefined, now: string): boolean {
  if (!intent) return false;
  finishPurge(store, intent, now);
  return true;
}

async function preview(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const subject = subjectOf(input, store);
  const erasures = previewErasing(store, createEraser(subject.intent));
  return reportOf(input, { store, subject, erasures, done: false, resumed: false });
}

async function erase(input: CommandInput, store: Store): Promise<Report> {
  const now = input.host.now();
  const resumed = finishEarlier(store, readIntent(store), now);
  const subject = subjectOr(input, store, resumed);
  if (!subject) return resumedReport;
  const erasures = previewErasing(store, createEraser(subject.intent));
  input.host.progress('erasing');
  writeIntent(store, subject.intent);
  finishPurge(store, subject.intent, now);
  return reportOf(input, { store, subject, erasures, done: true, resumed });
}

/** Undefined when nothing is called that any more because an interrupted purge has just been finished. */
function subjectOr(input: CommandInput, store: Store, resumed: boolean): Subject | undefined {
  try {
    return subjectOf(input, store);
  } catch (error) {
    if (resumed && error instanceof HebbError && error.failure.code === 'purge.none') return undefined;
    throw error;
  }
}

/**
 * `hebb purge <id|query> [--session] [--yes]`: erases everywhere; without `--yes` it says what it would erase. Not beside
 * a consolidation, which would write down again what it holds in memory.
 */
export const run: Command = async (input) => {
  if (!hasFlag(input.options, 'yes') || hasFlag(input.options, 'dryRun')) return preview(input);
  const store = await input.door.write();
  return withRunLock(store, () => erase(input, store));
};
