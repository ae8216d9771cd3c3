import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Block, Report } from '../domain/report.ts';
import type { ArchiveEntry, State } from '../domain/state.ts';
import { findMemory } from '../pipeline/find-memories.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { type Expected, type WhyNot, whyNot } from '../pipeline/why-not.ts';
import { isGone } from '../sources/cited-files.ts';
import { type Command, hasFlag } from './command.ts';
import { openRecall } from './recall-here.ts';
import { findRecallPlace, ownersHere, type RecallPlace } from './recall-place.ts';

/** Memories that are compared: a memory that comes later than this did not come. */
const limit = 10;

/** The last forgetting of a memory that is called this, by its id, the beginning of it, or its name. */
function findForgotten({ archive }: State, called: string): ArchiveEntry | undefined {
  return [...archive.values()]
    .filter(({ memory }) => memory.id === called || memory.name === called || memory.id.startsWith(called))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

const staleIn = (memory: Memory, place: RecallPlace): string[] =>
  memory.scope === 'project' && memory.project === place.project
    ? memory.citations.filter((citation) => isGone(citation, place))
    : [];

/** What is known of the memory that was expected. */
function expectedOf(state: State, called: string, place: RecallPlace): Expected {
  const memory = findMemory(state, called);
  if (memory) return { id: memory.id, memory, staleCitations: staleIn(memory, place) };
  const gone = findForgotten(state, called);
  return gone ? { id: gone.memory.id, forgotten: { at: gone.at, reason: gone.reason } } : { id: called };
}

function blocksOf({ id, memory }: Expected, reasons: readonly WhyNot[]): Block[] {
  const title: Block = {
    kind: 'title',
    text: memory ? `${shortId(id)}  ${memory.summary}` : shortId(id),
  };
  if (reasons.length === 0)
    return [title, { kind: 'line', text: `It comes back: one of the first ${limit}.`, tone: 'good' }];
  return [title, ...reasons.map(({ text }): Block => ({ kind: 'item', text }))];
}

/** `hebb why-not <id> <query>`: why a memory does not come back for a query. */
export const run: Command = async (input): Promise<Report> => {
  const [called = '', ...words] = input.args;
  const query = words.join(' ').trim();
  if (query === '')
    throw new HebbError(
      fail('usage.value', 'no query is named', `hebb why-not ${called} "<words>"`).failure,
      2,
    );
  const store = await input.door.read();
  const desk = await openRecall(input);
  try {
    const place = await findRecallPlace(input);
    const expected = expectedOf(store.state(), called, place);
    const { index, policy, topics, lexicon } = desk;
    const owners = hasFlag(input.options, 'global') ? index.owners() : ownersHere(place);
    const context = {
      owners,
      now: input.host.now(),
      limit,
      strength: policy.strength,
      attention: topics,
      lexicon,
    };
    const reasons = whyNot(index, { query, expected }, context);
    return {
      exit: 0,
      human: blocksOf(expected, reasons),
      data: { id: expected.id, query, comesBack: reasons.length === 0, reasons: toJson(reasons) },
    };
  } finally {
    desk.close();
  }
};
