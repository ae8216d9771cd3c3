import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import { compact, toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Report } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import type { Usage, UsageStats } from '../domain/usage.ts';
import { excerptLine } from '../pipeline/excerpt.ts';
import { requireMemory } from '../pipeline/find-memories.ts';
import { foldStrength } from '../pipeline/fold-strength.ts';
import { homesOf } from '../pipeline/import-desk.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { strengthAt } from '../pipeline/strength.ts';
import { standingRatings } from '../pipeline/usage-stats.ts';
import { rateOf, rateText } from '../pipeline/wilson.ts';
import { addUsage, readRuns, readSessions, readUsage } from '../store/facts.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { statsFrom } from './stats.ts';

/** What may be said of a memory. */
const kinds = ['applied', 'helpful', 'not-helpful'] as const;
type Kind = (typeof kinds)[number];

const usageError = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.value', message, hint).failure, 2);

/** What is said: the word after the id, or the flag of the same name; one of them, once. */
function kindOf({ args, options }: CommandInput): Kind {
  const [, word] = args;
  const flags = [
    ...(hasFlag(options, 'helpful') ? ['helpful'] : []),
    ...(hasFlag(options, 'notHelpful') ? ['not-helpful'] : []),
  ];
  const said = [...(word === undefined ? [] : [word]), ...flags];
  const kind = kinds.find((one) => one === said[0]);
  if (said.length === 1 && kind) return kind;
  const what = said.length === 0 ? 'nothing is said of it' : `${said.join(', ')}: say one thing`;
  throw usageError(what, 'one of --helpful, --not-helpful, or the word applied');
}

/** Whose word it is: a person's unless `--by agent`. */
function speakerOf({ options }: CommandInput): 'person' | 'agent' {
  const by = textOption(options, 'by') ?? 'person';
  if (by === 'person' || by === 'agent') return by;
  throw usageError(`--by ${by}: nobody who can say so`, 'person or agent');
}

/** The session that is meant, by its id or the beginning of it. An agent's own may not have been read yet: its id is taken as it is. */
function sessionOf(input: CommandInput, store: Store, by: 'person' | 'agent'): string | undefined {
  const called = textOption(input.options, 'session');
  if (called === undefined) return undefined;
  const known = new Set([
    ...readSessions(store).map(({ id }) => id),
    ...readRuns(store).map(({ sessionId }) => sessionId),
  ]);
  if (known.has(called)) return called;
  const begun = [...known].filter((id) => called.length >= 4 && id.startsWith(called));
  if (begun.length === 1) return begun[0];
  if (by === 'agent') return called;
  const hint = 'hebb analyze-sessions reads new ones; hebb reflect --quick names the last';
  throw fail('session.unknown', `no session, or more than one, is called ${called}`, hint);
}

/**
 * The line of the usage log. Of a session the later word of a person holds. Without a session the word stands for itself, and the same word
 * on one day counts once; an agent's also once a session, and it weighs no more than what runs show.
 */
function usageOf(
  memory: Memory,
  said: { kind: Kind; by: 'person' | 'agent'; sessionId: string | undefined; note: string | undefined },
  now: string,
): Usage {
  const { kind, by, sessionId, note } = said;
  const occasion = sessionId === undefined ? dayOf(now) : by === 'agent' ? sessionId : `${sessionId} ${now}`;
  return compact({
    v: 1 as const,
    id: `u-${hashOf(memory.id, 'feedback', by, kind, occasion)}`,
    memoryId: memory.id,
    kind,
    at: now,
    by: by === 'person' ? ('person' as const) : ('derived' as const),
    sessionId,
    evidence: by === 'agent' ? ['agent'] : [],
    note: note === undefined || note.trim() === '' ? undefined : excerptLine(note),
  });
}

/** Strength now, and as the next consolidation leaves it. */
function outlookOf(store: Store, memory: Memory, now: string): { now: number; next: number } {
  const homes = homesOf(store.state().memories.values());
  const own = readUsage(store).filter(({ memoryId }) => homes.get(memoryId) === memory.id);
  const folded = foldStrength(
    memory,
    standingRatings(own, () => memory.id),
    store.policy().strength,
  );
  return { now: strengthAt(memory, now), next: strengthAt(folded, now) };
}

const ratedText = ({ helpful, notHelpful }: UsageStats): string => {
  const rate = rateOf(helpful, helpful + notHelpful);
  return rate.total === 0
    ? 'It has not been rated.'
    : `It helped in ${helpful} of ${rate.total} rated uses: ${rateText(rate)}.`;
};

/** `hebb feedback <id> helpful|not-helpful|applied`: a word on a memory, kept in the usage log. */
export const run: Command = async (input): Promise<Report> => {
  const kind = kindOf(input);
  const by = speakerOf(input);
  const store = await input.door.write();
  const memory = unwrap(requireMemory(store.state(), input.args[0] ?? ''));
  const now = input.host.now();
  const sessionId = sessionOf(input, store, by);
  const usage = usageOf(memory, { kind, by, sessionId, note: textOption(input.options, 'note') }, now);
  const isNew = addUsage(store, store.home().machineId, [usage]).length > 0;
  const stats = statsFrom(readUsage(store), store.state()).get(memory.id);
  const strength = outlookOf(store, memory, now);
  const said = isNew ? `Noted: ${kind}.` : `${kind} was noted already; it counts once.`;
  const moved =
    strength.now === strength.next
      ? `Strength stays ${strength.now.toFixed(2)}.`
      : `The next consolidation takes it in: strength ${strength.now.toFixed(2)} → ${strength.next.toFixed(2)}.`;
  return {
    exit: 0,
    human: [
      { kind: 'line', text: `${shortId(memory.id)}  ${memory.summary}` },
      { kind: 'line', text: said, tone: 'good' },
      ...(stats ? [{ kind: 'line', text: ratedText(stats) } as const] : []),
      { kind: 'line', text: moved, tone: 'dim' },
    ],
    data: { usage: toJson(usage), added: isNew, stats: toJson(stats ?? {}), strength },
  };
};
