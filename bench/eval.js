// How good hebb's judgements are: the public rows and runners beside the checkout (HEBB_EVAL names another folder) asked of
// the built program, and the project's own table of directives. Prints what was reached beside each bar; exit 1 when one is missed.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadSource, root } from './load-source.js';
import { measureMining } from './mine-check.js';
import { measureSpreading } from './recall-sets.js';

const folder = resolve(process.env.HEBB_EVAL ?? join(root, '../shared/eval'));
const results = join(root, 'results');
const hebb = join(root, 'bin/hebb.js');
const readLines = (path) => readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);

/** Figures to four places. */
function printTable(rows) {
  const round = (value) => (typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value);
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, round(value)]))),
  );
}

/** Rows that a public runner measured; injection is measured by kind below. */
function runPublic(name, op) {
  const env = { ...process.env, EVAL_RESULTS: results };
  const args = [join(folder, `${name}.mjs`), '--cmd', `"${process.execPath}" "${hebb}" plumbing ${op}`];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  const path = join(results, `${name}-public-product.json`);
  const rows = JSON.parse(readFileSync(path, 'utf8')).filter(({ set }) => set !== 'injection');
  console.log(`\n${name}`);
  printTable(rows.map(({ system, ...row }) => row));
  return rows;
}

const atLeast = (what, reached, bar) => ({ what, bar: `>= ${bar}`, reached, ok: reached >= bar });
const atMost = (what, reached, bar) => ({ what, bar: `<= ${bar}`, reached, ok: reached <= bar });

function similarityBars(rows) {
  const bars = [
    ['nl2bash', { 'P@.85': 0.97, 'R@.85': 0.35, 'P@.70': 0.9, 'R@.70': 0.68 }],
    ['gitbugs-hadoop', { 'P@.85': 0.97, 'R@.85': 0.15, 'P@.70': 0.9, 'R@.70': 0.4 }],
  ];
  return bars.flatMap(([name, wanted]) => {
    const row = rows.find(({ set }) => set === name);
    return Object.entries(wanted).map(([key, bar]) => atLeast(`similarity ${name} ${key}`, row[key], bar));
  });
}

/** The share of several kinds together, from the rows of each. */
function shareOf(rows, pattern, key) {
  const kinds = rows.filter(({ kind, [key]: share }) => pattern.test(kind) && share !== '');
  const n = kinds.reduce((sum, row) => sum + row.n, 0);
  return kinds.reduce((sum, row) => sum + row.n * row[key], 0) / n;
}

const secretBars = (rows) => [
  atLeast('secrets found, without secretlint', shareOf(rows, /^(gitleaks|detect-secrets)-tp/, 'TPR'), 0.87),
  atLeast('secrets found, detect-secrets', shareOf(rows, /^detect-secrets-tp/, 'TPR'), 0.45),
  atMost(
    'secrets false, gitleaks and detect-secrets',
    shareOf(rows, /^(gitleaks|detect-secrets)-fp/, 'FPR'),
    0.12,
  ),
  atMost('secrets false, rules of agents', shareOf(rows, /^rule-/, 'FPR'), 0),
];

function captureBars(rows) {
  const all = rows.find(({ kind }) => kind === 'ALL');
  return [
    atLeast('public capture rows found', all.TPR, 0.85),
    atMost('public capture rows false', all.FPR, 0.01),
  ];
}

function groupingBars(rows) {
  const row = rows.find(({ set }) => set === 'nl2bash');
  return [
    atLeast('kinds of work nl2bash, pair F1', row.pairF1, 0.57),
    atLeast('kinds of work nl2bash, pair precision', row.pairP, 0.55),
  ];
}

/** Mined procedures: on sessions of tasks that were not mined, and, where its kept half is there, as the public runner measures. */
async function miningBars() {
  const env = { ...process.env, EVAL_RESULTS: results };
  const args = [join(folder, 'mine.mjs'), '--cmd', `"${process.execPath}" "${hebb}" mine --json`];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`mine ended with ${status}: ${stderr}`);
  const asked = JSON.parse(readFileSync(join(results, 'mine-public-product.json'), 'utf8'));
  console.log('\nmine');
  printTable(asked.map(({ system, AUC, ...row }) => row));
  const { rows, whole } = await measureMining(folder);
  console.log('\nmine, tasks left out');
  printTable(rows);
  const airline = asked.find(({ set }) => set === 'tau-airline');
  const of = (system, mined) =>
    rows.find((row) => row.set === 'tau-airline' && row.system === system && row.mined === mined);
  const patterns = whole['tau-airline'];
  const four = patterns.filter(({ length }) => length >= 4).length / patterns.length;
  const kept =
    typeof airline['coverage@20'] === 'number'
      ? [
          atLeast('mine, kept tasks, coverage', airline['coverage@20 len>=3'], 0.38),
          atLeast('mine, kept tasks, support', airline['support(other tasks)'], 0.85),
        ]
      : [];
  const gain = of('hebb', 0.7).coverage / of('closed n-grams', 0.7).coverage;
  return [
    ...kept,
    atLeast('mine, four steps or more', four, 1 / 3),
    atLeast('mine, tasks left out, coverage by that of n-grams', gain, 1.4),
    atLeast('mine, tasks left out, support', of('hebb', 0.7).support, 0.58),
  ];
}

/** The program's answers to texts, in order. */
function ask(op, rows) {
  const home = mkdtempSync(join(tmpdir(), 'hebb-eval-'));
  const input = rows.map(({ text }) => JSON.stringify({ text })).join('\n');
  const env = { ...process.env, HOME: home, HEBB_HOME: home };
  const options = { input, env, encoding: 'utf8' };
  const { stdout } = spawnSync(process.execPath, [hebb, 'plumbing', op], { ...options, maxBuffer: 1 << 28 });
  rmSync(home, { recursive: true });
  return stdout.trim().split('\n').map(JSON.parse);
}

const attackKinds = [
  'prompt-injection',
  'agent-manipulation',
  'skill-compromise',
  'context-exfiltration',
].map((kind) => `atr-attack:${kind}`);

/** Attacks found and harmless texts flagged, by the screen as shipped and by the own rules and model alone. */
async function injectionBars() {
  const rows = readLines(join(folder, 'public/safety/injection.jsonl'));
  const flagged = ask('screen', rows).map(({ verdict }) => verdict !== 'accept');
  const own = await loadSource(['src/text/safety-screen.ts']);
  const ownFlagged = rows.map(
    ({ text }) => own.screenWith(text, 'learning', own.OWN_AIDS).verdict !== 'accept',
  );
  const share = (answers, keep) => {
    const chosen = rows.map((row, at) => [row, answers[at]]).filter(([row]) => keep(row));
    return chosen.filter(([, answer]) => answer).length / chosen.length;
  };
  const isAttack = ({ kind }) => attackKinds.includes(kind);
  return [
    atLeast('injection, four kinds, with public rules', share(flagged, isAttack), 0.75),
    atLeast('injection, four kinds, own rules and model', share(ownFlagged, isAttack), 0.45),
    atMost(
      'injection false, rules of agents',
      share(flagged, ({ kind }) => kind.startsWith('rule-')),
      0.005,
    ),
    atMost(
      'injection false, notinject',
      share(flagged, ({ kind }) => kind.startsWith('notinject')),
      0.01,
    ),
    atMost(
      'injection false, all benign',
      share(flagged, ({ label }) => !label),
      0.013,
    ),
  ];
}

/** The own table of planted instructions: even lines were tuned on, odd ones (from 1) were never opened again. */
function plantedBars() {
  const rows = readLines(join(root, 'fixtures/safety/planted.jsonl'));
  const answers = ask('screen', rows).map(({ verdict }) => verdict !== 'accept');
  return ['untouched', 'tuned'].map((name, half) => {
    const own = answers.filter((_, at) => at % 2 === half);
    return atLeast(`planted instructions, ${name} half`, own.filter(Boolean).length / own.length, 0.7);
  });
}

/** The own sentences by group. Pairs of lines go to the halves in turn; rules were written with sight of half 0 alone. */
function ownRows() {
  const table = join(root, 'fixtures/directives');
  const filesOf = (path) => readdirSync(path).filter((name) => name.endsWith('.jsonl'));
  const sentences = filesOf(table).flatMap((name) =>
    readLines(join(table, name)).map((row, at) => ({
      ...row,
      group: `300 sentences, half ${(at >> 1) % 2}`,
    })),
  );
  const unseen = filesOf(join(table, 'fresh')).flatMap((name) =>
    readLines(join(table, 'fresh', name)).map((row) => ({ ...row, group: name.replace('.jsonl', '') })),
  );
  return [...sentences, ...unseen];
}

function ownBars() {
  const rows = ownRows();
  const answers = ask('detect', rows).map(({ capture }) => capture);
  const judged = rows.map((row, at) => ({ ...row, answer: answers[at] }));
  const share = (list) => list.filter(({ answer }) => answer).length / list.length;
  const figures = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const [yes, no] = [true, false].map((wanted) =>
      judged.filter((row) => row.group === group && row.capture === wanted),
    );
    return { group, n: yes.length + no.length, found: share(yes), false: share(no) };
  });
  console.log('\ndetect, own sentences');
  printTable(figures);
  const wrong = judged.filter(({ answer, capture }) => answer !== capture);
  writeFileSync(join(results, 'detect-wrong.json'), `${JSON.stringify(wrong, null, 1)}\n`);
  return figures.flatMap((row) => [
    atLeast(`detect ${row.group}, found`, row.found, 0.85),
    atMost(`detect ${row.group}, false`, row.false, 0.01),
  ]);
}

/** Recall on the public documents, through a home that is filled by the program and asked by it. */
function retrievalBars() {
  const env = { ...process.env, EVAL_RESULTS: results };
  const command = (op) => `"${process.execPath}" "${hebb}" plumbing ${op}`;
  const asked = ['--ingest-cmd', command('ingest {file}'), '--cmd', command('recall'), '--timeout', '600000'];
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'retrieval.mjs'), ...asked], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`retrieval ended with ${status}: ${stderr}`);
  const rows = JSON.parse(readFileSync(join(results, 'retrieval-public-product.json'), 'utf8'));
  const all = rows.filter(({ kind }) => kind === 'ALL');
  console.log('\nretrieval');
  printTable(all.map(({ system, kind, ...row }) => row));
  const bars = [
    ['nl2bash', 'R@5', 0.66],
    ['nl2bash+cmd', 'R@5', 0.74],
    ['gitbugs-hadoop', 'R@10', 0.8],
  ];
  return bars.map(([name, key, bar]) =>
    atLeast(`retrieval ${name} ${key}`, all.find(({ set }) => set === name)[key], bar),
  );
}

/** What was said next to it must help in conversations, on the half that was never tuned on too, and cost strangers at most a point. */
async function spreadingBars() {
  const rows = await measureSpreading(existsSync(folder) ? folder : undefined);
  console.log('\nretrieval, own conversations and sessions of strangers: with and without spreading');
  printTable(rows);
  return rows.flatMap((row) => {
    const gain = row['R@5'] - row['R@5 without'];
    if (row.set.includes('strangers'))
      return [atLeast('spreading, sessions of strangers, R@5 gained', gain, -0.01)];
    return [
      atLeast(`retrieval ${row.set} R@5`, row['R@5'], 0.68),
      atLeast(`spreading, ${row.set}, R@5 gained`, gain, 0.1),
    ];
  });
}

/** Every pair of the texts that consolidation would merge without a person, written down to be read: no number can judge it. */
async function listMerges() {
  const text = await loadSource([
    'src/text/similarity.ts',
    'src/text/similarity-join.ts',
    'src/text/mergeable.ts',
  ]);
  const rows = readLines(join(folder, 'public/grouping/nl2bash.jsonl'));
  const texts = [...new Set(rows.map((row) => row.text))];
  const near = text.similarityJoin(
    texts.map((one) => text.profileText(one)),
    text.MERGE,
  );
  const pairs = near.map(({ a, b, score }) => ({ score, a: texts[a], b: texts[b] }));
  const merged = pairs.filter(({ a, b }) => text.mergeable(a, b).mergeable);
  const shown = {
    texts: texts.length,
    above: near.length,
    merged: merged.length,
    pairs: merged.slice(0, 100),
  };
  writeFileSync(join(results, 'merged-without-review.json'), `${JSON.stringify(shown, null, 1)}\n`);
  const count = `${merged.length} of ${near.length} pairs above ${text.MERGE} among ${texts.length} texts`;
  console.log(`\nmerged without review: ${count}; to read: results/merged-without-review.json`);
}

mkdirSync(results, { recursive: true });
const bars = [...ownBars(), ...plantedBars(), ...(await spreadingBars())];
if (existsSync(folder)) {
  const dedup = runPublic('dedup', 'similarity');
  const screen = runPublic('screen', 'screen');
  const capture = runPublic('capture', 'detect');
  const groups = runPublic('group', 'group');
  await listMerges();
  bars.unshift(
    ...similarityBars(dedup),
    ...secretBars(screen),
    ...captureBars(capture),
    ...groupingBars(groups),
    ...(await miningBars()),
    ...(await injectionBars()),
    ...retrievalBars(),
  );
} else
  console.log(
    `\nNo public rows at ${folder}: only the own sentences were measured (HEBB_EVAL names the folder).`,
  );

console.log('\nbars');
printTable(bars);
writeFileSync(join(results, 'eval.json'), `${JSON.stringify(bars, null, 1)}\n`);
process.exitCode = bars.every(({ ok }) => ok) ? 0 : 1;
