// Recall on conversations: the project's own talks with questions (fixtures/recall; one half tuned on, one kept), each with and without
// what was said next to it; and the public documents dealt into sessions of strangers, where spreading has nothing to find.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadSource, root } from './load-source.js';

const now = '2026-06-01T12:00:00.000Z';
const limit = 10;

/** The turns and questions of one file; ids count through all files of a half. */
function readTalk(path, from) {
  const { sessions, questions } = parse(readFileSync(path, 'utf8'));
  const named = new Map();
  const docs = Object.entries(sessions).flatMap(([date, said]) =>
    said
      .trim()
      .split('\n')
      .map((line) => ({ date, ...(/^(?<text>.*?)(?: #(?<name>[\w-]+))?$/.exec(line)?.groups ?? {}) })),
  );
  docs.forEach((doc, at) => {
    doc.id = `t${String(from + at).padStart(5, '0')}`;
    if (doc.name) named.set(doc.name, doc.id);
  });
  const queries = Object.entries(questions).map(([query, evidence]) => ({
    query,
    gold: evidence.split(' ').map((name) => named.get(name)),
  }));
  if (queries.some(({ gold }) => gold.includes(undefined)))
    throw new Error(`${path}: evidence without a turn`);
  return { docs: docs.map(({ id, text, date }) => ({ id, text, date })), queries };
}

function readHalf(half) {
  const folder = join(root, 'fixtures/recall', half);
  const set = { name: `conversations, ${half} half`, docs: [], queries: [] };
  for (const file of readdirSync(folder).sort()) {
    const { docs, queries } = readTalk(join(folder, file), set.docs.length);
    set.docs.push(...docs);
    set.queries.push(...queries);
  }
  return set;
}

/** The same documents in sessions of twenty that chance put together: a generator with a fixed seed, the same every time. */
function dealIntoSessions(docs, size = 20) {
  let seed = 7;
  const draw = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed;
  };
  const dealt = docs.map((doc) => ({ doc, key: draw() })).sort((a, b) => a.key - b.key);
  const dayOf = (at) => new Date(Date.UTC(2024, 0, 1 + Math.floor(at / size))).toISOString();
  return dealt.map(({ doc }, at) => ({ ...doc, date: dayOf(at) }));
}

/** Every fourth query of nl2bash: enough to see a loss of two points. */
function readStrangers(folder) {
  const rows = readFileSync(join(folder, 'public/retrieval/nl2bash.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(JSON.parse);
  const queries = rows.filter(({ query }) => query).filter((_, at) => at % 4 === 0);
  return {
    name: 'nl2bash in sessions of strangers',
    docs: dealIntoSessions(rows.map(({ id, text }) => ({ id, text }))),
    queries: queries.map(({ id, query }) => ({ query, gold: [id] })),
  };
}

const recallAt = (ids, gold, k) => gold.filter((id) => ids.slice(0, k).includes(id)).length / gold.length;

/** Asks an index as `hebb plumbing ingest` and `recall` make and ask it, with spreading and without. */
function measure(source, { name, docs, queries }) {
  const { changes } = source.planIngest(source.emptyState, { requests: docs, now });
  const memories = new Map(changes.map(({ after }) => [after.id, after]));
  const entries = source.indexEntriesOf({ memories, skills: new Map() });
  const index = source.createMemoryIndex(entries, { relations: [], edges: [] });
  const policy = source.defaultRecallPolicy;
  const still = Object.fromEntries(Object.keys(policy.spread).map((key) => [key, 0]));
  const shares = (used) => {
    const context = { owners: ['global'], now, limit, strength: source.defaultPolicy.strength, policy: used };
    const found = queries.map(({ query, gold }) => {
      const ids = source.rankRecall(index, query, context).map(({ item }) => item.id);
      return [recallAt(ids, gold, 5), recallAt(ids, gold, 10)];
    });
    return [0, 1].map((at) => found.reduce((sum, row) => sum + row[at], 0) / found.length);
  };
  const [[on5, on10], [off5, off10]] = [
    shares(policy),
    shares({ ...policy, spread: { ...still, edgeKept: 1 } }),
  ];
  return {
    set: name,
    turns: docs.length,
    n: queries.length,
    'R@5': on5,
    'R@10': on10,
    'R@5 without': off5,
    'R@10 without': off10,
  };
}

/** Rows of every set; the strangers only where the public rows lie. */
export async function measureSpreading(publicFolder) {
  const source = await loadSource([
    'src/pipeline/plan-ingest.ts',
    'src/pipeline/recall-item.ts',
    'src/pipeline/memory-index.ts',
    'src/pipeline/rank-recall.ts',
    'src/domain/recall-policy.ts',
    'src/domain/policy.ts',
    'src/domain/state.ts',
  ]);
  const sets = [readHalf('tuned'), readHalf('kept'), ...(publicFolder ? [readStrangers(publicFolder)] : [])];
  return sets.map((set) => measure(source, set));
}
