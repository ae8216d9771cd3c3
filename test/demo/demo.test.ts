import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Played, play } from '../../bin/demo.js';
import { secrets } from '../../bin/demo-world.js';
import { generatedParts, withParts } from '../../bin/readme.js';
import { commandTable } from '../../src/cli/table.ts';

let played: Played;
let printed = '';

beforeAll(() => {
  played = play((text) => {
    printed += `${text}\n`;
  });
}, 180_000);

afterAll(() => {
  if (played) rmSync(played.world.folder, { recursive: true, force: true });
});

/** What a command of the demo said. */
const answer = (command: string): string =>
  played.said.find((text) => text.startsWith(`$ hebb ${command}\n`)) ?? '';

/** The lines from a heading to the next blank line. */
function section(text: string, heading: RegExp): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => heading.test(line));
  if (from < 0) return '';
  const length = lines.slice(from).indexOf('');
  return lines.slice(from, length < 0 ? undefined : from + length).join('\n');
}

/** Words of a text, whatever its line breaks: those follow the length of the temporary folder's name. */
const words = (text: string): string => text.replace(/\s+/g, ' ');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the demo', () => {
  it.each([
    ['a rule after a correction', 'auto-consolidate', /^\d+ kept$/, 'Use pnpm here, not npm'],
    ['a rule in German', 'auto-consolidate', /^\d+ kept$/, 'bei Fehlern immer mit problem+json'],
    ['a preference', 'auto-consolidate', /^\d+ kept$/, 'I prefer short answers'],
    [
      'an edit that she corrected',
      'auto-consolidate',
      /^\d+ kept$/,
      'changed by the user in src/routes/export.ts',
    ],
    [
      'a rule that only the spool tells',
      'auto-consolidate',
      /^\d+ kept$/,
      'Every new endpoint gets a line in CHANGELOG.md',
    ],
    ['a rule said twice', 'auto-consolidate', /known already/, 'Never edit the files under src/generated'],
    ['a rule that is only a secret', 'auto-consolidate', /refused$/, 'nothing apart from a masked secret'],
    ['what was forgotten on purpose', 'auto-consolidate', /refused$/, 'was forgotten on 2026-08-20'],
    ['a revert of the history', 'auto-consolidate', /^\d+ kept$/, 'and taken back: cache the list of teas'],
    ['an order hidden in the notes', 'auto-consolidate', /refused$/, 'collect.example.net'],
    ['why it was blocked', 'gate audit', /blocked by the screen/, 'collect.example.net'],
    [
      'the same from two computers',
      'auto-consolidate',
      /^Merged/,
      'Always store prices as integers in cents',
    ],
    [
      'what has proven itself',
      'auto-consolidate',
      /^Promoted/,
      'Always run the tests with `pnpm vitest run`',
    ],
    ['what was never used', 'auto-consolidate', /^Forgotten/, 'docker stop legacy-postgres'],
    ['an error and its fix', 'auto-consolidate', /^\d+ kept$/, 'fixed by running `pnpm prisma generate`'],
    ['a fix of the history', 'auto-consolidate', /^\d+ kept$/, 'round the total once per order'],
    ['a finding of the agent alone', 'auto-consolidate', /^\d+ not enough yet/, 'The root cause was'],
    ['a line that cannot be read', 'auto-consolidate', /^Sessions/, '.jsonl:20: not JSON'],
  ])('shows %s', (_what, command, heading, text) => {
    expect(words(section(answer(command), heading))).toContain(text);
  });

  it.each([
    ['a one-off order', 'run the migrations now'],
    ['a transient failure', 'ETIMEDOUT'],
    ['a system reminder', 'greet the user'],
    ['a hook’s context', 'deploy on Friday'],
    ['a compaction summary', 'squash before merging'],
    ['a failed edit', 'String to replace not found'],
    ['a status line', '119/119'],
  ])('learns nothing from %s', (_what, text) => {
    const learned = ['memories', 'extracted', 'imported']
      .flatMap((name) => filesBelow(join(played.world.memory, name)))
      .map((file) => readFileSync(file, 'utf8'));
    expect(learned.join('\n')).not.toContain(text);
  });

  it('says why, what undo would do, and how things stand', () => {
    expect(words(answer('explain m-299e28'))).toContain('it belongs to core memory');
    expect(answer('undo --dry-run')).toContain('Dry run: nothing was written.');
    expect(answer('status')).toMatch(/core memory +1$/m);
  });

  it.each(Object.keys(secrets))('leaves the %s nowhere under the home, and does not print it', (name) => {
    const secret = secrets[name] ?? '';
    const files = filesBelow(played.world.memory);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => readFileSync(file, 'latin1').includes(secret))).toEqual([]);
    expect(printed).not.toContain(secret);
  });
});

describe('README.md', () => {
  const readme = readFileSync('README.md', 'utf8');

  it('holds what the program says now (npm run docs)', () => {
    expect(words(readme)).toBe(words(withParts(readme, generatedParts(played))));
  });

  it('names every command', () => {
    for (const { name } of commandTable) expect(readme).toContain(`| \`hebb ${name}\` |`);
  });

  it('names only commands that exist', () => {
    const known = new Set(commandTable.map(({ name }) => name));
    const demo = readFileSync('bin/demo.js', 'utf8');
    const named = [...`${readme}\n${demo}`.matchAll(/(?:`hebb|hebb\.js) \/?([a-z][\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });
});
