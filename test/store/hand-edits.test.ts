import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, makeFolder, now, openHome, run, stateIn } from '../support/home.ts';

/** A home with three memories, and where they lie. */
async function makeHome(): Promise<{ home: string; shard: string }> {
  const home = join(makeFolder(), 'home');
  for (const text of [
    'Use tabs for indentation',
    'Run migrations before the seed script',
    'Never push on Fridays',
  ])
    await run(['learn', text, '--scope', 'global'], { home });
  const [shard = ''] = filesIn(join(home, 'memories'), '.jsonl');
  return { home, shard: join(home, 'memories', shard) };
}

const lines = (path: string): string[] => fs.readFileSync(path, 'utf8').split('\n').filter(Boolean);
const write = (path: string, rows: readonly string[]): void =>
  fs.writeFileSync(path, rows.map((row) => `${row}\n`).join(''));
const commandsOf = async (home: string): Promise<string[]> =>
  (await openHome({ home })).operations().map(({ command }) => command);
const summaries = async (home: string): Promise<string[]> =>
  [...(await openHome({ home })).state().memories.values()].map(({ summary }) => summary).sort();

describe('a line in a shard', () => {
  it('that a person changed is adopted, logged and undoable', async () => {
    const { home, shard } = await makeHome();
    write(
      shard,
      lines(shard).map((line) => line.replace('Use tabs', 'Use four spaces')),
    );
    expect(await summaries(home)).toContain('Use four spaces for indentation');
    await run(['learn', 'Tests run before a merge', '--scope', 'global'], { home });
    expect(await summaries(home)).toContain('Use four spaces for indentation');
    const operation = (await openHome({ home }))
      .operations()
      .find(({ command }) => command === 'adopted-edit');
    expect(operation?.changes).toHaveLength(1);
    await run(['undo', operation?.id ?? ''], { home });
    expect(await summaries(home)).toContain('Use tabs for indentation');
  });
});
