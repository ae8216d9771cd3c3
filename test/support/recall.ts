import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Dict, dictsAt } from '../../src/domain/json.ts';
import { unsyncedOps } from './crash.ts';
import { filesIn, type HostFields, makeFolder, run } from './home.ts';

/** A folder to work in and the home beside it. */
export interface Place {
  readonly home: string;
  readonly project: string;
}

export function makePlace(): Place {
  const folder = makeFolder();
  const project = join(folder, 'shop');
  fs.mkdirSync(project);
  return { home: join(folder, 'home'), project };
}

export const asked = async (
  { home, project }: Place,
  argv: readonly string[],
  more: Partial<HostFields> = {},
) => run(argv, { home, cwd: project, ops: unsyncedOps, ...more });

export const said = (data: Dict): string[] => dictsAt(data, 'memories').map(({ summary }) => String(summary));

/** What recall answers, best first. */
export const found = async (place: Place, query: string, ...flags: string[]): Promise<string[]> =>
  said((await asked(place, ['recall', query, '--json', '--no-track', ...flags])).data);

export async function learn(place: Place, ...texts: string[]): Promise<void> {
  for (const text of texts) expect((await asked(place, ['learn', text])).exit).toBe(0);
}

export const lessons = [
  'Run the migrations before the seed script',
  'Use pnpm for every package of the shop',
  'The billing worker reads its queue from Redis',
  '数据库迁移脚本必须先运行',
];

export const indexOf = ({ home }: Place): string => join(home, 'cache', 'recall.db');

/** The answer to every lesson, as the index has it now, and as one has it that is made of the home alone. */
export async function bothAnswers(place: Place): Promise<[unknown, unknown]> {
  const answers = async (): Promise<unknown> => {
    const queries = ['run the queue worker package script before', '迁移'];
    return Promise.all(
      queries.map(async (query) => {
        const { data } = await asked(place, ['recall', query, '--json', '--no-track', '--global']);
        return dictsAt(data, 'memories').map(({ id, score, stale, factors }) => [id, score, stale, factors]);
      }),
    );
  };
  const kept = await answers();
  fs.rmSync(indexOf(place), { force: true });
  return [kept, await answers()];
}

/** The first shard of memories. */
export const shardOf = ({ home }: Place): string =>
  join(home, filesIn(home, '2026-06.jsonl').find((name) => name.startsWith('memories/')) ?? '');

/** Changes a home that knows the lessons in every way that the index has to follow; `after` is done after each. */
export async function changeEverything(place: Place, after: (at: number) => Promise<unknown>): Promise<void> {
  const id = async (query: string): Promise<string> =>
    String(dictsAt((await asked(place, ['recall', query, '--json', '--no-track'])).data, 'memories')[0]?.id);
  const [first, second] = [await id('migrations'), await id('pnpm')];
  const edit = (from: RegExp, to: string) => async () =>
    fs.writeFileSync(shardOf(place), fs.readFileSync(shardOf(place), 'utf8').replace(from, to));
  const changes: readonly (() => Promise<unknown>)[] = [
    () => learn(place, 'Ask the queue worker before a release'),
    () => asked(place, ['edit', second, '--text', 'Use yarn for every package of the shop']),
    () => asked(place, ['relate', first, 'related_to', second]),
    () => asked(place, ['forget', first]),
    () => asked(place, ['undo']),
    () => asked(place, ['pin', second]),
    edit(/Redis/, 'Postgres'),
    () => learn(place, 'Restart the worker after a migration'),
    edit(/^.*Use yarn.*\n/m, ''),
    () => asked(place, ['attention', '--focus', 'worker']),
  ];
  for (const [at, change] of changes.entries()) {
    await change();
    await after(at);
  }
}
