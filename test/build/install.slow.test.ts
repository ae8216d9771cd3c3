import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../support/home.ts';

const prefix = join(makeFolder(), 'prefix');
const userHome = makeFolder();
let tarball: string;

/** npm with a cache of its own and no network: a registry that nobody answers. */
function npm(...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: userHome, npm_config_cache: join(userHome, 'npm-cache') };
  const offline = ['--offline', '--no-audit', '--no-fund', '--registry=http://127.0.0.1:9'];
  return execFileSync('npm', [...args, ...offline], { encoding: 'utf8', env });
}

const hebb = (...args: readonly string[]) =>
  spawnSync(join(prefix, 'bin', 'hebb'), args, {
    encoding: 'utf8',
    cwd: userHome,
    env: { PATH: process.env.PATH, HOME: userHome, GIT_CONFIG_GLOBAL: '/dev/null', HEBB_USER: 'ann' },
  });

/** Folders with a package.json below node_modules, whatever their depth. */
const packagesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  );

beforeAll(() => {
  const folder = makeFolder();
  // What `npm test` built is packed as it is; building again would change it under other tests.
  const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  tarball = join(folder, packed.filename);
});

// The optional index comes from the registry and is left out here; with it five packages are installed.
describe.skipIf(!existsSync('dist/hebb.js'))('the package of npm', () => {
  it('is under 5 MB packed', () => {
    expect(statSync(tarball).size).toBeLessThan(5_000_000);
  });

  it('installs into an empty prefix without a network, a script or another package, and works', () => {
    npm('install', '--global', '--omit=optional', '--ignore-scripts', '--prefix', prefix, tarball);
    expect(packagesIn(join(prefix, 'lib', 'node_modules'))).toEqual(['hebb/package.json']);
    expect(hebb('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(hebb('learn', 'Run the migrations before the seed script').status).toBe(0);
    const recalled = hebb('recall', 'how are migrations run');
    expect(recalled.stderr).toBe('');
    expect(recalled.stdout).toContain('Run the migrations before the seed script');
  });

  it('leaves nothing behind', () => {
    expect(hebb('uninstall', '--purge', '--yes').status).toBe(0);
    npm('uninstall', '--global', '--prefix', prefix, 'hebb');
    const left = readdirSync(prefix, { recursive: true, encoding: 'utf8' }).filter((path) => {
      const stat = lstatSync(join(prefix, path));
      return !stat.isDirectory() && !path.endsWith('.package-lock.json');
    });
    expect(left).toEqual([]);
    expect(readdirSync(userHome)).toEqual(['npm-cache']);
  });
});
