import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hebb } from '../support/children.ts';
import { makeCrowdedHome, proveCrowd, proveSingleFlight } from '../support/crowd.ts';
import { filesIn, openHome } from '../support/home.ts';
import type { LiveHome } from '../support/live-home.ts';

let live: LiveHome;
beforeAll(async () => {
  live = await makeCrowdedHome(600);
});

describe('processes at once', { timeout: 120_000 }, () => {
  it('lose nothing when four learn while one consolidates', async () => {
    live.reset();
    await proveCrowd(live, 2);
  });

  it('run the loop one at a time', async () => {
    live.reset();
    await proveSingleFlight(live);
  });

  it('adopt a hand edit once', async () => {
    live.reset();
    const { home } = live;
    const [shard = ''] = filesIn(join(home, 'memories'), '.jsonl');
    const path = join(home, 'memories', shard);
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('the parser needs', 'the parser wants'));
    await Promise.all([0, 1, 2].map((at) => hebb(home, ['pin', `m-crowd-${at}`])));
    const store = await openHome({ home });
    const adopted = store.operations().filter(({ command }) => command === 'adopted-edit');
    expect(adopted.flatMap(({ changes }) => changes)).toHaveLength(1);
    const [memory] = [...store.state().memories.values()].filter(({ summary }) => summary.includes('wants'));
    expect(memory?.rev).toBe(memory?.pinned ? 3 : 2);
    expect([0, 1, 2].every((at) => store.state().memories.get(`m-crowd-${at}`)?.pinned)).toBe(true);
  });
});

/** A process that waits to be ended, and the lock that it would have written. */
function sleeper(): { text: string; end: () => Promise<unknown> } {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)']);
  const { pid = 0 } = child;
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    text: JSON.stringify({ pid, host: hostname(), started }),
    end: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

describe.skipIf(process.platform !== 'linux')('a lock', { timeout: 60_000 }, () => {
  it('of a process that lives is never broken, and of a dead one always', async () => {
    live.reset();
    const { home } = live;
    const lock = join(home, 'locks/run.lock');
    const owner = sleeper();
    fs.writeFileSync(lock, owner.text);
    const held = await hebb(home, ['consolidate', '--merge-only']);
    expect(held).toMatchObject({ exit: 75 });
    expect(fs.readFileSync(lock, 'utf8')).toBe(owner.text);
    await owner.end();
    expect(await hebb(home, ['consolidate', '--merge-only'])).toMatchObject({ exit: 0 });
    expect(fs.existsSync(lock)).toBe(false);
  });

  it('whose pid was given to another process is dead', async () => {
    const { home } = live;
    const owner = sleeper();
    const lock = join(home, 'locks/write.lock');
    fs.writeFileSync(lock, owner.text.replace(/"started":"\d+"/, '"started":"1"'));
    expect(await hebb(home, ['learn', 'A reused pid is no owner'])).toMatchObject({ exit: 0 });
    await owner.end();
  });
});
