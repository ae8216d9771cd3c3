import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const src = join(root, 'src');

/** Which rooms a room may import: the table of docs/architecture.md. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  text: ['domain'],
  pipeline: ['domain', 'text'],
  store: ['domain', 'text'],
  sources: ['domain', 'text'],
  models: ['domain', 'text'],
  clients: ['domain', 'text'],
  commands: ['domain', 'text', 'pipeline', 'store', 'sources', 'models', 'clients'],
  mcp: ['domain', 'commands'],
  dashboard: ['domain', 'text', 'pipeline', 'commands'],
  cli: [
    'domain',
    'text',
    'pipeline',
    'store',
    'sources',
    'models',
    'clients',
    'commands',
    'mcp',
    'dashboard',
  ],
};

/** Packages and the one room that may import them. */
const packageRooms: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  yaml: ['store', 'text'],
  'gray-matter': ['sources'],
  'fast-glob': ['sources', 'commands'],
  'simple-git': ['sources'],
  natural: ['text'],
  valibot: ['store'],
  libsql: ['store'],
  'jsonc-parser': ['clients'],
  'smol-toml': ['clients'],
  chokidar: ['commands', 'dashboard'],
  ink: ['dashboard'],
  react: ['dashboard'],
  'string-width': ['dashboard'],
  'd3-force': ['pipeline'],
  '@modelcontextprotocol/server': ['mcp'],
  zod: ['mcp'],
};

/** Rooms that may touch the machine. */
const doesIo = ['store', 'sources', 'clients', 'models', 'commands', 'mcp', 'dashboard', 'cli'];

interface Import {
  readonly file: string;
  readonly line: number;
  readonly from: string;
}

function importsOf(file: string): Import[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const found = /(?:^(?:import|export)\b.*from |^\} from |\bimport\()\s*'([^']+)'/.exec(text)?.[1];
    return found === undefined ? [] : [{ file, line: index + 1, from: found }];
  });
}

const files = glob.sync('**/*.{ts,tsx}', { cwd: src, absolute: true, ignore: ['**/*.d.ts'] }).sort();
const imports = files.flatMap(importsOf);
const roomOf = (path: string): string => relative(src, path).split('/')[0] ?? '';
const place = ({ file, line }: Import): string => `${relative(root, file)}:${line}`;
const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

describe('the rooms of src', () => {
  it('hold the code that the test reads', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
    expect(new Set(files.map(roomOf))).toEqual(
      new Set(Object.keys(allowed).filter((room) => files.some((file) => roomOf(file) === room))),
    );
  });

  it('import only the rooms that the table allows', () => {
    const broken = imports
      .filter(({ from }) => from.startsWith('.') && !/\/(?:templates|launchd)\//.test(from))
      .filter(({ file, from }) => {
        const [room, other] = [roomOf(file), roomOf(resolve(dirname(file), from))];
        return room !== other && !allowed[room]?.includes(other);
      });
    expect(broken.map((one) => `${place(one)} imports ${one.from}`)).toEqual([]);
  });

  it('leave each package to its room', () => {
    const packages = imports.filter(({ from }) => !from.startsWith('.') && !from.startsWith('node:'));
    const broken = packages.filter(
      ({ file, from }) => !packageRooms[packageOf(from)]?.includes(roomOf(file)),
    );
    expect(broken.map((one) => `${place(one)} imports ${one.from}`)).toEqual([]);
  });

  it('keep commands apart: none imports another', () => {
    const named = new Set(
      files.filter(
        (file) => roomOf(file) === 'commands' && /^export const run\b/m.test(readFileSync(file, 'utf8')),
      ),
    );
    const broken = imports.filter(
      ({ file, from }) => named.has(file) && named.has(resolve(dirname(file), from)),
    );
    expect(named.size).toBeGreaterThan(15);
    expect(broken.map((one) => `${place(one)} imports ${one.from}`)).toEqual([]);
  });

  it('do no I/O in domain, text and pipeline', () => {
    const broken = imports.filter(({ file, from }) => {
      const room = roomOf(file);
      if (doesIo.includes(room) || !from.startsWith('node:')) return false;
      return !(room === 'domain' && from === 'node:crypto');
    });
    expect(broken.map((one) => `${place(one)} imports ${one.from}`)).toEqual([]);
  });

  it('know time, chance and the process only in cli', () => {
    const word = /\bDate\.now\b|\bMath\.random\b|\bprocess\.|new Date\(\)/;
    const found = files
      .filter((file) => roomOf(file) !== 'cli')
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((text, index) =>
            word.test(text.replace(/\/\/.*|\/\*\*.*|^\s*\*.*/, ''))
              ? [`${relative(root, file)}:${index + 1} ${text.trim()}`]
              : [],
          ),
      );
    expect(found).toEqual([]);
  });

  it('have no utils, no barrels, no Manager, Service or Helper', () => {
    const names = files.filter((file) => /\/(utils?|index|helpers?)\.tsx?$|\/utils?\//.test(file));
    const classes = files.filter((file) =>
      /class \w*(Manager|Service|Helper)\b/.test(readFileSync(file, 'utf8')),
    );
    expect([...names, ...classes].map((file) => relative(root, file))).toEqual([]);
  });
});
