import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readManifest, verifyExport } from '../../src/store/export-manifest.ts';
import { copyFolder, filesIn, makeFolder, openHome, run, snapshot, stateIn } from '../support/home.ts';
import { makeLiveHome } from '../support/live-home.ts';

const learn = (home: string, text: string) => run(['learn', text, '--scope', 'global'], { home });
const listed = async (home: string) => (await run(['list', '--all', '--json'], { home })).data;
const exportTo = (home: string, folder: string, ...flags: string[]) =>
  run(['export', '--all', folder, '--json', ...flags], { home });
const importFrom = (home: string, folder: string, ...flags: string[]) =>
  run(['import', '--all', folder, '--json', ...flags], { home });

/** Files of a home that an export carries, with their bytes. */
const carried = (home: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(home, '')
      .filter((file) => !/^(?:spool|cache|locks|injected)(?:\/|$)|^state\.json$/.test(file))
      .filter((file) => fs.statSync(join(home, file)).isFile())
      .map((file) => [file, fs.readFileSync(join(home, file), 'base64')]),
  );

let made = '';
let exported = '';
beforeAll(async () => {
  const { home } = await makeLiveHome({ inputs: true });
  await run(['forget', 'm-stale-too'], { home });
  await learn(home, 'Water the plants on Mondays');
  fs.writeFileSync(join(home, 'base.md'), '- Always answer in English.\n');
  made = home;
  exported = join(makeFolder(), 'out');
  expect((await exportTo(made, exported)).exit).toBe(0);
});

const newHome = () => join(makeFolder(), 'home');
const copyOfMade = () => copyFolder(made, newHome());

describe('a whole home', () => {
  it('goes out and comes back byte by byte, with its journal, and an old operation can be undone', async () => {
    const home = newHome();
    const { data, exit } = await importFrom(home, exported);
    expect([exit, data.restored]).toEqual([0, true]);
    expect(carried(home)).toEqual(carried(made));
    expect(await stateIn(home)).toEqual(await stateIn(made));
    expect(await listed(home)).toEqual(await listed(made));
    const there = (await openHome({ home: made })).home();
    const here = (await openHome({ home })).home();
    expect(here.machineId).not.toBe(there.machineId);
    expect(here.secret).not.toBe(there.secret);
    expect(here.logRead).toEqual(there.logRead);
    const forgotten = (await run(['log', '--json', '--limit', '50'], { home })).data;
    const operations: { id: string; command: string }[] = JSON.parse(JSON.stringify(forgotten)).operations;
    const id = operations.find(({ command }) => command === 'forget')?.id ?? '';
    expect((await run(['undo', id], { home })).exit).toBe(0);
    expect((await openHome({ home })).state().memories.has('m-stale-too')).toBe(true);
    expect((await run(['recall', 'plants', '--global'], { home })).out).toContain('Water the plants');
    expect((await run(['doctor', '--json'], { home })).data.findings).toEqual([]);
  });

  it('carries no payload, cache, lock, session record or secret', async () => {
    const { secret } = (await openHome({ home: made })).home();
    const files = filesIn(exported, '').filter((file) => fs.statSync(join(exported, file)).isFile());
    expect(files.filter((file) => /spool|cache\/|locks\/|injected|state\.json/.test(file))).toEqual([]);
    for (const file of files) expect(fs.readFileSync(join(exported, file), 'utf8')).not.toContain(secret);
    for (const [, look] of Object.entries(snapshot(exported))) expect(look).toMatch(/^(?:40700|100600) /);
  });

  it('writes nothing as a dry run', async () => {
    const out = join(makeFolder(), 'out');
    expect((await exportTo(made, out, '--dry-run')).exit).toBe(0);
    expect(fs.existsSync(out)).toBe(false);
    const home = newHome();
    expect((await importFrom(home, exported, '--dry-run')).data.restored).toBe(true);
    expect(fs.existsSync(home)).toBe(false);
  });

  it.each<[string, (folder: string) => void, string]>([
    ['other files', (folder) => fs.writeFileSync(join(folder, 'notes.txt'), 'mine'), 'holds other files'],
    [
      'an export of another home',
      (folder) => fs.cpSync(exported, folder, { recursive: true }),
      'another home',
    ],
  ])('goes into no folder with %s', async (_, fill, words) => {
    const [home, folder] = [newHome(), makeFolder()];
    await learn(home, 'Zip the logs');
    fill(folder);
    const before = snapshot(folder);
    const { exit, err } = await run(['export', '--all', folder], { home });
    expect([exit, snapshot(folder)]).toEqual([1, before]);
    expect(err).toContain(words);
  });

  it('goes into no folder of itself', async () => {
    expect((await run(['export', '--all', join(made, 'out')], { home: made })).err).toContain(
      'in one another',
    );
    expect((await run(['export', '--all', join(made, '..')], { home: made })).err).toContain(
      'in one another',
    );
  });

  it('does not go over an export that knows more', async () => {
    const home = copyOfMade();
    const out = join(makeFolder(), 'out');
    await learn(home, 'Zip the logs');
    await exportTo(home, out);
    const [machine = ''] = fs.readdirSync(join(home, 'journal')).slice(-1);
    for (const name of fs.readdirSync(join(home, 'journal', machine))) {
      const path = join(home, 'journal', machine, name);
      fs.writeFileSync(path, fs.readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n'));
    }
    expect((await run(['export', '--all', out], { home })).err).toContain('does not know');
  });
});

/** A way to damage an export, and what is said of it. */
const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    'a changed byte of a shard',
    (folder) => flip(join(folder, 'home', firstOf(folder, /^memories\//))),
    /home\/memories\/\S+: not as it was written/,
  ],
  [
    'a changed byte of the manifest',
    (folder) => flip(join(folder, 'hebb-export.json')),
    /hebb-export\.json: not as/,
  ],
  [
    'a file that is longer',
    (folder) => fs.appendFileSync(join(folder, 'home/base.md'), 'x'),
    /base\.md: \d+ bytes, not/,
  ],
  ['a file that is gone', (folder) => fs.rmSync(join(folder, 'home/base.md')), /base\.md: missing/],
  ['a file more', (folder) => fs.writeFileSync(join(folder, 'home/x.md'), ''), /x\.md: not in hebb-export/],
  ['a link to a file', (folder) => linkAt(join(folder, 'home/base.md'), '/etc/hostname'), /base\.md: a link/],
  ['a link to a folder', (folder) => linkAt(join(folder, 'home/extra'), '/etc'), /extra: a link/],
  ['a link for a home', (folder) => linkAt(join(folder, 'home'), '/etc'), /home: a link/],
  ['no manifest', (folder) => fs.rmSync(join(folder, 'hebb-export.json')), /no hebb-export\.json/],
  ['a newer manifest', (folder) => rewrite(folder, (text) => text.replace('"v": 1', '"v": 9')), /version 9/],
  ['a path out of the home', (folder) => renameIn(folder, '../../base.md'), /not a path of a home/],
  ['an absolute path', (folder) => renameIn(folder, '/tmp/base.md'), /not a path of a home/],
  ['a path into git', (folder) => renameIn(folder, '.GIT/hooks/post-commit'), /not a path of a home/],
  ['a path to the state', (folder) => renameIn(folder, 'state.json'), /not a path of a home/],
];

const firstOf = (folder: string, room: RegExp): string =>
  readManifest(folder, '')?.files.find(({ path }) => room.test(path))?.path ?? '';
function flip(path: string): void {
  const bytes = fs.readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  fs.writeFileSync(path, bytes);
}
function linkAt(path: string, to: string): void {
  fs.rmSync(path, { recursive: true, force: true });
  fs.symlinkSync(to, path);
}
const rewrite = (folder: string, change: (text: string) => string): void => {
  const path = join(folder, 'hebb-export.json');
  fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
};
const renameIn = (folder: string, to: string): void =>
  rewrite(folder, (text) => text.replace('"path":"base.md"', `"path":"${to}"`));

describe('an export that is not as it was written', () => {
  it.each(damages)('is refused whole: %s', (_, damage, words) => {
    const folder = copyFolder(exported, join(makeFolder(), 'out'));
    expect(verifyExport(folder, 'out').files.length).toBeGreaterThan(5);
    damage(folder);
    expect(() => verifyExport(folder, 'out')).toThrow(words);
  });

  it('leaves no home behind', async () => {
    const folder = copyFolder(exported, join(makeFolder(), 'out'));
    flip(join(folder, 'home/base.md'));
    const home = newHome();
    const { exit, err } = await run(['import', '--all', folder], { home });
    expect([exit, fs.existsSync(home)]).toEqual([1, false]);
    expect(err).toContain('home/base.md: not as it was written');
  });
});
