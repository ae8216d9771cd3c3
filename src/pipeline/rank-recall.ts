import type { StrengthPolicy } from '../domain/policy.ts';
import type { IndexHit, RecallIndex, RecallItem, VectorHit } from '../domain/recall.ts';
import { defaultRecallPolicy, type RecallPolicy } from '../domain/recall-policy.ts';
import { type QueryCues, readCues } from '../text/query-cues.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { tokenize } from '../text/terms.ts';
import { type ExpandedWord, expandQuery, feedbackWords } from './expand-query.ts';
import { findPieces } from './find-pieces.ts';
import { cueFactor } from './recall-cues.ts';
import { type Relevant, withRelevance } from './recall-relevance.ts';
import { measureSimilarity } from './recall-similarity.ts';
import { type Lift, spreadHits } from './spread.ts';
import { isDecayed, strengthAt } from './strength.ts';

/** Who asks, when, and what beside the words counts. */
export interface RecallContext {
  /** Owners whose memories may be seen: `global`, `user:<user>`, `project:<id>`. */
  readonly owners: readonly string[];
  readonly now: string;
  readonly limit: number;
  readonly strength: StrengthPolicy;
  /** What the person is busy with: weight by topic as of now, 0..1. */
  readonly attention?: Readonly<Record<string, number>>;
  /** What embeddings found, best first; fused by reciprocal rank. Absent where none were asked. */
  readonly vectorHits?: readonly VectorHit[];
  readonly policy?: RecallPolicy;
  readonly lexicon?: Lexicon;
}

/** What a score is made of: relevance × strength × attention × trust. */
export interface RecallFactors {
  /** 0..1: points, or fused ranks, as a share of what fits best. */
  readonly relevance: number;
  /** Points of its own words (BM25). */
  readonly words: number;
  /** Points that neighbours gave. */
  readonly neighbours: number;
  /** What the points were multiplied with for speaker, date, coverage and kind of answer; 1 is nothing. */
  readonly cues: number;
  /** 0..1, as of now. */
  readonly strength: number;
  /** 1 or more. */
  readonly attention: number;
  /** 0..1. */
  readonly trust: number;
}

/** Why a memory came: the words of the query that it holds, and what lifted it, most first. */
export interface RecallWhy {
  readonly words: readonly string[];
  readonly neighbours: readonly Lift[];
}

/** A memory that recall found. */
export interface Recalled {
  readonly item: RecallItem;
  readonly score: number;
  /** 0..1: how much query and memory are about the same, whatever else is stored or asked; what floors are compared with. */
  readonly similarity: number;
  /** Where embeddings found it: of its vector to that of the query, 0..1. */
  readonly cosine?: number;
  readonly factors: RecallFactors;
  readonly why: RecallWhy;
}

/** The memories that answer a query, best first, equal scores by id, at most `limit`. */
export function rankRecall(index: RecallIndex, query: string, context: RecallContext): Recalled[] {
  const search = openSearch(index, query, context);
  const spread = spreadHits(index, search.hits, { ...context, policy: search.policy.spread });
  const weighed = spread.map((hit) => ({ ...hit, cues: cueFactor(search, hit) }));
  const vectors = context.vectorHits?.map(({ row }) => row);
  return withRelevance(weighed, { vectors, k: search.policy.fusionK })
    .filter(({ item }) => !isDecayed(item, context.strength, context.now))
    .map((hit) => ({ hit, ...scoreOf(search, hit) }))
    .sort((a, b) => b.score - a.score || (a.hit.item.id < b.hit.item.id ? -1 : 1))
    .slice(0, Math.max(0, context.limit))
    .map((scored) => recalledOf(search, scored));
}

/** A query on its way through the index. */
interface Search {
  readonly index: RecallIndex;
  readonly query: string;
  readonly context: RecallContext;
  readonly policy: RecallPolicy;
  readonly words: readonly ExpandedWord[];
  readonly cues: QueryCues;
  readonly hits: readonly IndexHit[];
}

function openSearch(index: RecallIndex, query: string, context: RecallContext): Search {
  const policy = context.policy ?? defaultRecallPolicy;
  const { owners, now, lexicon } = context;
  const words = expandQuery(index, query, { synonym: policy.synonym, lexicon });
  const among = { owners, limit: policy.pool };
  const first = index.search(words, among);
  const lent = feedbackWords(index, { words, hits: first }, policy.feedback);
  const found = lent.length === 0 ? first : index.search([...words, ...lent], among);
  const pieces = found.length < policy.few ? findPieces(index, { query, words }, among) : [];
  const hits = joinHits(found, pieces, context.vectorHits ?? []);
  return { index, query, context, policy, words, cues: readCues(query, now), hits };
}

/** Points added up; what only embeddings found has none of its own. Equal points stay in the order of the lists. */
function joinHits(
  found: readonly IndexHit[],
  pieces: readonly IndexHit[],
  vectors: readonly VectorHit[],
): IndexHit[] {
  if (pieces.length === 0 && vectors.length === 0) return [...found];
  const points = new Map<number, number>(found.map(({ row, score }) => [row, score]));
  for (const { row, score } of pieces) points.set(row, (points.get(row) ?? 0) + score);
  for (const { row } of vectors) points.set(row, points.get(row) ?? 0);
  return [...points].map(([row, score]) => ({ row, score })).sort((a, b) => b.score - a.score);
}

interface Scored {
  readonly hit: Relevant;
  readonly score: number;
  readonly strength: number;
  readonly attention: number;
}

function scoreOf(
  { context, policy, index }: Search,
  { item, relevance, row }: Relevant,
): Omit<Scored, 'hit'> {
  const strength = strengthAt(item, context.now);
  const attention = 1 + policy.attention * focusOn(index.termsOf(row), context.attention ?? {});
  return { score: relevance * strength * attention * item.trust, strength, attention };
}

/** Weight of the heaviest topic whose every term the document holds; 0 when it is about none. */
function focusOn(terms: ReadonlyMap<string, number>, topics: Readonly<Record<string, number>>): number {
  const weights = Object.entries(topics)
    .filter(([topic]) => tokenize(topic).every((term) => terms.has(term)))
    .map(([, weight]) => weight);
  return Math.max(0, ...weights);
}

function recalledOf(
  { index, words, context }: Search,
  { hit, score, strength, attention }: Scored,
): Recalled {
  const terms = index.termsOf(hit.row);
  const held = words.filter(({ alternatives }) => alternatives.some(({ term }) => terms.has(term)));
  const { relevance, own, cues, item } = hit;
  const cosine = context.vectorHits?.find(({ row }) => row === hit.row)?.cosine;
  return {
    item,
    score,
    ...(cosine === undefined ? {} : { cosine }),
    // Measured when somebody asks: it takes a table that no other question needs.
    get similarity() {
      return measureSimilarity(words, terms);
    },
    factors: {
      relevance,
      words: own,
      neighbours: hit.score - own,
      cues,
      strength,
      attention,
      trust: item.trust,
    },
    why: { words: [...new Set(held.map(({ word }) => word))], neighbours: hit.lifts },
  };
}
