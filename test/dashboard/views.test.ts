import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../src/commands/dashboard-facts.ts';
import { lineWidth, plainOf } from '../../src/dashboard/line.ts';
import { drawListing } from '../../src/dashboard/list-screen.ts';
import { createScreens } from '../../src/dashboard/screens.ts';
import { freshPlace, openUi, viewNames } from '../../src/dashboard/ui.ts';
import { memory } from '../pipeline/samples.ts';
import { copyFolder, filesIn, makeFolder, run } from '../support/home.ts';
import { factsOf, frameOf, sizes, textOf } from './drawing.ts';
import { makeHouse } from './house.ts';

let house: string;
let facts: Facts;
let empty: Facts;

beforeAll(async () => {
  house = await makeHouse();
  facts = await factsOf(house);
  empty = await factsOf(join(makeFolder(), 'none'));
});

/** The house with so many memories more, without their files. */
function crowded(count: number): Facts {
  const more = Array.from({ length: count }, (_, at) =>
    memory(`m-${at.toString(16).padStart(16, '0')}`, { summary: `Fact number ${at} 事実 👩‍🔧` }),
  );
  const memories = new Map([...facts.state.memories, ...more.map((one) => [one.id, one] as const)]);
  return { ...facts, state: { ...facts.state, memories } };
}

describe.each(sizes)('at $columns×$rows', (size) => {
  it.each(viewNames)('%s is as high and no wider than the screen, full or empty', (view) => {
    for (const home of [facts, empty, { ...facts, more: undefined } as never]) {
      const rows = frameOf(home, view, size);
      expect(rows).toHaveLength(size.rows);
      for (const row of rows) expect(lineWidth(row), plainOf(row)).toBeLessThanOrEqual(size.columns);
    }
  });

  it.each(viewNames)('%s says in an empty home which command fills it', (view) => {
    expect(textOf(empty, view, size)).toMatch(/hebb [a-z-]+/);
  });
});

it.each([
  [39, 24],
  [80, 9],
  [1, 1],
])('says on a screen of %d×%d that it is too small', (columns, rows) => {
  const drawn = frameOf(facts, 'memories', { columns, rows });
  expect(drawn).toHaveLength(rows);
  for (const row of drawn) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
});

it.each([
  [40, 10],
  [57, 13],
  [110, 24],
  [240, 80],
])('draws every view on a screen of %d×%d', (columns, rows) => {
  for (const view of viewNames)
    for (const row of frameOf(facts, view, { columns, rows }))
      expect(lineWidth(row), plainOf(row)).toBeLessThanOrEqual(columns);
});

describe('what a person reads', () => {
  const small = sizes[0];
  const wide = sizes[1];
  const chosen = (view: (typeof viewNames)[number], at: number) => {
    const ui = openUi(view);
    return { ...ui, places: { ...ui.places, [view]: { ...freshPlace, at } } };
  };

  it('tells on the overview what needs a person and where', () => {
    const text = textOf(facts, 'overview', small);
    expect(text).toMatch(/NEEDS YOU {2}6/);
    expect(text).toMatch(/4 decisions at the gate\s+3/);
    expect(text).toMatch(/1 skill to say yes or no to\s+4/);
    expect(text).toMatch(/a run is due/);
    expect(text).toMatch(/19 Jun . The old build server/);
  });

  it('follows a memory down to the commit', () => {
    const text = textOf(facts, chosen('memories', 7), wide);
    expect(text).toMatch(/│ 0\.\d\d █+/);
    expect(text).toContain('│ → applies_to  billing');
    expect(text).toContain('git · commit 9c1e07d2aa');
    expect(text).toContain('transcript · session 5e554000 · run w-400000 ·');
    expect(text).toMatch(/used\s+6 times, 83 % helpful/);
  });

  it('sets both sides of a conflict beside one another', () => {
    const text = textOf(facts, 'review', small);
    expect(text).toMatch(/1 OLDER .* │ 2 NEWER/);
    expect(text).toMatch(/Use tabs in Go files\s+│ Use spaces in Go files/);
    expect(text).toContain('Both cannot hold: tabs, spaces');
  });

  it('shows what changed between versions of a skill', () => {
    const text = textOf(facts, chosen('skills', 2), wide);
    expect(text).toContain('-2. Wait a second.');
    expect(text).toContain('+2. Wait for the file.');
    expect(text).toContain('preconditions: a hook is installed');
  });

  it('shows a procedure with each gate', () => {
    const text = textOf(facts, 'workflows', wide);
    expect(text).toMatch(/▸ ready\s+6× 100 %\s+run git fetch › run npm test › run git/);
    expect(text).toContain('✓ executions    6 runs with a known end, at least 5');
    expect(text).toMatch(/2 of 5\s+2×\s+0 %/);
  });

  it('weighs what is near a memory', () => {
    const text = textOf(facts, 'graph', wide);
    expect(text).toMatch(/█+.?·* 0\.81 Do not mock the clock in tests of… ← derived_from, 12 sessi/);
  });

  it('keeps what a memory says out of the terminal', () => {
    for (const view of viewNames)
      for (const row of frameOf(facts, view, wide)) expect(plainOf(row)).not.toMatch(/\p{Cc}/u);
  });
});

describe('a crowd', () => {
  it('is drawn by the rows that are seen, wherever one is in it', () => {
    const listing = createScreens().listing(crowded(10_000), 'memories', freshPlace);
    expect(listing?.ids).toHaveLength(10_011);
    let drawn = 0;
    const counting = listing && {
      ...listing,
      row: (id: string, columns: number) => {
        drawn++;
        return listing.row(id, columns);
      },
    };
    const rows = counting
      ? drawListing(counting, { ...freshPlace, at: 10_010 }, { columns: 80, rows: 20 })
      : [];
    expect(rows.map(plainOf).join('\n')).toContain('10011/10011');
    expect(drawn).toBeGreaterThan(3);
    expect(drawn).toBeLessThan(20);
  });
});

describe('a damaged home', () => {
  it('names the line, counts it and shows the rest', async () => {
    const home = copyFolder(house, join(makeFolder(), '.hebb'));
    const shard = filesIn(home, '.jsonl').find((name) => name.startsWith('memories/')) ?? '';
    appendFileSync(join(home, shard), '{"v":1,"id":"m-torn\n');
    const text = textOf(await factsOf(home), 'overview', sizes[0]);
    expect(text).toMatch(/1 line could not be read: hebb/);
    expect(text).toMatch(new RegExp(`! memories.*${shard.split('/').at(-1)}:\\d+`));
    expect(text).toMatch(/count +11 memories/);
  });

  it('is refused with the next step where nothing can be read', async () => {
    const home = join(makeFolder(), '.hebb');
    mkdirSync(home);
    writeFileSync(join(home, 'state.json'), '{');
    const ran = await run(['dashboard', '--once'], { home });
    expect(ran.exit).toBe(1);
    expect(ran.err).toMatch(/state\.json.*\n {2}next: move the file away/);
  });
});

describe('hebb dashboard without a terminal', () => {
  it('prints one picture and writes nothing', async () => {
    const ran = await run(['dashboard', '--view', 'review', '--size', '140x40'], { home: house });
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/\[3 Review\(4\)\]/);
    expect(ran.out).not.toContain('\u001b');
    expect(ran.err).toBe('');
  });

  it('tells under --json what every view shows', async () => {
    const { data } = await run(['dashboard', '--json'], { home: house });
    expect(data).toMatchObject({
      v: 1,
      views: {
        overview: { live: 11, needs: [{ count: 4, where: '3' }, { count: 1, where: '4' }, { count: 1 }] },
        review: { conflicts: [{ similarity: 0.91 }] },
        workflows: [{ passes: true, runs: 6 }, { passes: false }],
      },
    });
    expect(Object.keys(data.views ?? {})).toEqual([...viewNames]);
  });

  it.each([
    [['--view', 'nothing'], 'not one of overview, memories'],
    [['--once', '--size', 'big'], 'not columns and rows'],
  ])('refuses %j', async (args, said) => {
    const ran = await run(['dashboard', ...args], { home: house });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain(said);
  });
});
