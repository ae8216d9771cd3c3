// How long a person waits for the hook at each edit, against the least that any shell hook costs: paired rounds, wall clock.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = Number(process.argv[2] ?? 400);
const spool = mkdtempSync(join(tmpdir(), 'hebb-bench-hook-'));
const template = readFileSync(new URL('../templates/hooks/inline.sh', import.meta.url), 'utf8').trim();
const hook = template.replace('__SPOOL__', `'${spool}'`).replace('__CLIENT__', 'claude-code');
const payload = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'PostToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: '/src/a.ts', old_string: 'a', new_string: 'x'.repeat(4000) },
});

const commands = { 'cat >/dev/null': 'cat >/dev/null', hook, 'shell alone': ':' };

function timeOf(command) {
  const start = process.hrtime.bigint();
  const { status } = spawnSync('sh', ['-c', command], { input: payload, env: { PATH: process.env.PATH } });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = -10; round < rounds; round += 1)
  for (const [name, command] of Object.entries(commands)) {
    const ms = timeOf(command);
    if (round >= 0) times[name].push(ms);
  }
rmSync(spool, { recursive: true });

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * q) - 1];
const figures = Object.fromEntries(
  Object.entries(times).map(([name, values]) => [
    name,
    { p50: quantile(values, 0.5), p95: quantile(values, 0.95) },
  ]),
);
const floor = figures['cat >/dev/null'];
const result = {
  rounds,
  cpus: cpus().length,
  node: process.version,
  ms: figures,
  ratio: { p50: figures.hook.p50 / floor.p50, p95: figures.hook.p95 / floor.p95 },
  bar: { p95: 1.5 },
};
mkdirSync('results', { recursive: true });
writeFileSync('results/hook.json', `${JSON.stringify(result, null, 2)}\n`);
for (const [name, { p50, p95 }] of Object.entries(figures))
  console.log(`${name.padEnd(16)} p50 ${p50.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms`);
console.log(
  `hook / cat       p50 ${result.ratio.p50.toFixed(2)} x    p95 ${result.ratio.p95.toFixed(2)} x   (bar 1.50)`,
);
