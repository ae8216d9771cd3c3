import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { quietVars } from '../sources/git-fixture.ts';
import { hebb, startHebb } from '../support/children.ts';
import { makeFolder } from '../support/home.ts';

const watchers: ChildProcess[] = [];
afterEach(() => {
  for (const child of watchers.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

/** Looks again and again until something holds, at most a minute; what was last seen when it never does. */
async function until<T>(look: () => T, holds: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 1_200 && !holds(look()); tries++) await pause(50);
  return look();
}

/** A watch on a home of its own, once it watches. */
async function startWatch() {
  const home = join(makeFolder(), '.hebb');
  await hebb(home, ['learn', 'Sign every release']);
  const { child, ended } = startHebb(home, ['watch']);
  watchers.push(child);
  const told = { err: '' };
  child.stderr?.on('data', (chunk) => {
    told.err += chunk;
  });
  const says = (words: string | RegExp): Promise<string> =>
    until(
      () => told.err,
      (err) => new RegExp(words).test(err),
    );
  await says('watching');
  let number = 0;
  const capture = (prompt: string): void => {
    const payload = {
      hook_event_name: 'UserPromptSubmit',
      session_id: 's1',
      prompt_id: `p${number}`,
      cwd: join(home, '..'),
      prompt,
    };
    writeFileSync(join(home, 'spool', `claude-code.1.1.${number++}.json`), JSON.stringify(payload));
  };
  const lines = (): string[] => told.err.split('\n').filter((line) => line !== '');
  return { home, child, ended, told, says, capture, lines };
}

const waiting = (home: string): string[] =>
  readdirSync(join(home, 'spool')).filter((name) => name.endsWith('.json'));

describe('hebb watch', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'turns what arrives into memories, and ends well with %s',
    async (signal) => {
      const { home, child, ended, says, capture, lines } = await startWatch();
      for (let number = 0; number < 20; number++) capture(`Look at file ${number}`);
      capture('Always run the migrations before the seed script in this repository.');
      expect(await says('import: ')).toContain('import: 1 kept');
      capture('Never push to main without a review, in any repository of ours.');
      expect(await says('import: [\\s\\S]*import: ')).toContain('hooks: 1 payloads, 1 new events');
      child.kill(signal);
      const { exit, out } = await ended;
      expect([exit, out]).toEqual([0, '']);
      expect(lines().every((line) => line.startsWith('hebb watch: '))).toBe(true);
      expect(lines().at(-1)).toBe('hebb watch: stopped');
      expect([readdirSync(join(home, 'locks')), waiting(home)]).toEqual([[], []]);
      expect((await hebb(home, ['list', '--all'])).out).toContain(
        'run the migrations before the seed script',
      );
    },
  );

  it('takes a burst in few rounds', async () => {
    const { home, child, ended, capture, lines } = await startWatch();
    for (let number = 0; number < 300; number++) capture(`Look at file ${number}`);
    await until(
      () => waiting(home).length,
      (count) => count === 0,
    );
    const drained = (): number =>
      lines()
        .flatMap((line) => [...line.matchAll(/hooks: (\d+) payloads/g)])
        .reduce((sum, [, count]) => sum + Number(count), 0);
    expect(await until(drained, (sum) => sum === 300)).toBe(300);
    expect(lines().filter((line) => line.includes('hooks:')).length).toBeLessThan(20);
    child.kill('SIGTERM');
    expect((await ended).exit).toBe(0);
  });

  it('ends when it is stopped in the middle of a burst, also where the machine is busy', {
    timeout: 120_000,
  }, async () => {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { child, ended, says, capture } = await startWatch();
        for (let number = 0; number < 300; number++) capture(`Look at file ${number}`);
        await says('hooks: ');
        child.kill('SIGTERM');
        expect((await ended).exit).toBe(0);
      }),
    );
  });

  it('stands back while another run is at work, and goes on when that has ended', async () => {
    const { home, child, ended, says, capture } = await startWatch();
    const lock = join(home, 'locks/run.lock');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: quietVars() });
    watchers.push(other);
    writeFileSync(lock, JSON.stringify({ pid: other.pid, host: hostname(), started: '' }));
    capture('Look at the first file');
    await says('another run is at work');
    capture('Look at the second file');
    expect(waiting(home)).toHaveLength(2);
    rmSync(lock);
    await says('hooks: 2 payloads');
    expect(waiting(home)).toEqual([]);
    child.kill('SIGTERM');
    expect((await ended).exit).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it('works beside hebb auto-consolidate: every event is logged once', async () => {
    const { home, child, ended, capture } = await startWatch();
    const loops: Promise<{ exit: number | null }>[] = [];
    for (let number = 0; number < 60; number++) {
      capture(`Look at file ${number}`);
      if (number % 20 === 0) loops.push(hebb(home, ['auto-consolidate', '--force']));
      await pause(20);
    }
    for (const { exit } of await Promise.all(loops)) expect([0, 75]).toContain(exit);
    await until(
      () => waiting(home).length,
      (count) => count === 0,
    );
    child.kill('SIGTERM');
    expect((await ended).exit).toBe(0);
    const log = readdirSync(join(home, 'learning-log')).flatMap((name) =>
      readFileSync(join(home, 'learning-log', name), 'utf8')
        .trim()
        .split('\n'),
    );
    const texts = log.map((line) => JSON.parse(line).text);
    expect(new Set(texts).size).toBe(60);
    expect(texts).toHaveLength(60);
    expect(readdirSync(join(home, 'locks'))).toEqual([]);
  });
});
