import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandsOf, type HookCommands } from '../../src/clients/hook-command.ts';
import { runProgram } from '../../src/models/run-program.ts';
import { createModelHost } from '../models/samples.ts';
import { quietVars } from '../sources/git-fixture.ts';
import { hebb } from '../support/children.ts';
import { makeFolder } from '../support/home.ts';

const script = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));
const payload = JSON.stringify({ hook_event_name: 'Stop', session_id: 's1', cwd: '/tmp' });

/** A home, its hooks, and an environment in which every process of Node that starts leaves its number. */
async function createWorld() {
  const userHome = makeFolder();
  const home = join(userHome, '.hebb');
  await hebb(home, ['learn', 'Sign every release']);
  const pids = join(userHome, 'pids');
  mkdirSync(pids);
  const note = join(userHome, 'note.cjs');
  writeFileSync(
    note,
    `require('node:fs').writeFileSync(require('node:path').join(${JSON.stringify(pids)}, String(process.pid)), '');\n`,
  );
  const program = { node: process.execPath, script, home };
  return {
    home,
    userHome,
    hooks: commandsOf('claude-code', join(home, 'spool'), program),
    vars: { ...quietVars(), HOME: userHome, HEBB_HOME: home, NODE_OPTIONS: `--require ${note}` },
    /** Numbers of the processes of Node that were started. */
    started: (): number[] => readdirSync(pids).map(Number),
    spooled: (): number => readdirSync(join(home, 'spool')).filter((name) => name.endsWith('.json')).length,
  };
}

type World = Awaited<ReturnType<typeof createWorld>>;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Fires a hook so many times, one after the other, in a process group of its own; what was printed, and whether the group is empty afterwards. */
async function fire(world: World, command: string, { times, more = {} }: { times: number; more?: object }) {
  const loop = 'i=0; while [ $i -lt $TIMES ]; do printf %s "$PAYLOAD" | sh -c "$HOOK"; i=$((i+1)); done';
  const env = { ...world.vars, HOOK: command, PAYLOAD: payload, TIMES: `${times}`, ...more };
  const child = spawn('sh', ['-c', loop], { env, cwd: world.userHome, detached: true, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const exit = await new Promise((resolve) => child.on('close', resolve));
  return { exit, printed, hasLeftOvers: isAlive(-(child.pid ?? 0)) };
}

const clean = { exit: 0, printed: '', hasLeftOvers: false };

/** Fires in several lines at once. */
const fireAtOnce = (world: World, command: string, input: { lines: number; times: number; more?: object }) =>
  Promise.all(Array.from({ length: input.lines }, () => fire(world, command, input)));

/** Waits until every process of Node that was started is gone, at most a minute; those that are not. */
async function leftOver({ started }: World): Promise<number[]> {
  for (let tries = 0; tries < 600 && started().some(isAlive); tries++) await pause(100);
  return started().filter(isAlive);
}

const runsOf = ({ home }: World): string[] => {
  const path = join(home, 'consolidation.log');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((line) => line.includes(' auto-consolidate '));
};

describe('hooks', () => {
  it('that capture, a thousand times: no process is left, and Node never starts', async () => {
    const world = await createWorld();
    const ends = await fireAtOnce(world, world.hooks.capture, { lines: 8, times: 125 });
    expect(ends).toEqual(ends.map(() => clean));
    expect([world.started(), world.spooled()]).toEqual([[], 1_000]);
  });

  it('that end turns, eight at once again and again: one run is started, and no process is left', async () => {
    const world = await createWorld();
    await fire(world, world.hooks.capture, { times: 60 });
    const ends = await fireAtOnce(world, world.hooks.due, { lines: 8, times: 8 });
    expect(ends).toEqual(ends.map(() => clean));
    expect(await leftOver(world)).toEqual([]);
    expect(world.started()).toHaveLength(8 * 8 + 1);
    expect(runsOf(world)).toEqual([expect.stringContaining('consolidate=done')]);
    expect([world.spooled(), readdirSync(join(world.home, 'locks'))]).toEqual([0, []]);
  });

  const all = ({ capture, due, inject }: HookCommands): string[] => [
    capture,
    due,
    inject('session-start'),
    inject('prompt'),
  ];

  it('inside an agent that hebb started do nothing and start nothing', async () => {
    const world = await createWorld();
    await fire(world, world.hooks.capture, { times: 60 });
    for (const command of all(world.hooks))
      expect(await fire(world, command, { times: 5, more: { HEBB_ACTIVE: '1' } })).toEqual(clean);
    expect([world.started(), world.spooled(), runsOf(world)]).toEqual([[], 60, []]);
  });

  it('find that mark in every program that hebb starts as its model', async () => {
    const world = await createWorld();
    await fire(world, world.hooks.capture, { times: 60 });
    const { host } = createModelHost(world.userHome, world.vars);
    const agent = all(world.hooks)
      .map((command) => `(${command}) </dev/null`)
      .join('; ');
    const argv = ['sh', '-c', `${agent}; echo "an answer"`];
    const answer = await runProgram({ argv, timeoutMs: 60_000, maxOutputBytes: 1_000 }, host, 'a prompt');
    expect(answer).toEqual({ kind: 'text', text: 'an answer\n' });
    expect([world.started(), world.spooled(), runsOf(world)]).toEqual([[], 60, []]);
  });
});
