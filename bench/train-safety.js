// Trains the linear model of the safety screen on the public rows of ../shared/eval and writes templates/safety/model.txt.
// Deterministic: no clock, no randomness, the order of the rows is a hash. Prints cross-validated figures (near-duplicates
// stay in one fold) beside those on the training rows. Options: --dry (no file) --epochs --l2 --rate
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { yamlForEsbuild } from '../rule-data.js';

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    epochs: { type: 'string', default: '12' },
    l2: { type: 'string', default: '0.001' },
    rate: { type: 'string', default: '0.1' },
  },
});
const folds = 5;
const root = new URL('..', import.meta.url).pathname;
const { featuresOf, readPlainly, screenWith, findPublic, BUCKETS } = await loadText();

const rows = readFileSync(join(root, '../shared/eval/public/safety/injection.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ text, label, kind }) => ({ text, label, kind, features: [...featuresOf(readPlainly(text))] }));
const targets = /^atr-attack:(?:prompt-injection|agent-manipulation|skill-compromise|context-exfiltration)$/;
const parts = {
  'four kinds of attacks': ({ kind }) => targets.test(kind),
  'all attacks': ({ label }) => label === 1,
  'all benign': ({ label }) => label === 0,
  'rule-*': ({ kind }) => kind.startsWith('rule-'),
  notinject: ({ kind }) => kind === 'notinject',
};
// Questions that BIPIA appends to web pages are harmless by themselves: nothing to learn from them.
const isUsed = ({ kind }) => !kind.startsWith('bipia');

const groups = groupAlike(rows);
const order = rows.map((_, at) => at).sort((a, b) => hash(rows[a].text) - hash(rows[b].text) || a - b);
const held = new Float64Array(rows.length);
for (let fold = 0; fold < folds; fold += 1) {
  const model = train(order.filter((at) => hash(`${groups[at]}`) % folds !== fold && isUsed(rows[at])));
  for (const at of order) if (hash(`${groups[at]}`) % folds === fold) held[at] = scoreOf(model, rows[at]);
}
const model = train(order.filter((at) => isUsed(rows[at])));
const seen = rows.map((row) => scoreOf(model, row));
report('cross-validated', Array.from(held));
report('on the training rows', seen);

// 4 bits a weight: the sign and size in fifteen steps, two buckets a byte.
const largest = Math.max(...model.weights.map(Math.abs));
const steps = Array.from(model.weights, (weight) =>
  Math.round(Math.sign(weight) * Math.sqrt(Math.abs(weight) / largest) * 7),
);
const bytes = Buffer.alloc(BUCKETS / 2);
steps.forEach((step, at) => {
  bytes[at >> 1] |= (step + 8) << (at % 2 ? 4 : 0);
});
const packed = {
  scale: largest,
  bias: model.bias,
  weights: steps.map((step) => (Math.sign(step) * step * step * largest) / 49),
};
report(
  'on the training rows, packed',
  rows.map((row) => scoreOf(packed, row)),
);
const file = `${largest.toFixed(5)} ${model.bias.toFixed(5)}\n${bytes.toString('base64')}\n`;
console.log(`groups ${new Set(groups).size}, file ${file.length} bytes`);
if (!values.dry) writeFileSync(join(root, 'templates/safety/model.txt'), file);

/** Logistic regression by stochastic descent over binary features of unit length; the weights are averaged over the run. */
function train(used) {
  const weights = new Float64Array(BUCKETS);
  let bias = 0;
  const positives = used.filter((at) => rows[at].label === 1).length;
  const balance = (used.length - positives) / positives;
  const epochs = Number(values.epochs);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const rate = Number(values.rate) * (1 - epoch / (epochs + 1));
    for (const at of used) {
      const { features, label } = rows[at];
      const length = Math.sqrt(features.length);
      const gradient =
        (1 / (1 + Math.exp(-scoreOf({ weights, bias }, rows[at]))) - label) * (label ? balance : 1);
      for (const bucket of features)
        weights[bucket] -= rate * ((gradient / length) * 4 + Number(values.l2) * 10 * weights[bucket]);
      bias -= rate * gradient * 0.1;
    }
  }
  return { weights, bias };
}

function scoreOf({ weights, bias }, { features }) {
  let sum = 0;
  for (const bucket of features) sum += weights[bucket];
  return bias + (features.length === 0 ? 0 : (sum * 4) / Math.sqrt(features.length));
}

function report(name, scores) {
  const flagged = (score, publicOnes = () => []) =>
    rows.map(({ text }, at) => {
      const aids = { score: () => score(at), findPublic: publicOnes };
      return screenWith(text, 'learning', aids).verdict !== 'accept';
    });
  const byRules = flagged(() => -9);
  const own = flagged((at) => scores[at]);
  const all = flagged((at) => scores[at], findPublic);
  for (const [what, keep] of Object.entries(parts)) {
    const kept = rows.map((_, at) => at).filter((at) => keep(rows[at]));
    const share = (hits) => `${((100 * kept.filter((at) => hits[at]).length) / kept.length).toFixed(1)} %`;
    console.log(
      `${name}: ${what} (${kept.length}): rules ${share(byRules)}, rules and model ${share(own)}, with public rules ${share(all)}`,
    );
  }
}

/** Rows that share half of their pairs of words are one group. */
function groupAlike(list) {
  const parent = list.map((_, at) => at);
  const find = (at) => {
    let top = at;
    while (parent[top] !== top) top = parent[top];
    return top;
  };
  const shingles = list.map(({ text }) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return new Set(words.length < 2 ? words : words.slice(1).map((word, at) => `${words[at]} ${word}`));
  });
  for (let a = 0; a < list.length; a += 1)
    for (let b = a + 1; b < list.length; b += 1) {
      const [small, large] =
        shingles[a].size < shingles[b].size ? [shingles[a], shingles[b]] : [shingles[b], shingles[a]];
      if (small.size === 0 || small.size * 5 < large.size) continue;
      let shared = 0;
      for (const item of small) if (large.has(item)) shared += 1;
      if (shared / small.size >= 0.4) parent[find(a)] = find(b);
    }
  return list.map((_, at) => find(at));
}

function hash(text) {
  let value = 0x811c9dc5;
  for (const unit of text) value = Math.imul(value ^ unit.codePointAt(0), 0x01000193);
  return (value ^ (value >>> 13)) >>> 0;
}

async function loadText() {
  const folder = mkdtempSync(join(tmpdir(), 'hebb-train-'));
  const outfile = join(folder, 'text.mjs');
  const contents = `export { BUCKETS, featuresOf } from './safety-features.ts';
export { readPlainly } from './safety-readings.ts';
export { screenWith } from './safety-screen.ts';
export { findPublic } from './safety-public.ts';`;
  await build({
    stdin: { contents, resolveDir: join(root, 'src/text'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    plugins: [yamlForEsbuild],
    loader: { '.txt': 'text' },
    logLevel: 'error',
  });
  try {
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
