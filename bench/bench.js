// How fast hebb is, as ratios: each command against the least that its work costs on the same machine in the same run.
// Rounds are interleaved, so a busy machine slows both alike. Prints a table, writes results/bench.json, exit 1 when a bar is
// missed. Options: --quick (smaller set, fewer rounds), --only <word> (rows of the groups whose name holds it).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDashboard } from './dashboard.js';
import { simulateDrift } from './drift.js';
import { gitHistory } from './git-history.js';
import { measureHook } from './hook.js';
import { root } from './load-source.js';
import { besideTheirs, initialize } from './mcp.js';
import { compare, peakMemory } from './paired.js';
import { measurePromotion } from './promotion.js';
import { measureRecall } from './recall.js';
import { makeRuns } from './runs.js';
import { makeTexts } from './texts.js';
import { bigTranscript, measureHuge } from './transcript.js';
import { measureWorkflows } from './workflows.js';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const quick = values.quick;
const results = join(root, 'results');
const folder = mkdtempSync(join(tmpdir(), 'hebb-bench-'));
const node = process.execPath;
const bareNode = { argv: [node, '-e', '0'] };

/** The command line of hebb in a home of its own below the bench folder, away from the user's. */
function hebb(home, ...args) {
  const env = { ...process.env, HOME: folder, HEBB_HOME: join(folder, home) };
  return { argv: [node, join(root, 'bin/hebb.js'), ...args], env, cwd: folder };
}

/** A row: the median ratio counts, unless the bar is on the 95th percentile. A row without a bar only informs. */
function row(what, floor, { p50, p95 }, { bar, of = 'p50' } = {}) {
  const reached = of === 'p95' ? p95 : p50;
  return { what, floor, median: p50, p95, bar: bar && `${of} <= ${bar}`, ok: bar && reached <= bar };
}

const memoryRow = (what, megabytes, bar) => ({
  what,
  floor: 'MB',
  median: megabytes,
  bar: bar && `<= ${bar}`,
  ok: bar && megabytes <= bar,
});

function startRows() {
  const version = compare(
    { bareNode, version: hebb('none', '--version') },
    { rounds: quick ? 15 : 41 },
  ).version;
  return [row('hebb --version', 'node -e 0', version, { bar: 1.25 })];
}

const hookRows = () => [
  row('inline hook', 'cat >/dev/null', measureHook(quick ? 100 : 300), { bar: 1.5, of: 'p95' }),
];

function joinRows() {
  const size = quick ? ['--n', '3000', '--seed-n', '600'] : [];
  const run = spawnSync(node, [join(root, 'bench/similarity-join.js'), ...size], { encoding: 'utf8' });
  const { samePairsAsSeed, samePairsAsAllPairs, ...figures } = JSON.parse(run.stdout);
  const times = (what, ratio, same) => ({
    what,
    floor: "the seed's all pairs, faster by",
    median: ratio,
    bar: '>= 50',
    ok: same && (quick || ratio >= 50),
  });
  return [
    times(`join of ${figures.texts}, the seed's question`, figures.sameQuestion.ratio, samePairsAsSeed),
    times(`join of ${figures.texts}, own similarity`, figures.product.ratio, samePairsAsAllPairs),
  ];
}

function gitRows() {
  const repository = gitHistory(quick ? 1500 : 6000);
  const emptyHome = () => rmSync(join(folder, 'git'), { recursive: true, force: true });
  const format = '--format=%x01%H%x00%an%x00%ae%x00%aI%x00%s%x00%b';
  const log = ['git', '-C', repository, 'log', '-z', '--no-merges', '--no-renames', '--name-status', format];
  const extract = hebb('git', 'extract-git', repository);
  const first = compare(
    { log: { argv: log }, extract: { ...extract, before: emptyHome } },
    { rounds: quick ? 3 : 5 },
  ).extract;
  emptyHome();
  const peak = peakMemory(extract);
  const again = compare({ bareNode, extract }, { rounds: 5 }).extract;
  return [
    row('extract-git, whole history', 'git log --name-status', first, { bar: 3 }),
    memoryRow('extract-git, peak memory', peak, 300),
    row('extract-git, nothing new', 'node -e 0', again, { bar: 9 }),
  ];
}

/** A home with so many memories under `name`; made once, copied when a round changes it. */
function fillHome(name, count) {
  const lines = makeTexts(count).map((text, at) =>
    JSON.stringify({ id: `m-${at}`, text, date: '2026-10-05' }),
  );
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { argv, ...options } = hebb(name, 'plumbing', 'ingest', file);
  const { status, stderr } = spawnSync(argv[0], argv.slice(1), options);
  if (status !== 0) throw new Error(`ingest ended with ${status}: ${stderr}`);
}

function memoryRows() {
  let said = 0;
  const learn = (home) => {
    const { argv, ...command } = hebb(home, 'learn');
    return {
      ...command,
      argv: () => [...argv, `Start worker ${said++} before the importer of area ${said}`],
    };
  };
  return (quick ? [10, 1000] : [10, 1000, 10_000]).flatMap((count) => {
    const home = `home-${count}`;
    fillHome(home, count);
    const commands = {
      bareNode,
      status: hebb(home, 'status'),
      list: hebb(home, 'list', '--global'),
      learn: learn(home),
    };
    const { bareNode: _, ...ratios } = compare(commands, { rounds: 5 });
    return Object.entries(ratios).map(([name, ratio]) =>
      row(`hebb ${name}, ${count} memories`, 'node -e 0', ratio),
    );
  });
}

function consolidateRows() {
  const count = quick ? 1000 : 10_000;
  fillHome('full', count);
  const before = () => {
    rmSync(join(folder, 'work'), { recursive: true, force: true });
    cpSync(join(folder, 'full'), join(folder, 'work'), { recursive: true });
  };
  const consolidate = { ...hebb('work', 'consolidate'), before };
  const { consolidate: ratio } = compare(
    { status: hebb('full', 'status'), consolidate },
    { rounds: 3, warmUps: 0 },
  );
  before();
  return [
    row(`consolidate of ${count}`, 'hebb status there', ratio),
    memoryRow(`consolidate of ${count}, peak memory`, peakMemory(hebb('work', 'consolidate'))),
  ];
}

function transcriptRows() {
  const path = bigTranscript(quick ? 10 : 100);
  const parse = `for (const line of require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8').split('\\n')) if (line) JSON.parse(line)`;
  const before = () => rmSync(join(folder, 'sessions'), { recursive: true, force: true });
  const analyze = hebb('sessions', 'analyze-sessions', '--transcripts', path);
  const first = compare(
    { parse: { argv: [node, '-e', parse] }, analyze: { ...analyze, before } },
    { rounds: 3, warmUps: 0 },
  ).analyze;
  before();
  const peak = peakMemory(analyze);
  const again = compare({ bareNode, analyze }, { rounds: 5 }).analyze;
  const size = quick ? '10 MB' : '100 MB';
  return [
    row(`analyze-sessions of ${size}`, 'read and JSON.parse', first),
    memoryRow(`analyze-sessions of ${size}, peak memory`, peak),
    row('analyze-sessions, nothing new', 'node -e 0', again),
    ...hugeRows(),
  ];
}

function hugeRows() {
  const megabytes = quick ? 120 : 1200;
  const { first, peak, difference, again } = measureHuge(hebb, { folder, megabytes, rounds: quick ? 3 : 1 });
  const size = quick ? '120 MB, a line of 30 MB' : '1.2 GB, a line of 300 MB';
  return [
    row(`analyze-sessions of ${size}`, 'read and JSON.parse of its lines', first),
    memoryRow(`analyze-sessions of ${size}, peak memory`, peak, 250),
    memoryRow('the same with one more turn, peak memory', again.peak, 250),
    row('the same with one more turn', 'node -e 0', again.again),
    {
      what: 'events more than its pieces give',
      floor: '0',
      median: difference,
      bar: '= 0',
      ok: difference === 0,
    },
  ];
}

async function mcpRows() {
  const many = quick ? 5000 : 50_000;
  fillHome('mcp', many);
  const open = (home) => ({ ...hebb(home, 'mcp'), input: initialize });
  const { full } = compare({ empty: open('mcp-none'), full: open('mcp') }, { rounds: quick ? 5 : 15 });
  const rows = [row(`mcp, initialize at ${many} memories`, 'the same at none', full, { bar: 1.3 })];
  for (const count of quick ? [1000] : [1000, 10_000, 100_000]) {
    const home = `graph-${count}`;
    fillHome(home, count);
    const ours = hebb(home, 'mcp', '--tools', 'graph', '--global');
    const file = join(folder, `${home}.memory.jsonl`);
    const ratios = await besideTheirs({ ours, file, query: 'kubernetes', rounds: quick ? 5 : 15 });
    for (const [name, p50] of Object.entries(ratios))
      rows.push(row(`mcp ${name}, ${count} entities`, 'the Memory MCP server', { p50 }));
  }
  return rows;
}

function recallRows() {
  const counts = [
    [1000, 1.6],
    [10_000, 2],
    [100_000, 3],
  ].slice(0, quick ? 2 : 3);
  const figures = measureRecall(hebb, { folder, counts, rounds: quick ? 9 : 21 });
  return figures.flatMap(({ count, bar, rare, common, memory }) => [
    row(`hebb recall, ${count} memories`, 'node -e 0', rare, { bar }),
    row(`hebb recall of common words, ${count}`, 'node -e 0', common),
    row(`hebb recall without an index, ${count}`, 'node -e 0', memory),
  ]);
}

function workflowRows() {
  const count = quick ? 10_000 : 100_000;
  const { peaks, ...ratios } = measureWorkflows(hebb, { folder, count, rounds: quick ? 3 : 5 });
  const floor = 'read and JSON.parse of their lines';
  return [
    row(`${count} runs read anew`, floor, ratios.anew),
    row(`${count} runs from the cache`, floor, ratios.cached, { bar: 1 }),
    row('the same with one new run', floor, ratios.one, { bar: 1 }),
    row(`hebb workflows classes of ${count} runs`, floor, ratios.grouped),
    memoryRow('runs read anew, peak memory', peaks.anew, 500),
    memoryRow('runs from the cache, peak memory', peaks.cached, 500),
    memoryRow('hebb workflows classes, peak memory', peaks.classes, 500),
  ];
}

/** Demotions of skills by their true rate, the product's rule beside the plain one of the seed system. */
async function driftRows() {
  const bars = { 0.9: { share: 3.5 }, 0.3: { median: 6 } };
  const outcomes = await simulateDrift(quick ? 2000 : 20_000);
  return outcomes.flatMap(({ rate, ours, plain }) => {
    const { share, median } = bars[rate] ?? {};
    const figure = (what, name, bar) => ({
      what: `${what}, true rate ${rate}`,
      floor: `plain rule: ${plain[name]?.toFixed(1) ?? '-'}`,
      median: ours[name],
      bar: bar && `<= ${bar}`,
      ok: bar && ours[name] <= bar,
    });
    return [
      figure('% demoted within 50 activations', 'share', share),
      figure('activations until then, median', 'median', median),
    ];
  });
}

function promotionRows() {
  const count = quick ? 10_000 : 100_000;
  const { peak, first, promoted, next, observed } = measurePromotion(hebb, { folder, count });
  const seconds = (what, value) => ({ what, floor: 's', median: value, bar: '<= 20', ok: value <= 20 });
  return [
    seconds(`promote --skills over ${count} runs, ${promoted} skills made`, first),
    seconds(`the next cycle, ${observed} runs observed`, next),
    memoryRow('promote --skills, peak memory', peak, 500),
  ];
}

function mineRows() {
  const count = quick ? 10_000 : 100_000;
  const file = join(folder, 'sessions.json');
  const sessions = makeRuns(count).map(({ units }, at) => ({ id: `${at}`, actions: units }));
  writeFileSync(file, JSON.stringify({ sessions }));
  const parse = `JSON.parse(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`;
  const mine = hebb('mine', 'mine', file);
  const ratio = compare({ parse: { argv: [node, '-e', parse] }, mine }, { rounds: 3 }).mine;
  return [
    row(`hebb mine of ${count} runs`, 'read and JSON.parse', ratio, { bar: 8 }),
    memoryRow(`hebb mine of ${count} runs, peak memory`, peakMemory(mine), 500),
  ];
}

async function dashboardRows() {
  const count = quick ? 1000 : 10_000;
  fillHome('dashboard', count);
  const measured = await measureDashboard(hebb, {
    home: 'dashboard',
    rounds: quick ? 5 : 15,
    presses: quick ? 40 : 200,
  });
  const ms = Object.entries(measured.ms).map(([name, value]) => `${name} ${Math.round(value)}`);
  console.log(`dashboard of ${count}, milliseconds: ${ms.join(', ')}`);
  return [
    row(
      `dashboard, first picture of ${count}, without the load`,
      'hebb --version',
      { p50: measured.pictures },
      { bar: 3 },
    ),
    row('dashboard, a key later than in Ink alone', 'one frame of Ink', { p50: measured.frames }, { bar: 1 }),
  ];
}

const groups = {
  start: startRows,
  hook: hookRows,
  git: gitRows,
  memories: memoryRows,
  consolidate: consolidateRows,
  transcript: transcriptRows,
  join: joinRows,
  recall: recallRows,
  workflows: workflowRows,
  mine: mineRows,
  drift: driftRows,
  promotion: promotionRows,
  mcp: mcpRows,
  dashboard: dashboardRows,
};

function printTable(rows) {
  const figure = (value) => (value === undefined ? '' : value.toFixed(2));
  const shown = rows.map((one) => ({
    ...one,
    median: figure(one.median),
    p95: figure(one.p95),
    bar: one.bar ?? '',
    ok: one.ok ?? '',
  }));
  console.table(shown);
}

mkdirSync(results, { recursive: true });
const rows = [];
try {
  for (const [name, measure] of Object.entries(groups).filter(([key]) => key.includes(values.only))) {
    const start = performance.now();
    const measured = await measure();
    console.log(`\n${name} (${Math.round((performance.now() - start) / 1000)} s of this bench)`);
    printTable(measured);
    rows.push(...measured);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const about = { version, node: process.version, quick };
writeFileSync(
  join(results, values.only === '' ? 'bench.json' : `bench-${values.only}.json`),
  `${JSON.stringify({ ...about, rows }, null, 1)}\n`,
);
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1;
