import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, gitFolder, init, repository, vars, writeHook } from './git-desk.ts';
import { call, program } from './init-desk.ts';

const bashHook = '#!/usr/bin/env bash\nset -e\necho own >own.txt\nexec true\n';
const nodeHook = `#!${process.execPath}\nrequire('node:fs').writeFileSync('own.txt', 'own')\n`;

describe('a hook of git', () => {
  it.each([
    ['bash that stops early', bashHook],
    ['Node', nodeHook],
  ])('runs beside the hook that was there, detached, and gives it back: %s', async (_name, text) => {
    const desk = repository();
    writeHook(desk, text, 0o775);
    const before = gitFolder(desk);
    const done = join(desk.userHome, 'called');
    spawnSync('mkfifo', [done]);
    fs.writeFileSync(
      join(desk.userHome, 'hebb.js'),
      `require('node:fs').writeFileSync(${JSON.stringify(done)}, JSON.stringify([process.cwd(), process.env.HEBB_HOME, ...process.argv.slice(2)]))`,
    );
    await init(desk);
    git(desk, 'commit', '--quiet', '--allow-empty', '-m', 'one');
    expect(JSON.parse(fs.readFileSync(done, 'utf8'))).toEqual([desk.project, desk.home, 'extract-git', '.']);
    expect(fs.readFileSync(join(desk.project, 'own.txt'), 'utf8').trim()).toBe('own');
    await init(desk, '--remove');
    expect(gitFolder(desk)).toEqual(before);
  });

  it('is silent where the program is gone', async () => {
    const desk = repository();
    await call(desk, ['init', '--git'], { vars, host: { program } });
    expect(git(desk, 'commit', '--quiet', '--allow-empty', '-m', 'one')).toBe('');
  });

  it('honours core.hooksPath, and writes into the files of the repository only when that was said', async () => {
    const desk = repository();
    const shared = join(desk.userHome, 'hooks');
    git(desk, 'config', 'core.hooksPath', shared);
    await init(desk);
    expect(fs.readdirSync(shared)).toEqual(['post-commit']);
    git(desk, 'config', 'core.hooksPath', '.hooks');
    const refused = await init(desk);
    expect(refused.data.failure.message).toContain('belongs to the files of the repository');
    expect((await init(desk, '--project')).exit).toBe(0);
    expect(fs.readdirSync(join(desk.project, '.hooks'))).toEqual(['post-commit']);
    const { data } = await call(desk, ['uninstall'], { vars });
    expect(data.files).toHaveLength(2);
    expect([fs.existsSync(shared), fs.existsSync(join(desk.project, '.hooks'))]).toEqual([false, false]);
  });
});
