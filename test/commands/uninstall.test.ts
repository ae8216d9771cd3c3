import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testHost } from '../support/program.ts';
import { call, clientDesk, filesBelow } from './init-desk.ts';

const everyFolder = ['.claude', '.codex', '.gemini', '.cursor', '.config/opencode'];

it('leaves nothing of hebb anywhere, and the home alone', async () => {
  const desk = clientDesk(everyFolder);
  fs.writeFileSync(join(desk.userHome, '.claude/settings.json'), '{"hooks":{ }}');
  fs.writeFileSync(join(desk.project, 'AGENTS.md'), '# Mine\n');
  const before = filesBelow(desk);
  await call(desk, ['init']);
  await call(desk, ['init', '--all', '--project']);
  await call(desk, ['learn', 'Always run the migrations before the seed script']);
  await call(desk, ['export', '--agents-md', 'AGENTS.md']);
  expect(fs.readFileSync(join(desk.project, 'AGENTS.md'), 'utf8')).toContain('hebb:begin');
  const dry = await call(desk, ['uninstall', '--dry-run']);
  expect(dry.data.home.state).toBe('kept');
  expect(filesBelow(desk)['.codex/hooks.json']).toBeDefined();
  const { exit, data } = await call(desk, ['uninstall']);
  expect([exit, data.home.state]).toEqual([0, 'kept']);
  expect(filesBelow(desk)).toEqual(before);
  expect((await call(desk, ['status'])).data.counts.memories).toBe(1);
  expect((await call(desk, ['uninstall'])).data.files).toEqual([]);
});

it('erases the home when that was said and meant', async () => {
  const desk = clientDesk(['.claude']);
  const before = filesBelow(desk);
  await call(desk, ['init']);
  expect((await call(desk, ['uninstall', '--purge'])).data.home.state).toBe('unasked');
  expect((await call(desk, ['uninstall', '--purge', '--yes', '--dry-run'])).data.home.state).toBe('erased');
  expect(fs.existsSync(desk.home)).toBe(true);
  const { exit, data } = await call(desk, ['uninstall', '--purge', '--yes']);
  expect([exit, data.home.state]).toEqual([0, 'erased']);
  expect(fs.existsSync(desk.home)).toBe(false);
  expect(filesBelow(desk)).toEqual(before);
  expect((await call(desk, ['uninstall', '--purge', '--yes'])).data.home.state).toBe('none');
  expect(fs.existsSync(desk.home)).toBe(false);
});

it('erases through a link both the link and what it points to', async () => {
  const desk = clientDesk(['.claude', 'disk/hebb']);
  fs.symlinkSync('disk/hebb', desk.home);
  await call(desk, ['init']);
  await call(desk, ['uninstall', '--purge', '--yes']);
  expect(fs.readdirSync(join(desk.userHome, 'disk'))).toEqual([]);
  expect(fs.lstatSync(desk.home, { throwIfNoEntry: false })).toBeUndefined();
});

it('keeps the home while something still calls hebb', async () => {
  const desk = clientDesk(['.claude', '.codex']);
  await call(desk, ['init']);
  const path = join(desk.userHome, '.claude/settings.json');
  fs.writeFileSync(path, fs.readFileSync(path, 'utf8').slice(0, -3));
  const { exit, data } = await call(desk, ['uninstall', '--purge', '--yes']);
  expect([exit, data.home.state]).toEqual([3, 'refused']);
  expect(fs.existsSync(desk.home)).toBe(true);
  expect(fs.existsSync(join(desk.userHome, '.codex/hooks.json'))).toBe(false);
});

it('erases nothing while a consolidation runs', async () => {
  const desk = clientDesk(['.claude']);
  await call(desk, ['init']);
  const { pid, host, startOf } = testHost(desk);
  fs.writeFileSync(
    join(desk.home, 'locks/run.lock'),
    JSON.stringify({ pid, host, started: startOf(pid) ?? '' }),
  );
  expect((await call(desk, ['uninstall', '--purge', '--yes'])).exit).toBe(75);
  expect(fs.existsSync(join(desk.home, 'state.json'))).toBe(true);
});

it('takes hooks out where the home is gone, and makes none for it', async () => {
  const desk = clientDesk(['.codex']);
  await call(desk, ['init', '--client', 'codex']);
  fs.rmSync(desk.home, { recursive: true });
  const { exit, data } = await call(desk, ['uninstall']);
  expect(data.home.state).toBe('none');
  expect(data.files[0]).toMatchObject({ state: 'changed', backup: null });
  expect(fs.readFileSync(join(desk.userHome, '.codex/hooks.json'), 'utf8')).toBe('{\n}\n');
  // Only the home could tell whether a person edited the skill: it stays, and is named.
  expect([exit, data.files[1].state]).toEqual([3, 'left']);
  expect(fs.existsSync(desk.home)).toBe(false);
});
