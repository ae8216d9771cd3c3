import type { StrengthPolicy } from '../domain/policy.ts';
import type { RecallIndex, RecallItem } from '../domain/recall.ts';
import { defaultRecallPolicy, type RecallPolicy } from '../domain/recall-policy.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { tokenize } from '../text/terms.ts';
import { expandQuery, feedbackWords } from './expand-query.ts';
import { type SpreadHit, spreadHits } from './spread.ts';
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
  /** Rows that embeddings found, best first; fused by reciprocal rank. */
  readonly vectorHits?: readonly number[];
  readonly policy?: RecallPolicy;
  readonly lexicon?: Lexicon;
}

/** What a score is made of; `score` is relevance × strength × attention × trust. */
export interface RecallFactors {
  /** 0..1, of what fits best. */
  readonly relevance: number;
  /** Points of the words alone. */
  readonly words: number;
  /** Points that neighbours gave. */
  readonly neighbours: number;
  /** 0..1, as of now. */
  readonly strength: number;
  /** 1 or more. */
  readonly attention: number;
  readonly trust: number;
}

/** Why a memory came: the words of the query that it holds, and what lifted it. */
export interface RecallWhy {
  readonly words: readonly string[];
  readonly neighbours: readonly { readonly id: string; readonly kind: string; readonly points: number }[];
}

/** A memory that recall found. */
export interface Recalled {
  readonly item: RecallItem;
  readonly score: number;
  /** 0..1: how much query and memory are about the same, whatever else is stored: what floors are compared with. */
  readonly similarity: number;
  readonly factors: RecallFactors;
  readonly why: RecallWhy;
}

/** The memories that answer a query, best first, at most `limit`. */
export function rankRecall(index: RecallIndex, query: string, context: RecallContext): Recalled[] {
  const policy = context.policy ?? defaultRecallPolicy;
  const hits = spreadHits(index, findHits(index, query, context), policy.spread);
  const best = Math.max(...hits.map(({ score }) => score));
  const items = index.items(hits.map(({ row }) => row));
  return hits
    .flatMap((hit, place) => {
      const item = items[place];
      if (!item || isDecayed(item, context.strength, context.now)) return [];
      const factors = factorsOf(hit, { item, best, context });
      const { relevance, strength, attention, trust } = factors;
      const score = relevance * strength * attention * trust;
      return [{ item, score, similarity: 0, factors, why: { words: [], neighbours: [] } }];
    })
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, context.limit);
}

function findHits(index: RecallIndex, query: string, context: RecallContext) {
  const { policy = defaultRecallPolicy, owners, lexicon } = context;
  const among = { owners, limit: policy.pool };
  const words = expandQuery(query, lexicon ? { ...policy, lexicon } : policy);
  const hits = index.search(words, among);
  if (hits.length === 0) return hits;
  return index.search([...words, ...feedbackWords(index, { words, hits }, policy.feedback)], among);
}

function factorsOf(
  { score, own }: SpreadHit,
  { item, best, context }: { item: RecallItem; best: number; context: RecallContext },
): RecallFactors {
  const { policy = defaultRecallPolicy, attention = {}, now } = context;
  const terms = new Set(tokenize([item.summary, ...item.observations].join('\n')));
  const focus = Object.entries(attention)
    .filter(([topic]) => tokenize(topic).every((term) => terms.has(term)))
    .map(([, weight]) => weight);
  return {
    relevance: score / best,
    words: own,
    neighbours: score - own,
    strength: strengthAt(item, now),
    attention: 1 + policy.attention * Math.max(0, ...focus),
    trust: item.trust,
  };
}
