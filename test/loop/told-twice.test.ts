import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';
import { fireHooks, happenings, type tellers, writeTold } from '../support/told-session.ts';

type Client = keyof typeof tellers;

const whole = happenings.length;
const half = 4;

/** What comes when; after each step everything that is there is read. */
const orders: Readonly<Record<string, (desk: Desk, client: Client) => (() => void)[]>> = {
  'hooks, then the transcript': (desk, client) => [
    () => fireHooks(desk, client, happenings),
    () => writeTold(desk, client, whole),
  ],
  'the transcript, then hooks': (desk, client) => [
    () => writeTold(desk, client, whole),
    () => fireHooks(desk, client, happenings),
  ],
  'both, in two halves': (desk, client) => [
    () => {
      fireHooks(desk, client, happenings.slice(0, half));
      writeTold(desk, client, half);
    },
    () => {
      fireHooks(desk, client, happenings.slice(half));
      writeTold(desk, client, whole);
    },
  ],
};

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly text?: string;
  readonly command?: string;
  readonly files: readonly string[];
}

function eventsIn(desk: Desk): string[] {
  const folder = join(desk.home, 'learning-log');
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  const events = lines.map((line): Line => JSON.parse(line));
  return events
    .map(({ text, command, files }) => text ?? command ?? files[0]?.replace(/^.*\//, '') ?? '')
    .sort();
}

function sessionIn(desk: Desk): { prompts: number; steps: number } {
  const folder = join(desk.home, 'sessions');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

const once = [
  'Why does the total fail?',
  'continue',
  'continue',
  'npm test',
  'npm test',
  'npm test',
  'total.ts',
];

const cases: [Client, string][] = [
  ['gemini', 'hooks, then the transcript'],
  ['gemini', 'the transcript, then hooks'],
  ['gemini', 'both, in two halves'],
  ['cursor', 'hooks, then the transcript'],
  ['cursor', 'both, in two halves'],
  ['codex', 'both, in two halves'],
];

it.each(cases)('%s: what hook and transcript tell arrives once: %s', async (client, order) => {
  const desk = createDesk();
  for (const happens of orders[order]?.(desk, client) ?? []) {
    happens();
    await runIn(desk, ['analyze-sessions']);
  }
  const { prompts, steps } = sessionIn(desk);
  expect({ prompts, steps, events: eventsIn(desk) }).toEqual({ prompts: 3, steps: 4, events: once });
});

it('learns from hooks alone what a transcript would tell', async () => {
  const desk = createDesk();
  fireHooks(desk, 'gemini', happenings);
  const { data } = await jsonIn(desk, ['analyze-sessions']);
  expect(data).toMatchObject({
    prompts: 3,
    steps: 4,
    candidates: [{ entityType: 'mistake', source: 'mistake' }],
  });
});
