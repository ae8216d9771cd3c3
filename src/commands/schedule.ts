import { fail, HebbError, type Result } from '../domain/failure.ts';
import { compact, toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { type Schedule, type ScheduleRecord, schedulers } from '../domain/schedule.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { changeBlocks, type ScheduleChange } from '../pipeline/schedule-blocks.ts';
import { jobsOf } from '../pipeline/schedule-files.ts';
import { clockText, localText, parseClockTime, parseWeekTime, weekText } from '../pipeline/schedule-times.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, type Options, textOption } from './command.ts';
import type { ScheduleDesk, SchedulerDoor } from './schedule-door.ts';
import { schedulePlace } from './schedule-place.ts';
import {
  doorOf,
  lookAtSchedule,
  type ScheduleSight,
  scheduleDesk,
  schedulerDoors,
} from './schedule-sight.ts';

const defaultTime = 'Sun 03:00';

const usage = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.schedule', message, hint).failure, 2);

/** A value of an option, or the failure that ends the call with 2. */
function given<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HebbError(result.failure, 2);
}

function scheduleIn(options: Options): Schedule {
  const nightly = textOption(options, 'nightly');
  return compact({
    weekly: given(parseWeekTime(textOption(options, 'at') ?? defaultTime)),
    nightly: nightly === undefined ? undefined : given(parseClockTime(nightly)),
  });
}

/** The scheduler that was named, else the first that this machine has. */
function chooseDoor({ options }: CommandInput, desk: ScheduleDesk): SchedulerDoor {
  const asked = textOption(options, 'using');
  if (asked !== undefined) {
    const name = schedulers.find((one) => one === asked);
    if (!name) throw usage(`--using ${asked}: not one of ${schedulers.join(', ')}`, 'hebb schedule --help');
    return doorOf(name);
  }
  const found = schedulerDoors.find((door) => door.isHere(desk));
  if (found) return found;
  throw fail(
    'schedule.none',
    'this machine has no launchctl, no systemd of your own that answers, and no crontab',
    'nothing is lost: hooks catch up by themselves; or call hebb auto-consolidate --quiet from a scheduler of your own',
  );
}

/** A schedule that stays at its time keeps what it has asked for; another one starts anew. */
const sinceOf = (old: ScheduleRecord | undefined, at: string, now: string): string =>
  old?.at === at ? old.since : now;

function install(input: CommandInput, store: Store): Report {
  const dry = hasFlag(input.options, 'dryRun');
  const desk = scheduleDesk(input, dry);
  const schedule = scheduleIn(input.options);
  const door = chooseDoor(input, desk);
  const place = schedulePlace(input);
  const old = store.home().schedule;
  const changes = [
    ...(old === undefined || old.using === door.name ? [] : doorOf(old.using).remove(desk)),
    ...installWhole(door, desk, () => door.install(desk, place, jobsOf(schedule))),
  ];
  const at = weekText(schedule.weekly);
  const record: ScheduleRecord = compact({
    using: door.name,
    at,
    nightly: schedule.nightly && clockText(schedule.nightly),
    since: sinceOf(old, at, input.host.now()),
    node: place.node,
    script: place.script,
  });
  store.updateHome((home) => ({ ...home, schedule: record }));
  const next: Block = {
    kind: 'line',
    text: 'hebb schedule status shows it; hebb schedule remove takes it away.',
    tone: 'dim',
  };
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text: whenLine(record) },
      ...changeBlocks(changes, dry),
      next,
    ],
    data: { schedule: toJson(record), changes: toJson(changes), dryRun: dry },
  };
}

/** What a scheduler took in part is taken away again. */
function installWhole<T>(door: SchedulerDoor, desk: ScheduleDesk, work: () => T): T {
  try {
    return work();
  } catch (error) {
    door.remove(desk);
    throw error;
  }
}

const whenLine = ({ at, nightly, using }: ScheduleRecord): string =>
  `hebb consolidates every ${at}${nightly === undefined ? '' : ` and associates every night at ${nightly}`}, started by ${using}.`;

function remove(input: CommandInput, store: Store): Report {
  const dry = hasFlag(input.options, 'dryRun');
  const desk = scheduleDesk(input, dry);
  const record = store.home().schedule;
  // Without a record, a lost state.json may have known of one.
  const doors = record === undefined ? schedulerDoors : [doorOf(record.using)];
  const changes = doors.flatMap((door): ScheduleChange[] => door.remove(desk));
  if (record !== undefined) store.updateHome(({ schedule: _, ...home }) => home);
  const text = changes.length === 0 ? 'No schedule is installed.' : 'The schedule is gone.';
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), { kind: 'line', text }, ...changeBlocks(changes, dry)],
    data: { changes: toJson(changes), dryRun: dry },
  };
}

function sightBlocks({ record, nextAt, problems }: ScheduleSight, lastRunAt: string | undefined): Block[] {
  if (record === undefined)
    return [
      { kind: 'line', text: 'No schedule is installed; hooks start what is due.' },
      { kind: 'line', text: 'next: hebb schedule install' },
    ];
  return [
    { kind: 'line', text: whenLine(record) },
    { kind: 'line', text: `last run: ${lastRunAt === undefined ? 'never' : localText(lastRunAt)}` },
    ...(nextAt === undefined ? [] : [{ kind: 'line', text: `next run: ${localText(nextAt)}` } as const]),
    ...problems.map((text): Block => ({ kind: 'line', text, tone: 'warn' })),
    ...(problems.length > 0 ? [{ kind: 'line', text: 'next: hebb schedule install' } as const] : []),
  ];
}

async function status(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const sight = lookAtSchedule(input, store);
  const { lastRunAt } = store.home();
  return {
    exit: sight.problems.length > 0 ? 3 : 0,
    human: sightBlocks(sight, lastRunAt),
    data: {
      schedule: sight.record ? toJson(sight.record) : null,
      nextAt: sight.nextAt ?? null,
      lastRunAt: lastRunAt ?? null,
      problems: [...sight.problems],
    },
  };
}

/** `hebb schedule install | status | remove`: what starts hebb at its time, where no agent does. */
export const run: Command = async (input): Promise<Report> => {
  const [op = ''] = input.args;
  if (op === 'status') return status(input);
  if (op === 'install') return install(input, await input.door.write());
  if (op === 'remove') return remove(input, await input.door.write());
  throw usage(`schedule ${op}: not one of install, status, remove`, 'hebb schedule --help');
};
