import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import { type DecayOutlook, decayOutlook, type Fading } from '../pipeline/decay-outlook.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { type Command, textOption } from './command.ts';
import { daysOption } from './days-option.ts';
import { concerns, finderOf, findHere } from './here.ts';

const row = ({ id, strength, fallsAt, protectedBy, summary }: Fading): string[] => [
  shortId(id),
  strength.toFixed(3),
  dayOf(fallsAt),
  protectedBy ?? '',
  summary,
];

function blocksOf({ falling, faded, lasting, live }: DecayOutlook, days: number, cut: number): Block[] {
  const within = `within ${days} ${days === 1 ? 'day' : 'days'}`;
  const head = ['id', 'strength', 'falls', 'not forgotten', 'summary'];
  const table = (rows: readonly Fading[], when: string): Block => ({
    kind: 'table',
    head: head.map((name) => (name === 'falls' ? when : name)),
    rows: rows.map(row),
  });
  const counts = `${lasting} of ${live} memories never fade. hebb reinforce <id> makes one stronger by 0.1.`;
  return [
    ...(falling.length === 0
      ? [{ kind: 'line', text: `None of ${live} memories falls below ${cut} ${within}.` } as const]
      : [
          {
            kind: 'title',
            text: `${falling.length} of ${live} memories fall below ${cut} ${within}`,
          } as const,
          table(falling, 'falls'),
        ]),
    ...(faded.length === 0
      ? []
      : [
          { kind: 'heading', text: `Below ${cut} already, out of recall: ${faded.length}` } as const,
          table(faded, 'fell'),
        ]),
    ...(live === 0 ? [] : [{ kind: 'line', text: counts, tone: 'dim' } as const]),
  ];
}

/** `hebb decay [--days N]`: which memories fade out of recall, and when. */
export const run: Command = async (input): Promise<Report> => {
  const days = daysOption(input.options) ?? 30;
  const store = await input.door.read();
  const named = textOption(input.options, 'project') !== undefined;
  const here = named ? await findHere(input, finderOf(input, store)) : undefined;
  const memories = [...store.state().memories.values()].filter(
    (memory) => here === undefined || concerns(memory, here, true),
  );
  const policy = store.policy().strength;
  const outlook = decayOutlook(memories, { policy, now: input.host.now(), days });
  return {
    exit: 0,
    human: blocksOf(outlook, days, policy.decayedBelow),
    data: { days, decayedBelow: policy.decayedBelow, ...outlookData(outlook) },
  };
};

const outlookData = ({ falling, faded, lasting, live }: DecayOutlook) => ({
  falling: toJson(falling),
  faded: toJson(faded),
  lasting,
  live,
});
