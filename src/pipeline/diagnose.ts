import type { Finding, JournalSight, Sight } from '../domain/diagnosis.ts';
import { daysBetween, laterOf } from '../domain/time.ts';
import { clientFindings } from './diagnose-clients.ts';
import { placeFindings } from './diagnose-place.ts';

/** What findings are judged by. */
const limits = {
  nodeMajor: 20,
  nodeMinor: 19,
  spoolHours: 24,
  quarantineBytes: 1_000_000,
  aheadHours: 1,
} as const;

const fixing = 'hebb doctor --fix';

type Told = Omit<Finding, 'severity' | 'code'>;

const error = (code: string, told: Told): Finding => ({ code, severity: 'error', ...told });
const warning = (code: string, told: Told): Finding => ({ code, severity: 'warning', ...told });

const many = (items: readonly string[], shown = 3): string =>
  `${items.slice(0, shown).join(', ')}${items.length > shown ? ` and ${items.length - shown} more` : ''}`;

/** Everything that is wrong with a home, errors first. Healthy is an empty list. */
export function diagnose(sight: Sight): Finding[] {
  const findings = [
    ...closedFindings(sight),
    ...fileFindings(sight),
    ...journalFindings(sight),
    ...cursorFindings(sight),
    ...captureFindings(sight),
    ...clientFindings(sight),
    ...placeFindings(sight),
    ...machineFindings(sight),
  ];
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity !== 'error'),
  ];
}

function closedFindings({ closed, purging }: Sight): Finding[] {
  const unfinished = error('purge', {
    what: 'a purge was begun and not finished: some of the text is still there',
    where: 'locks/purge.json',
    fix: fixing,
    fixable: true,
  });
  const shut =
    closed && error('home', { what: closed.message, where: '.', fix: closed.hint, fixable: false });
  return [...(shut ? [shut] : []), ...(purging ? [unfinished] : [])];
}

function fileFindings({ bad, dangling, open, temps, locks, missing, quarantine }: Sight): Finding[] {
  const findings = bad.map(({ file, line, problem }) => {
    const isJournal = file.startsWith('journal/');
    return error('damaged', {
      what: problem,
      where: `${file}:${line}`,
      fix: isJournal
        ? 'bring the file back from a backup or from git; the rest of it is used as it is'
        : fixing,
      fixable: !isJournal,
    });
  });
  const rest: (Finding | false)[] = [
    open.length > 0 &&
      error('permissions', {
        what: `${open.length} files or folders are open to others`,
        where: many(open),
        fix: fixing,
        fixable: true,
      }),
    dangling.length > 0 &&
      warning('dangling', {
        what: `${dangling.length} references to what is not there`,
        where: many(dangling),
        fix: 'hebb show <id>, then hebb relate … --remove or hebb edit',
        fixable: false,
      }),
    locks.length > 0 &&
      warning('locks', { what: 'their process is gone', where: many(locks), fix: fixing, fixable: true }),
    temps.length > 0 &&
      warning('temporary', {
        what: `${temps.length} files of writes that were cut short`,
        where: many(temps),
        fix: fixing,
        fixable: true,
      }),
    missing.length > 0 &&
      warning('missing', {
        what: 'the home lacks files that git needs',
        where: many(missing),
        fix: fixing,
        fixable: true,
      }),
    quarantine.bytes > limits.quarantineBytes &&
      warning('quarantine', {
        what: `${quarantine.lines} lines, ${Math.round(quarantine.bytes / 1000)} kB were set aside`,
        where: 'quarantine/',
        fix: 'look at the files, then move them away',
        fixable: false,
      }),
  ];
  return [...findings, ...rest.filter((one) => one !== false)];
}

/** Numbers missing in a row that should count up by one, as `4` or `4-7`; and those that stand twice. */
export function gapsOf(seqs: readonly number[]): {
  readonly missing: readonly string[];
  readonly twice: readonly number[];
} {
  const sorted = [...seqs].sort((a, b) => a - b);
  const missing: string[] = [];
  const twice: number[] = [];
  let last = 0;
  for (const seq of sorted) {
    if (seq === last) twice.push(seq);
    if (seq > last + 1) missing.push(seq === last + 2 ? `${last + 1}` : `${last + 1}-${seq - 1}`);
    last = seq;
  }
  return { missing, twice };
}

function gapFindings({ machine, seqs, lost }: JournalSight): Finding[] {
  const { missing, twice } = gapsOf(seqs);
  const told = {
    where: `journal/${machine}`,
    fix: 'bring the folder back from a backup or from git',
    fixable: false,
  };
  const findings: (Finding | false)[] = [
    missing.length > 0 && error('journal', { ...told, what: `operations are missing: ${many(missing)}` }),
    twice.length > 0 &&
      error('journal', { ...told, what: `two operations have one number: ${many(twice.map(String))}` }),
    lost.length > 0 &&
      error('objects', { ...told, where: 'objects/', what: `large images are missing: ${many(lost)}` }),
  ];
  return findings.filter((one) => one !== false);
}

function journalFindings({ journals, checkpoint }: Sight): Finding[] {
  const findings: (Finding | false)[] = [
    !checkpoint.reachable &&
      error('checkpoint', {
        what: 'the journal is shorter than the files say',
        where: 'cache/checkpoint.json',
        fix: fixing,
        fixable: true,
      }),
    checkpoint.reachable &&
      checkpoint.unpublished > 0 &&
      warning('unpublished', {
        what: `the files lack ${checkpoint.unpublished} operations of the journal`,
        where: 'memories/',
        fix: fixing,
        fixable: true,
      }),
  ];
  return [...journals.flatMap(gapFindings), ...findings.filter((one) => one !== false)];
}

function cursorFindings({ marks }: Sight): Finding[] {
  const findings: (Finding | false)[] = [
    marks.gone.length > 0 &&
      warning('marks', {
        what: `${marks.gone.length} transcripts that were read are gone`,
        where: many(marks.gone),
        fix: fixing,
        fixable: true,
      }),
    marks.replaced.length > 0 &&
      warning('marks', {
        what: `${marks.replaced.length} transcripts were replaced since they were read`,
        where: many(marks.replaced),
        fix: fixing,
        fixable: true,
      }),
    marks.log.length > 0 &&
      warning('marks', {
        what: 'more was read of the log than there is',
        where: many(marks.log),
        fix: fixing,
        fixable: true,
      }),
  ];
  return findings.filter((one) => one !== false);
}

function captureFindings({ spool, canary, now }: Sight): Finding[] {
  const hours = spool.oldestAt === undefined ? 0 : daysBetween(spool.oldestAt, now) * 24;
  return [
    ...(hours > limits.spoolHours
      ? [
          warning('spool', {
            what: `${spool.count} payloads wait, the oldest for ${Math.floor(hours)} hours`,
            where: 'spool/',
            fix: 'hebb capture --drain',
            fixable: false,
          }),
        ]
      : []),
    ...(canary === undefined
      ? []
      : [
          error('canary', {
            what: `a test did not come through: ${canary}`,
            where: 'spool → learning-log, memories → inject',
            fix: 'hebb capture --drain and HEBB_DEBUG=1 hebb inject tell more',
            fixable: false,
          }),
        ]),
  ];
}

function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < limits.nodeMajor || (major === limits.nodeMajor && minor < limits.nodeMinor);
}

function machineFindings({ versions, lastRunAt, journals, now }: Sight): Finding[] {
  const newest = journals.reduce((last, { newestAt }) => laterOf(last, newestAt), lastRunAt ?? '');
  const ahead = newest === '' ? 0 : daysBetween(now, newest) * 24;
  const findings: (Finding | false)[] = [
    isOldNode(versions.node) &&
      error('node', {
        what: `Node ${versions.node} is too old`,
        where: 'node',
        fix: `install Node ${limits.nodeMajor}.${limits.nodeMinor} or newer`,
        fixable: false,
      }),
    ahead > limits.aheadHours &&
      warning('clock', {
        what: `the newest entry is ${Math.round(ahead)} hours in the future`,
        where: newest,
        fix: 'set the clock of this machine; what is dated ahead stays as it is',
        fixable: false,
      }),
  ];
  return findings.filter((one) => one !== false);
}
