// How long 10,000 memories take to compare: the seed's all-pairs formula, the same question asked of the join, and the
// product's own similarity. Prints processor times and ratios, writes results/similarity-join.json. Options: --n 10000 --seed-n 1000 --full (no part, no extrapolation: minutes)
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSource, root } from './load-source.js';
import { makeTexts } from './texts.js';

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '10000' },
    'seed-n': { type: 'string', default: '1000' },
    full: { type: 'boolean', default: false },
  },
});
const n = Number(values.n);
const seedN = values.full ? n : Math.min(n, 4000, Number(values['seed-n']));

const text = await loadSource([
  'src/text/similarity.ts',
  'src/text/similarity-join.ts',
  'src/text/prefix-index.ts',
]);
const texts = makeTexts(n);
const seed = timed(() => seedPairs(texts.slice(0, seedN), 0.7));
const pairsOf = (count) => (count * (count - 1)) / 2;
const seedAll = (seed.ms * pairsOf(n)) / pairsOf(seedN);

// The seed's own question (words split at white space, Jaccard above 0.7), first over ready-made sets of a part to know the answer.
const truthN = values.full ? n : Math.min(n, 4000);
const truth = timed(() => setPairs(texts.slice(0, truthN), 0.7));
const sameQuestion = timed(() => joinedSetPairs(texts, 0.7));
const profiles = timed(() => texts.map((one) => text.profileText(one)));
const product = timed(() => text.similarityJoin(profiles.value, 0.7));
const sample = profiles.value.slice(0, Math.min(n, 2000));
const expected = timed(() => productPairs(sample, 0.7));
const sampled = text.similarityJoin(sample, 0.7);
const index = timed(() => text.buildJoinIndex(profiles.value, 0.7));
const probes = timed(() => sample.map((profile) => text.probeIndex(index.value, profile, 0.7)));

const result = {
  texts: n,
  seed: { measuredOn: seedN, ms: round(seed.ms), msForAll: round(seedAll), extrapolated: seedN < n },
  sameQuestion: {
    ms: round(sameQuestion.ms),
    ratio: round(seedAll / sameQuestion.ms),
    pairs: sameQuestion.value.length,
  },
  samePairsAsSeed:
    sameList(
      sameQuestion.value.filter(([, b]) => b < truthN),
      truth.value,
    ) &&
    sameList(
      seed.value,
      truth.value.filter(([, b]) => b < seedN),
    ),
  readySets: { texts: truthN, ms: round(truth.ms) },
  product: {
    profilesMs: round(profiles.ms),
    joinMs: round(product.ms),
    ratio: round(seedAll / (profiles.ms + product.ms)),
    pairs: product.value.length,
  },
  samePairsAsAllPairs: sameList(
    sampled.map(({ a, b }) => [a, b]),
    expected.value,
  ),
  probe: { indexMs: round(index.ms), perTextMs: round(probes.ms / sample.length, 1000) },
};
mkdirSync(join(root, 'results'), { recursive: true });
writeFileSync(join(root, 'results', 'similarity-join.json'), `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
const good =
  result.samePairsAsSeed &&
  result.samePairsAsAllPairs &&
  result.sameQuestion.ratio >= 50 &&
  result.product.ratio >= 50;
process.exitCode = good ? 0 : 1;

/** The seed's formula, as it stands: both texts are split and put into sets anew for every pair. */
function seedPairs(list, threshold) {
  const pairs = [];
  for (let b = 0; b < list.length; b++) {
    for (let a = 0; a < b; a++) {
      const left = new Set(list[a].toLowerCase().split(/\s+/));
      const right = new Set(list[b].toLowerCase().split(/\s+/));
      if (jaccard(left, right) > threshold) pairs.push([a, b]);
    }
  }
  return pairs;
}

function setPairs(list, threshold) {
  const sets = list.map((one) => new Set(one.toLowerCase().split(/\s+/)));
  const pairs = [];
  for (let b = 0; b < sets.length; b++) {
    for (let a = 0; a < b; a++) {
      const [low, high] =
        sets[a].size < sets[b].size ? [sets[a].size, sets[b].size] : [sets[b].size, sets[a].size];
      if (low > threshold * high && jaccard(sets[a], sets[b]) > threshold) pairs.push([a, b]);
    }
  }
  return pairs;
}

function joinedSetPairs(list, threshold) {
  const sets = list.map((one) => new Set(one.toLowerCase().split(/\s+/)));
  const lists = sets.map((set) => [...set]);
  const even = lists.map((set) => new Float64Array(set.length).fill(1 / Math.sqrt(set.length)));
  const prefixes = text.createPrefixIndex(lists, { overlap: threshold, cosine: 0 });
  const pairs = [];
  lists.forEach((set, b) => {
    const near = text
      .findCandidates(prefixes, set, even[b])
      .filter((a) => jaccard(sets[a], sets[b]) > threshold);
    for (const a of near.sort((x, y) => x - y)) pairs.push([a, b]);
    text.addEntry(prefixes, set, even[b]);
  });
  return pairs;
}

function productPairs(list, threshold) {
  const pairs = [];
  for (let b = 0; b < list.length; b++) {
    for (let a = 0; a < b; a++) if (text.similarityOf(list[a], list[b]) > threshold) pairs.push([a, b]);
  }
  return pairs;
}

function jaccard(left, right) {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  return shared / (left.size + right.size - shared);
}

function sameList(left, right) {
  const key = (pairs) => JSON.stringify([...pairs].sort((x, y) => x[1] - y[1] || x[0] - y[0]));
  return key(left) === key(right);
}

/** Processor time, since wall clock on a shared machine measures the neighbours. */
function timed(work) {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1000 };
}

function round(value, scale = 10) {
  return Math.round(value * scale) / scale;
}
