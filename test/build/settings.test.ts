import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../support/home.ts';

// `npm test` builds first; a bare vitest in a fresh clone has nothing to run.
describe.skipIf(!existsSync('dist/hebb.js'))('the built program', () => {
  const ask = (config: string) => {
    const userHome = makeFolder();
    const home = join(userHome, '.hebb');
    mkdirSync(home);
    writeFileSync(join(home, 'config.yaml'), config);
    const env = { ...process.env, HOME: userHome, HEBB_HOME: home };
    return spawnSync(process.execPath, ['bin/hebb.js', 'status'], { env, encoding: 'utf8' });
  };

  it('parses settings: a package in two chunks has lost its names before', () => {
    expect(ask('forget:\n  minUses: 2\n')).toMatchObject({ status: 0, stderr: '' });
    expect(ask('forget:\n  minUses: many\n').stderr).toContain('expected a number');
  });
});
