// The dashboard in a pseudo-terminal: how long until the first picture, beside a start of hebb and the load of the store, and until a key has
// repainted, beside an Ink program of the same size that does nothing else. Rounds alternate.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { root } from './load-source.js';

const size = { cols: 80, rows: 24 };
const down = '\u001b[B';
const up = '\u001b[A';

/** One frame of Ink, in milliseconds: it draws at most thirty in a second. */
const frameMs = 1000 / 30;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** A program in a terminal, as far as it is looked at: what it writes, and when. */
function open([file, ...args], { env, cwd }) {
  const { CI: _ci, ...vars } = { ...process.env, ...env };
  const started = performance.now();
  const pty = spawn(file, args, { ...size, name: 'xterm-256color', cwd, env: vars });
  let seen = '';
  let look = () => {};
  pty.onData((data) => {
    seen += data;
    look();
  });
  const ended = new Promise((resolve) => pty.onExit(resolve));
  /** Milliseconds since `from` when the program has written this; it may take ten seconds. */
  const until = (holds, from) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${args.join(' ')} never wrote it: ${JSON.stringify(seen.slice(-300))}`)),
        10_000,
      );
      look = () => {
        if (!holds(seen)) return;
        look = () => {};
        clearTimeout(timer);
        resolve(performance.now() - from);
      };
      look();
    });
  return {
    first: (words) => until((text) => text.includes(words), started),
    /** From a key to the first thing that is written after it. */
    press: async (key) => {
      seen = '';
      const from = performance.now();
      const answered = until((text) => text !== '', from);
      pty.write(key);
      const ms = await answered;
      await until((text) => text.endsWith('l') || text.endsWith('\n'), from);
      return ms;
    },
    says: (words) => until((text) => text.includes(words), started),
    close: async () => {
      pty.kill('SIGKILL');
      await ended;
    },
  };
}

const timeOf = ({ argv, ...options }) => {
  const from = performance.now();
  const { status, stderr } = spawnSync(argv[0], argv.slice(1), {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(String(stderr));
  return performance.now() - from;
};

/** Median milliseconds of a start, of a start that loads the store, and of the first picture. */
async function firstPicture({ version, load, dashboard }, rounds) {
  const times = { version: [], load: [], picture: [] };
  for (let round = -1; round < rounds; round++) {
    const seen = open(dashboard.argv, dashboard);
    const picture = await seen.first('HEALTH');
    await seen.close();
    const measured = { version: timeOf(version), load: timeOf(load), picture };
    if (round >= 0) for (const [name, ms] of Object.entries(measured)) times[name].push(ms);
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** Median milliseconds from a key to what is written: of the dashboard, and of an Ink program that only draws. */
async function repaint({ dashboard, ink }, presses) {
  const programs = { dashboard: open(dashboard.argv, dashboard), ink: open(ink.argv, ink) };
  const times = { dashboard: [], ink: [] };
  await programs.dashboard.says('strongest first');
  await programs.ink.says('row 1');
  for (const program of Object.values(programs))
    for (const key of [down, up, down, up]) await program.press(key);
  for (let count = 0; count < presses; count++)
    for (const [name, program] of Object.entries(programs))
      times[name].push(await program.press(count % 10 < 5 ? down : up));
  for (const program of Object.values(programs)) await program.close();
  return { dashboard: median(times.dashboard), ink: median(times.ink) };
}

/**
 * `pictures`: what the first picture takes beyond the load of the store, in starts of hebb. `frames`: how much later than Ink's own a key
 * is answered, in frames. Both with their milliseconds.
 */
export async function measureDashboard(hebb, { home, rounds, presses }) {
  const picture = await firstPicture(
    {
      version: hebb(home, '--version'),
      load: hebb(home, 'list', '--all', '--limit', '1'),
      dashboard: hebb(home, 'dashboard'),
    },
    rounds,
  );
  const keys = await repaint(
    {
      dashboard: hebb(home, 'dashboard', '--view', 'memories'),
      ink: {
        argv: [process.execPath, join(root, 'bench/ink-floor.js')],
        env: { NODE_ENV: 'production' },
        cwd: root,
      },
    },
    presses,
  );
  return {
    pictures: (picture.picture - (picture.load - picture.version)) / picture.version,
    frames: (keys.dashboard - keys.ink) / frameMs,
    ms: { ...picture, key: keys.dashboard, inkKey: keys.ink },
  };
}
