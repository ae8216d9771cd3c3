import type { Command } from '../commands/command.ts';

/** What a command may do: only append, plan and commit, or look. Manipulators take `--dry-run`. */
export type CommandKind = 'recorder' | 'manipulator' | 'interrogator';

/** The order in which help shows the groups, with their headings. */
export const groups = {
  daily: 'Daily:',
  loop: 'The loop:',
  memory: 'Memory:',
  plumbing: 'Plumbing:',
} as const;

/** A command as help, README and the dispatcher know it. */
export interface CommandEntry {
  readonly name: string;
  readonly group: keyof typeof groups;
  readonly kind: CommandKind;
  readonly summary: string;
  /** Arguments in commander's notation. */
  readonly args?: string;
  /** Flags and what they mean. */
  readonly options?: readonly (readonly [flags: string, meaning: string])[];
  readonly example: string;
  /** What the exit statuses mean here. */
  readonly exit: string;
  load(): Promise<{ readonly run: Command }>;
}

const done = '0 done, also when there was nothing to do; 1 failed; 2 usage';
const partly = `${done}; 3 partly done`;
const project = [
  '--project <name>',
  'the project to act on: name, path or id (default: that of the working folder)',
] as const;
const everywhere = ['--global', 'also memories that hold for every project'] as const;

/** Every command, in the order of help. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'learn',
    group: 'daily',
    kind: 'manipulator',
    summary: 'tell hebb something; it answers whether it was saved, and why',
    args: '<text>',
    options: [
      ['--type <type>', 'pattern, mistake, preference, belief, tech-insight, stack, … (default: pattern)'],
      ['--severity <level>', 'critical, high, medium or low (default: medium)'],
      ['--source <source>', 'who says so (default: explicit_user_feedback)'],
      ['--applies-to <list>', 'languages, frameworks, tools or areas, separated by commas'],
      ['--scope <scope>', 'user, project or global (default: project)'],
      ['--task-pattern <caption>', 'the kind of work, in at most six words'],
      ['--relation <type:name>', 'links the memory, for example applies_to:billing'],
      project,
    ],
    example: 'hebb learn "Run the migrations before the seed script" --applies-to sql',
    exit: done,
    load: () => import('../commands/learn.ts'),
  },
  {
    name: 'list',
    group: 'daily',
    kind: 'interrogator',
    summary: 'the memories of this project, strongest first',
    options: [
      ['--type <type>', 'only this type'],
      ['--status <status>', 'only this status'],
      ['--all', 'every project and status'],
      ['--limit <n>', 'at most this many (default: 50)'],
      project,
      everywhere,
    ],
    example: 'hebb list --type mistake',
    exit: done,
    load: () => import('../commands/list.ts'),
  },
  {
    name: 'show',
    group: 'daily',
    kind: 'interrogator',
    summary: 'one memory with everything that is known of it',
    args: '<id>',
    example: 'hebb show m-3f2a',
    exit: done,
    load: () => import('../commands/show.ts'),
  },
  {
    name: 'edit',
    group: 'daily',
    kind: 'manipulator',
    summary: 'opens one memory as Markdown in your editor',
    args: '<id>',
    options: [
      ['--text <summary>', 'sets the summary without an editor'],
      ['--from <file>', 'takes the edited Markdown from a file instead of an editor'],
    ],
    example: 'hebb edit m-3f2a',
    exit: done,
    load: () => import('../commands/edit.ts'),
  },
  {
    name: 'status',
    group: 'daily',
    kind: 'interrogator',
    summary: 'what is in the home, what waits, and the next useful command',
    example: 'hebb status',
    exit: done,
    load: () => import('../commands/status.ts'),
  },
  {
    name: 'undo',
    group: 'daily',
    kind: 'manipulator',
    summary: 'takes back the last run, or the operation or run that you name; undo of an undo is a redo',
    args: '[operation]',
    example: 'hebb undo',
    exit: done,
    load: () => import('../commands/undo.ts'),
  },
  {
    name: 'capture',
    group: 'loop',
    kind: 'recorder',
    summary: 'puts a hook payload from stdin into the spool; --drain turns the spool into log lines',
    options: [
      ['--client <name>', 'claude-code or codex; needed for a payload'],
      ['--drain', 'parse, redact, log and delete what lies in the spool'],
      ['--hook', 'print the command line to register as a hook of this client'],
      ['--dry-run', 'with --drain: say what would be logged'],
    ],
    example: 'hebb capture --drain',
    exit: 'always 0 for a payload; --drain: 0 done; 1 failed; 3 some payloads were set aside',
    load: () => import('../commands/capture.ts'),
  },
  {
    name: 'analyze-sessions',
    group: 'loop',
    kind: 'manipulator',
    summary: 'reads new events and transcripts: runs, tags, usage and candidates',
    options: [
      ['--last-24h', 'only transcripts touched within a day'],
      ['--since <when>', 'only transcripts touched since then (ISO date)'],
      ['--transcripts <glob>', 'these files instead of the clients’ own folders'],
      ['--notes <glob>', 'these notes beside the configured ones'],
      ['--client <name>', 'only this client'],
      project,
    ],
    example: 'hebb analyze-sessions --last-24h',
    exit: `${partly} (some lines could not be read)`,
    load: () => import('../commands/analyze-sessions.ts'),
  },
  {
    name: 'extract-git',
    group: 'loop',
    kind: 'manipulator',
    summary: 'reads new commits: fixes, files that change together, conventions, hot spots',
    args: '[repository]',
    options: [
      ['--all-projects', 'every project seen in sessions or named in the config'],
      ['--since <when>', 'only commits since then, as git understands it'],
      ['--author <who>', 'only commits of this author'],
      ['--max-commits <n>', 'at most the newest n'],
    ],
    example: 'hebb extract-git .',
    exit: `${partly} (some repositories could not be read)`,
    load: () => import('../commands/extract-git.ts'),
  },
  {
    name: 'import',
    group: 'loop',
    kind: 'manipulator',
    summary: 'judges waiting candidates and saves what matters, each with score and reasons',
    args: '[files...]',
    options: [
      ['--threshold <n>', 'save from this score on (default: 5)'],
      ['--trust', 'also judge candidates that no person stated; without it they wait'],
    ],
    example: 'hebb import --dry-run',
    exit: `${partly} (some files could not be read)`,
    load: () => import('../commands/import.ts'),
  },
  {
    name: 'consolidate',
    group: 'loop',
    kind: 'manipulator',
    summary: 'merge, strengthen, promote, forget, report',
    options: [
      ['--health', 'only the health of the memory'],
      ['--merge-only', 'only merge'],
      ['--forget-only', 'only forget'],
      ['--full', 'compare all memories with all, not only new and changed ones'],
      project,
    ],
    example: 'hebb consolidate --dry-run',
    exit: done,
    load: () => import('../commands/consolidate.ts'),
  },
  {
    name: 'promote',
    group: 'loop',
    kind: 'manipulator',
    summary: 'moves what has proven itself, or the memory you name, to core memory',
    args: '[name]',
    options: [['--revert', 'takes the named memory out of core memory again']],
    example: 'hebb promote pattern:early-returns',
    exit: done,
    load: () => import('../commands/promote.ts'),
  },
  {
    name: 'forget',
    group: 'loop',
    kind: 'manipulator',
    summary: 'moves stale memories, or those you name, to the dated archive',
    args: '[query]',
    options: [
      ['--session <id>', 'takes back what only this session taught'],
      ['--before <date>', 'only memories discovered before this day'],
      project,
    ],
    example: 'hebb forget "old build server" --dry-run',
    exit: done,
    load: () => import('../commands/forget.ts'),
  },
  {
    name: 'reflect',
    group: 'loop',
    kind: 'interrogator',
    summary: 'what worked and what did not in the current or last session',
    options: [['--quick', 'the current or last session (the only form so far)'], project],
    example: 'hebb reflect --quick',
    exit: done,
    load: () => import('../commands/reflect.ts'),
  },
  {
    name: 'report',
    group: 'loop',
    kind: 'interrogator',
    summary: 'the last consolidation report',
    options: [['--last', 'the last one (default)']],
    example: 'hebb report --last',
    exit: done,
    load: () => import('../commands/report.ts'),
  },
  {
    name: 'auto-consolidate',
    group: 'loop',
    kind: 'manipulator',
    summary: 'the whole loop when it is due: drain, analyze, extract, import, consolidate, report',
    options: [
      ['--check', 'only say whether it is due'],
      ['--force', 'run also when it is not due'],
      ['--post-project', 'due from ten new memories on'],
      ['--trust', 'also judge candidates that no person stated'],
    ],
    example: 'hebb auto-consolidate --check',
    exit: `${partly}; 75 another run holds the lock; --check: 0 nothing due, 10 due`,
    load: () => import('../commands/auto-consolidate.ts'),
  },
  {
    name: 'pin',
    group: 'memory',
    kind: 'manipulator',
    summary: 'keeps a memory from ever being forgotten by policy',
    args: '<id>',
    options: [['--critical', 'marks it critical as well']],
    example: 'hebb pin m-3f2a',
    exit: done,
    load: () => import('../commands/pin.ts'),
  },
  {
    name: 'unpin',
    group: 'memory',
    kind: 'manipulator',
    summary: 'takes the pin away',
    args: '<id>',
    example: 'hebb unpin m-3f2a',
    exit: done,
    load: () => import('../commands/pin.ts'),
  },
  {
    name: 'relate',
    group: 'memory',
    kind: 'manipulator',
    summary: 'links two memories, or a memory and a thing',
    args: '<from> <type> <to>',
    options: [['--remove', 'takes the link away']],
    example: 'hebb relate m-3f2a derived_from m-91bc',
    exit: done,
    load: () => import('../commands/relate.ts'),
  },
  {
    name: 'restore',
    group: 'memory',
    kind: 'manipulator',
    summary: 'brings back what was forgotten: a memory, a day or an operation',
    args: '[what]',
    example: 'hebb restore 2026-11-29',
    exit: done,
    load: () => import('../commands/restore.ts'),
  },
  {
    name: 'explain',
    group: 'memory',
    kind: 'interrogator',
    summary: 'every change of a memory with its reason, evidence and numbers',
    args: '<id>',
    example: 'hebb explain m-3f2a',
    exit: done,
    load: () => import('../commands/explain.ts'),
  },
  {
    name: 'log',
    group: 'memory',
    kind: 'interrogator',
    summary: 'the journal: runs and operations, newest first',
    options: [['--limit <n>', 'at most this many operations (default: 20)']],
    example: 'hebb log',
    exit: done,
    load: () => import('../commands/log.ts'),
  },
  {
    name: 'pause',
    group: 'memory',
    kind: 'recorder',
    summary: 'stops capture for a while',
    options: [
      ['--for <duration>', 'for example 30m, 2h or 1d (default: 2h)'],
      ['--resume', 'captures again'],
      project,
    ],
    example: 'hebb pause --for 2h',
    exit: done,
    load: () => import('../commands/pause.ts'),
  },
  {
    name: 'plumbing',
    group: 'plumbing',
    kind: 'recorder',
    summary: 'the pure functions as filters: ingest, similarity, detect, screen; NDJSON in and out',
    args: '<op> [file]',
    example: 'echo \'{"a":"use tabs","b":"always use tabs"}\' | hebb plumbing similarity',
    exit: '0 done; 1 failed; 2 usage',
    load: () => import('../commands/plumbing.ts'),
  },
];
