import { fail, HebbError } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { addDays } from '../domain/time.ts';
import { type Command, hasFlag, textOption } from './command.ts';
import { finderOf, findHere } from './here.ts';

const unitDays: Readonly<Record<string, number>> = { m: 1 / 1440, h: 1 / 24, d: 1 };

function daysOf(duration: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(duration) ?? [];
  const days = unitDays[unit];
  if (count !== undefined && days !== undefined) return Number(count) * days;
  throw new HebbError(
    fail('usage.value', `--for ${duration}: not a duration`, 'for example 30m, 2h or 1d').failure,
    2,
  );
}

/** `hebb pause [--project] [--for 2h]`: hooks go on, and what they tell is dropped on arrival. */
export const run: Command = async (input): Promise<Report> => {
  const days = daysOf(textOption(input.options, 'for') ?? '2h');
  const store = await input.door.write();
  const named = textOption(input.options, 'project') !== undefined;
  const key = named ? (await findHere(input, finderOf(input, store))).place.project.id : 'all';
  const now = input.host.now();
  const until = addDays(now, days);
  const resume = hasFlag(input.options, 'resume');
  store.updateHome((home) => {
    const { [key]: running, ...others } = home.pauses ?? {};
    const from = running && running.until > now ? running.from : now;
    if (!resume) return { ...home, pauses: { ...others, [key]: { from, until } } };
    return { ...home, pauses: running ? { ...others, [key]: { from, until: now } } : others };
  });
  const text = resume
    ? 'Capture goes on.'
    : `Capture rests until ${until.slice(0, 16).replace('T', ' ')} UTC. hebb pause --resume ends it.`;
  return {
    exit: 0,
    human: [{ kind: 'line', text }],
    data: { until: resume ? null : until, project: named ? key : null },
  };
};
