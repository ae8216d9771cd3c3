import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callOf } from '../../src/dashboard/call.ts';
import { makeFolder, run } from '../support/home.ts';
import { heldSummary, makeHouse } from './house.ts';
import { copyOf, expectSame, type KeyedCall, openSession, recordsIn } from './sitting.ts';

let house: string;
beforeAll(async () => {
  house = await makeHouse();
});

/** Hash of the procedure that passes every gate. */
const releaseClass = '334129182d0a513f4b325add67545c9368c9c4ba7134984429cca57968003b6c';
const reason = { reason: 'stuck' };

/** Every action, by its keys. */
describe('an action does what its command does, after it showed what that prints', () => {
  it.each<[string, KeyedCall]>([
    [
      'approve',
      {
        view: 'review',
        keys: ['down', 'down', 'a'],
        call: callOf('gate', ['resolve', 'c-held00000000', 'approve']),
      },
    ],
    [
      'reject',
      {
        view: 'review',
        keys: ['end', 'up', 'r'],
        call: callOf('gate', ['resolve', 'c-waiting00000', 'reject']),
      },
    ],
    [
      'keep both',
      { view: 'review', keys: ['b'], call: callOf('gate', ['resolve', 'v-7800000000000000', 'keep-both']) },
    ],
    [
      'keep newer',
      { view: 'review', keys: ['n'], call: callOf('gate', ['resolve', 'v-7800000000000000', 'keep-new']) },
    ],
    [
      'merge',
      {
        view: 'review',
        keys: ['down', 'm'],
        call: callOf('gate', ['resolve', 'v-1011000000000000', 'merge']),
      },
    ],
    ['pin', { view: 'memories', keys: ['p'], call: callOf('pin', ['m-3f3074']) }],
    ['forget', { view: 'memories', keys: ['f'], call: callOf('forget', ['m-3f30740a00000000']) }],
    ['reinforce', { view: 'memories', keys: ['end', '+'], call: callOf('reinforce', ['m-3f2b13']) }],
    [
      'activate',
      {
        view: 'skills',
        keys: ['a'],
        call: callOf('skill', ['activate', 'seed-the-database'], { role: 'user' }),
      },
    ],
    [
      'as developer',
      {
        view: 'skills',
        keys: ['down', 'D'],
        call: callOf('skill', ['activate', 'ship-the-shop'], { role: 'developer' }),
      },
    ],
    [
      'demote',
      {
        view: 'skills',
        keys: ['down', 'd', ...'stuck', 'enter'],
        call: callOf('skill', ['demote', 'ship-the-shop'], reason),
      },
    ],
    [
      'retire',
      {
        view: 'skills',
        keys: ['t', ...'stuck', 'enter'],
        call: callOf('skill', ['retire', 'seed-the-database'], reason),
      },
    ],
    [
      'roll back',
      { view: 'skills', keys: ['down', 'down', 'b'], call: callOf('skill', ['rollback', 'debug-hooks']) },
    ],
    ['undo', { view: 'journal', keys: ['u'], call: callOf('undo', ['RUN']) }],
    [
      'run cycle of skills',
      { view: 'workflows', keys: ['c'], call: callOf('promote', [], { skills: true }) },
    ],
    ['whole loop', { view: 'overview', keys: ['r'], call: callOf('auto-consolidate', [], { force: true }) }],
    [
      'distil now',
      { view: 'workflows', keys: ['d'], call: callOf('promote', [], { skills: true, class: releaseClass }) },
    ],
  ])('%s', (_, keyed) => expectSame(house, keyed));
});

describe('a session', () => {
  it('shows at once what it did, and says so', async () => {
    const { type, text } = await openSession(copyOf(house), 'review');
    expect(text()).toContain('5 at the gate');
    await type('down', 'down', 'a', 'y');
    expect(text()).toContain('4 at the gate');
    expect(text()).toContain('Decided: approve.');
    await type('down');
    expect(text()).not.toContain('Decided');
  });

  it('gives a candidate the text that the editor left', async () => {
    const home = copyOf(house);
    const { type, text } = await openSession(home, 'review', {
      editText: async (given) => `${given}, and never at night`,
    });
    await type('down', 'down', 'e');
    expect(text()).toContain(`edit --text "${heldSummary}, and never at night"`.slice(0, 60));
    await type('y');
    expect(await recordsIn(home)).toContain(`${heldSummary}, and never at night`);
  });

  it('shows what others do, and keeps what is chosen', async () => {
    const home = copyOf(house);
    const { session, type, text } = await openSession(home, 'memories');
    await type('down', 'down');
    const chosen = /▸ (.*)/.exec(text())?.[1]?.slice(0, 60);
    await run(['learn', 'The strongest of all rules'], { home });
    session.refresh();
    expect(text()).toContain('12 memories');
    expect(text()).toContain('The strongest of all rules');
    expect(/▸ (.*)/.exec(text())?.[1]).toContain(chosen);
  });

  it('follows a home that is made after it was opened', async () => {
    const home = join(makeFolder(), '.hebb');
    const { session, text } = await openSession(home, 'memories');
    expect(text()).toContain('Nothing is remembered yet.');
    await run(['learn', 'Water the plants'], { home });
    session.refresh();
    expect(text()).toContain('Water the plants');
  });
});
