import { fail, HebbError } from '../domain/failure.ts';
import { type Json, toJson } from '../domain/json.ts';
import type { RecallItem } from '../domain/recall.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Usage } from '../domain/usage.ts';
import { branchNote, shortId } from '../pipeline/memory-blocks.ts';
import { type Recalled, rankRecall } from '../pipeline/rank-recall.ts';
import { isGone } from '../sources/cited-files.ts';
import { noteUsage } from '../store/injected.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { openRecall, type RecallDesk } from './recall-here.ts';
import { findRecallPlace, ownersHere, type RecallPlace } from './recall-place.ts';

/** A memory that was found, and whether something that it cites is gone. */
interface Found {
  readonly recalled: Recalled;
  readonly stale: boolean;
}

/** Answers when nothing is said. */
const defaultLimit = 10;

function limitOf({ options }: CommandInput): number {
  const text = textOption(options, 'limit');
  const limit = text === undefined ? defaultLimit : Number(text);
  if (Number.isInteger(limit) && limit > 0) return limit;
  const message = `--limit ${text}: not a number of memories`;
  throw new HebbError(fail('usage.value', message, 'for example --limit 20').failure, 2);
}

/** Only what was learned in this project says something of its files. */
const isStale = (item: RecallItem, place: RecallPlace): boolean =>
  item.project === place.project &&
  item.scope === 'project' &&
  item.citations.some((citation) => isGone(citation, place));

/** Best effort: on a disk that cannot be written, recall answers all the same. */
function track({ host, door }: CommandInput, { machine }: RecallDesk, found: readonly Found[]): void {
  if (machine === undefined) return;
  const at = host.now();
  const usages = found.map(
    ({
      recalled: {
        item: { id },
      },
    }): Usage => ({
      v: 1,
      id: `u-${id}-${Date.parse(at).toString(16)}-${host.pid.toString(16)}`,
      memoryId: id,
      kind: 'recalled',
      at,
      by: 'derived',
      evidence: ['recall'],
    }),
  );
  try {
    noteUsage(door.bare().paths, machine, usages);
  } catch {}
}

const points = (value: number): string => value.toFixed(2);

/** How a score came about, factor by factor. */
function whyLines({ score, similarity, cosine, factors, why }: Recalled): string[] {
  const { relevance, words, neighbours, cues, strength, attention, trust } = factors;
  return [
    `${points(score)} = relevance ${points(relevance)} × strength ${points(strength)} × attention ${points(attention)} × trust ${points(trust)}`,
    `words ${points(words)}${why.words.length > 0 ? ` (${why.words.join(', ')})` : ''}, neighbours ${points(neighbours)}, cues × ${points(cues)}, similarity ${points(similarity)}${cosine === undefined ? '' : `, vectors ${points(cosine)}`}`,
    ...why.neighbours.map(
      ({ id, kind, points: given }) => `${points(given)} from ${shortId(id)}, which is ${kind}`,
    ),
  ];
}

function blocksOf(input: CommandInput, found: readonly Found[], query: string): Block[] {
  if (found.length === 0) {
    const wider = hasFlag(input.options, 'global') ? '' : 'hebb recall --global looks in every project; ';
    const next = `${wider}hebb list shows what is known here.`;
    return [{ kind: 'line', text: `Nothing is known of “${query}”. ${next}` }];
  }
  if (hasFlag(input.options, 'why'))
    return found.map(({ recalled, stale }) => ({
      kind: 'item',
      text: `${shortId(recalled.item.id)}  ${recalled.item.entityType}  ${stale ? 'stale  ' : ''}${branchNote(recalled.item) && `${branchNote(recalled.item)}  `}${recalled.item.summary}`,
      detail: whyLines(recalled),
    }));
  const rows = found.map(({ recalled: { item, factors }, stale }) => [
    shortId(item.id),
    item.entityType,
    points(factors.strength),
    [stale ? 'stale' : '', branchNote(item)].filter(Boolean).join(', '),
    item.summary,
  ]);
  return [{ kind: 'table', head: ['id', 'type', 'strength', '', 'memory'], rows }];
}

/** A memory as `--json` prints it. */
const documentOf = ({ recalled: { item, ...rest }, stale }: Found): Json =>
  toJson({ ...item, ...rest, stale });

/** `hebb recall <query>`: what is known of something, best first. */
export const run: Command = async (input): Promise<Report> => {
  const query = input.args.join(' ').trim();
  if (query === '')
    throw new HebbError(fail('usage.value', 'nothing is asked', 'hebb recall "<words>"').failure, 2);
  const limit = limitOf(input);
  const desk = await openRecall(input);
  try {
    const place = await findRecallPlace(input);
    const owners = hasFlag(input.options, 'global') ? desk.index.owners() : ownersHere(place);
    const { index, policy, topics, lexicon } = desk;
    const { hits, problem } = await desk.findVectors({ query, owners });
    if (problem !== undefined) input.host.tell(`hebb: recall without embeddings: ${problem}\n`);
    const context = {
      owners,
      now: input.host.now(),
      limit,
      strength: policy.strength,
      attention: topics,
      lexicon,
      ...(hits ? { vectorHits: hits } : {}),
    };
    const ranked = rankRecall(index, query, context);
    const found = ranked.map((recalled): Found => ({ recalled, stale: isStale(recalled.item, place) }));
    if (input.options.track !== false) track(input, desk, found);
    return {
      exit: 0,
      human: blocksOf(input, found, query),
      data: {
        query,
        project: place.project,
        ...(hasFlag(input.options, 'json') ? { memories: found.map(documentOf) } : {}),
        total: found.length,
        embeddings: problem ?? (hits ? 'used' : null),
      },
    };
  } finally {
    desk.close();
  }
};
