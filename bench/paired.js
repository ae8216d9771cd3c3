import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command of a comparison: `argv` (or what makes it), and what else spawnSync takes; `before` runs untimed ahead of each round. */
function timeOf({ argv, before, exits = [0], ...options }) {
  before?.();
  const [file, ...args] = typeof argv === 'function' ? argv() : argv;
  const start = process.hrtime.bigint();
  const run = spawnSync(file, args, { stdio: ['pipe', 'ignore', 'pipe'], ...options });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (!exits.includes(run.status))
    throw new Error(`${[file, ...args].join(' ')} ended with ${run.status}: ${run.stderr}`);
  return ms;
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];

/**
 * Runs the commands in turn, round after round (A B A B …), so that a busy machine slows all alike. The first is the floor;
 * answers for each other name `{p50, p95}`: its median and 95th percentile over those of the floor. Wall clock.
 */
export function compare(commands, { rounds, warmUps = 1 }) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1)
    for (const [name, command] of Object.entries(commands)) {
      const ms = timeOf(command);
      if (round >= 0) times[name].push(ms);
    }
  const [floor] = Object.values(times);
  const ratio = (values, share) => quantile(values, share) / quantile(floor, share);
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [
      name,
      { p50: ratio(values, 0.5), p95: ratio(values, 0.95) },
    ]),
  );
}

/** Peak of the own memory since exec; the figure that a parent gets also counts what the parent held when it forked. */
const probe = `process.on('exit', () => {
  const { readFileSync, writeFileSync } = require('node:fs');
  let kb = process.resourceUsage().maxRSS;
  try { kb = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
  writeFileSync(process.env.HEBB_BENCH_RSS, String(kb));
});`;

/** Peak memory in MB of a Node process with these arguments. */
export function peakMemory({ argv: [node, ...args], env, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'hebb-rss-'));
  const [script, figure] = [join(folder, 'probe.cjs'), join(folder, 'kb')];
  try {
    writeFileSync(script, probe);
    timeOf({ argv: [node, '-r', script, ...args], env: { ...env, HEBB_BENCH_RSS: figure }, ...options });
    return Number(readFileSync(figure, 'utf8')) / 1024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
