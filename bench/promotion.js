import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemory } from './paired.js';
import { makeRunHome } from './workflows.js';

/** Runs after the first cycle: what trials are held against. */
const later = 2000;

function secondsOf({ argv: [file, ...args], ...options }) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, data: JSON.parse(stdout) };
}

/** The last runs of a home once more, as of a minute from now on: the same work goes on while skills are on trial. */
function goOn(home) {
  const folder = join(home, 'workflows');
  const last = readdirSync(folder).sort().at(-1);
  const lines = readFileSync(join(folder, last), 'utf8')
    .split('\n')
    .slice(-later - 1, -1);
  const runs = lines.map((line) => JSON.parse(line)).filter(({ steps }) => steps !== undefined);
  const shifted = runs.map((run, at) => ({
    ...run,
    id: `${run.id}-again`,
    createdAt: new Date(Date.now() + 60_000 + at * 1000).toISOString(),
  }));
  appendFileSync(join(folder, last), shifted.map((run) => `${JSON.stringify(run)}\n`).join(''));
}

/**
 * What a cycle of promotion costs over so many runs, in seconds and MB: the first, which reads them anew, and the next, with skills on trial
 * and new runs. `hebb(home, ...args)` makes a command of the bench.
 */
export function measurePromotion(hebb, { folder, count }) {
  const home = join(folder, 'promotion');
  mkdirSync(home, { recursive: true });
  makeRunHome(home, count);
  writeFileSync(join(home, 'config.yaml'), '');
  const promote = hebb('promotion', 'promote', '--skills', '--json');
  const untouched = join(folder, 'promotion-untouched');
  cpSync(home, untouched, { recursive: true });
  const peak = peakMemory(promote);
  rmSync(home, { recursive: true });
  cpSync(untouched, home, { recursive: true });
  const first = secondsOf(promote);
  goOn(home);
  const next = secondsOf(promote);
  return {
    peak,
    first: first.seconds,
    promoted: first.data.promoted.length,
    next: next.seconds,
    observed: next.data.trials.reduce((sum, { readiness }) => sum + readiness.counts.observations, 0),
  };
}
