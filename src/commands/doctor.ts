import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { ClientSight, Finding, FolderUse, Sight } from '../domain/diagnosis.ts';
import { HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { UnusedSetting } from '../domain/policy.ts';
import type { Block, Report } from '../domain/report.ts';
import type { BadLine } from '../domain/trace.ts';
import { findDangling } from '../pipeline/dangling.ts';
import { diagnose } from '../pipeline/diagnose.ts';
import { readUsage } from '../store/facts.ts';
import { type Inspection, inspectCheckpoint, inspectHome, inspectMarks } from '../store/inspect.ts';
import { readIntent } from '../store/purge-intent.ts';
import { type Difference, rebuildHome } from '../store/rebuild-home.ts';
import { repairHome } from '../store/repair-home.ts';
import type { Store } from '../store/store.ts';
import { sendCanary } from './canary.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { seeClients } from './doctor-clients.ts';
import { relativeHomeIn, seePlace } from './doctor-place.ts';
import { finishPurge } from './purge-home.ts';
import { sizeText } from './size-text.ts';

/** What only an open home can tell. */
type StoreSight = Pick<
  Sight,
  | 'bad'
  | 'dangling'
  | 'checkpoint'
  | 'marks'
  | 'clients'
  | 'captureGapDays'
  | 'schedule'
  | 'unreachable'
  | 'blocks'
> & {
  readonly closed?: NonNullable<Sight['closed']>;
  readonly lastRunAt?: string;
  /** Settings that set nothing. */
  readonly unused: readonly UnusedSetting[];
};

const unseen: StoreSight = {
  bad: [],
  dangling: [],
  checkpoint: { reachable: true, unpublished: 0 },
  marks: { gone: [], replaced: [], log: [] },
  clients: [],
  captureGapDays: 1,
  schedule: { problems: [] },
  unreachable: [],
  blocks: [],
  unused: [],
};

async function lookInside(input: CommandInput, { journals }: Inspection): Promise<StoreSight> {
  const store = await input.door.read();
  const state = store.state();
  const home = store.home();
  const usage = readUsage(store).map(({ memoryId }) => memoryId);
  return {
    bad: store.problems(),
    dangling: findDangling(state, usage),
    checkpoint: inspectCheckpoint(store.paths, home.machineId, journals),
    marks: inspectMarks(store.paths, home),
    clients: await seeClients(input, home),
    captureGapDays: store.policy().health.captureGapDays,
    unused: store.settings.unused,
    ...seePlace(input, store),
    ...(home.lastRunAt === undefined ? {} : { lastRunAt: home.lastRunAt }),
  };
}

/** A home that cannot be opened is looked at from outside. */
async function sightInside(input: CommandInput, inspection: Inspection): Promise<StoreSight> {
  try {
    return await lookInside(input, inspection);
  } catch (error) {
    const closed =
      error instanceof HebbError
        ? { message: error.failure.message, hint: error.failure.hint }
        : {
            message: error instanceof Error ? error.message : String(error),
            hint: 'bring the file back from a backup or from git',
          };
    return { ...unseen, closed };
  }
}

/** Damaged lines, each once, by where they stand in the home. */
function uniteBad(home: string, lines: readonly BadLine[]): BadLine[] {
  const named = lines.map((line) => ({
    ...line,
    file: line.file.startsWith(home) ? relative(home, line.file) : line.file,
  }));
  return [...new Map(named.map((line) => [`${line.file}:${line.line}`, line])).values()];
}

/** A home as it was found. */
interface Seen {
  readonly sight: Sight;
  readonly uses: readonly FolderUse[];
  readonly unused: readonly UnusedSetting[];
}

async function lookAt(input: CommandInput): Promise<Seen> {
  const { paths } = input.door.bare();
  const { uses, ...inspection } = inspectHome({ paths, owner: input.host });
  const { unused, ...inside } = await sightInside(input, { uses, ...inspection });
  const canary = await sendCanary(input);
  const bad = uniteBad(paths.home, [...inspection.bad, ...inside.bad]);
  const { versions, host } = input;
  return {
    sight: {
      ...inspection,
      ...inside,
      bad,
      now: host.now(),
      versions,
      ...relativeHomeIn(host),
      ...(canary === undefined ? {} : { canary }),
    },
    uses,
    unused,
  };
}

const findingBlock = ({ severity, code, what, where, fix }: Finding): Block => ({
  kind: 'item',
  text: `${severity} ${code}: ${what}`,
  detail: [where, `fix: ${fix}`],
  tone: severity === 'error' ? 'bad' : 'warn',
});

const factRows = ({
  sight: { versions, spool, quarantine, lastRunAt, schedule },
  uses,
  unused,
}: Seen): string[][] => [
  ['versions', `hebb ${versions.hebb}, Node ${versions.node}`],
  [
    'disk',
    uses.map(({ name, files, bytes }) => `${name} ${sizeText(bytes)} (${files})`).join(', ') || 'nothing',
  ],
  ['spool', `${spool.count} payloads wait`],
  ['quarantine', `${quarantine.lines} lines, ${sizeText(quarantine.bytes)}`],
  ['last consolidation', lastRunAt ?? 'never'],
  ['schedule', schedule.text ?? 'none; hooks start what is due'],
  ...unused.map(({ key, why }) => ['setting', `${key} sets nothing: ${why}`]),
];

const hookText = ({ isInstalled, problem, client }: ClientSight): string => {
  if (problem !== undefined) return 'cannot be read';
  return isInstalled ? 'installed' : `none (hebb init --client ${client})`;
};

/** A row a client that is used here. */
const clientBlocks = (clients: readonly ClientSight[]): Block[] =>
  clients.length === 0
    ? []
    : [
        {
          kind: 'table',
          head: ['client', 'hooks', 'last captured', 'newest session'],
          rows: clients.map((sight) => [
            sight.title,
            hookText(sight),
            sight.eventAt ?? 'nothing yet',
            sight.sessions.newestAt ?? 'none',
          ]),
        },
      ];

interface Told {
  readonly home: string;
  readonly seen: Seen;
  readonly findings: readonly Finding[];
  readonly fixed: readonly Finding[];
  readonly rebuilt: readonly Difference[] | undefined;
}

function rebuiltBlocks(rebuilt: readonly Difference[] | undefined): Block[] {
  if (!rebuilt) return [];
  const text =
    rebuilt.length === 0
      ? 'Rebuilt: every file was as the journal says.'
      : `Rebuilt: ${rebuilt.length} files were not as the journal says.`;
  return [
    { kind: 'line', text },
    ...rebuilt.map(({ file, how }): Block => ({ kind: 'item', text: `${file}: ${how}` })),
  ];
}

function reportOf({ home, seen, findings, fixed, rebuilt }: Told): Report {
  const isThere = existsSync(home);
  return {
    exit: findings.length > 0 ? 3 : 0,
    human: [
      {
        kind: 'title',
        text: `hebb home ${home}${isThere ? '' : ' (not there yet; the first change makes it)'}`,
      },
      { kind: 'table', head: ['', ''], rows: factRows(seen) },
      ...clientBlocks(seen.sight.clients),
      ...rebuiltBlocks(rebuilt),
      ...fixed.map(
        (finding): Block => ({ kind: 'item', text: `mended ${finding.code}: ${finding.what}`, tone: 'good' }),
      ),
      { kind: 'line', text: '' },
      ...(findings.length === 0
        ? [{ kind: 'line', text: 'Healthy.', tone: 'good' } as const]
        : findings.map(findingBlock)),
    ],
    data: {
      home,
      exists: isThere,
      findings: toJson(findings),
      fixed: toJson(fixed),
      rebuilt: rebuilt ? toJson(rebuilt) : null,
      versions: { ...seen.sight.versions },
      disk: toJson(seen.uses),
      spool: toJson(seen.sight.spool),
      quarantine: toJson(seen.sight.quarantine),
      clients: toJson(seen.sight.clients),
      schedule: toJson(seen.sight.schedule),
      lastRunAt: seen.sight.lastRunAt ?? null,
    },
  };
}

/** Mends in the order in which each step finds a home that the next can rely on. */
function mend(input: CommandInput, store: Store, sight: Sight): readonly Difference[] | undefined {
  const now = input.host.now();
  const intent = readIntent(store);
  if (intent) finishPurge(store, intent, now);
  if (hasFlag(input.options, 'fix')) repairHome(store, sight, now);
  return hasFlag(input.options, 'rebuild') ? rebuildHome(store) : undefined;
}

const keyOf = ({ code, where }: Finding): string => `${code} ${where}`;

/** `hebb doctor [--fix] [--rebuild]`: what is wrong with the home, and what mends it. */
export const run: Command = async (input) => {
  const { home } = input.door.bare().paths;
  const seen = await lookAt(input);
  const found = diagnose(seen.sight);
  const wantsMending = hasFlag(input.options, 'fix') || hasFlag(input.options, 'rebuild');
  if (!wantsMending || !existsSync(home))
    return reportOf({ home, seen, findings: found, fixed: [], rebuilt: undefined });
  if (seen.sight.closed) return reportOf({ home, seen, findings: found, fixed: [], rebuilt: undefined });
  const store = await input.door.write();
  const rebuilt = mend(input, store, seen.sight);
  store.reload();
  const again = await lookAt(input);
  const findings = diagnose(again.sight);
  const left = new Set(findings.map(keyOf));
  return reportOf({
    home,
    seen: again,
    findings,
    fixed: found.filter((one) => !left.has(keyOf(one))),
    rebuilt,
  });
};
