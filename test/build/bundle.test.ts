import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isDict } from '../../src/domain/json.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const readPackage = (folder: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return isDict(value) ? value : {};
};

/** What esbuild drew from each package, by the headings of the notices. */
const noticed = (notices: string): string[] =>
  [...notices.matchAll(/^## (\S+) \S+ \(/gm)].map(([, name = '']) => name);

// `npm test` builds first; a bare vitest in a fresh clone has nothing to look at.
describe.skipIf(!existsSync('dist/hebb.js'))('the built package', () => {
  const files = existsSync('dist') ? filesIn('dist') : [];
  const code = files.filter((path) => path.endsWith('.js')).map((path) => readFileSync(path, 'utf8'));
  const notices = existsSync('dist/NOTICES.md') ? readFileSync('dist/NOTICES.md', 'utf8') : '';

  it('is under 5 MB, without source maps', () => {
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(5_000_000);
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(code.filter((text) => text.includes('sourceMappingURL'))).toEqual([]);
  });

  it('starts from an entry that loads nothing but what is asked for', () => {
    const entry = readFileSync('dist/hebb.js', 'utf8');
    const loaded = [...entry.matchAll(/(?:^|;)import(?:[^'"(]*from)?\s*["'](\.\/[^"']+)["']/gm)].map(
      ([, path = '']) => readFileSync(`dist/${path}`, 'utf8'),
    );
    expect([entry, ...loaded].join('').length).toBeLessThan(4_000);
    expect(loaded.filter((text) => /(?:^|;)import\s*(?:[^'"(]*from)?\s*["']\.\.?\//m.test(text))).toEqual([]);
  });

  it('names no folder of the machine that built it', () => {
    const told = [process.cwd(), homedir()].filter((path) => path.length > 5);
    expect(code.filter((text) => told.some((path) => text.includes(path)))).toEqual([]);
  });

  it.each(['commander', 'fast-glob', 'gray-matter', 'natural', 'simple-git', 'yaml'])(
    'tells the licence of %s',
    (name) => expect(noticed(notices)).toContain(name),
  );

  it('tells a licence text for every package inside', () => {
    expect(noticed(notices).length).toBeGreaterThan(20);
    for (const part of notices.split(/^## /m).slice(1)) expect(part).toMatch(/permission|permitted/i);
  });

  it('needs nothing at run time and ships what it needs', () => {
    const { dependencies, files: shipped, bin, engines } = readPackage('.');
    expect(dependencies).toBeUndefined();
    expect(shipped).toEqual(expect.arrayContaining(['bin/hebb.js', 'dist']));
    expect(bin).toEqual({ hebb: 'bin/hebb.js' });
    expect(engines).toEqual({ node: '>=20.19' });
  });
});
