import { beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../src/domain/failure.ts';
import { makeHouse } from './house.ts';
import { copyOf, filesOf, openSession } from './sitting.ts';

let house: string;
beforeAll(async () => {
  house = await makeHouse();
});

describe('an action', () => {
  it('is left with n, and nothing is changed', async () => {
    const home = copyOf(house);
    const before = filesOf(home);
    const { type, text } = await openSession(home, 'review');
    await type('a', 'b', 'n');
    expect(text()).toContain('Nothing was changed.');
    expect(filesOf(home)).toEqual(before);
  });

  it('shows why a command refuses, and what to do next', async () => {
    const { type, text } = await openSession(house, 'skills', {
      plan: () => Promise.reject(fail('skill.role', 'a trial comes first', 'hebb skill show')),
    });
    await type('D');
    expect(text()).toContain('a trial comes first');
    expect(text()).toContain('next: hebb skill show');
    expect(text()).not.toContain('Do this?');
    await type('y');
    expect(text()).toContain('hebb refuses this.');
    await type('escape');
    expect(text()).toContain('4 skills');
  });

  it('whose plan comes when nobody waits for it any more is not shown', async () => {
    let answer = (): void => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { session, text } = await openSession(copyOf(house), 'review', {
      plan: async () => {
        await late;
        return { exit: 0, human: [{ kind: 'line', text: 'too late' }], data: {} };
      },
    });
    const asked = session.press('b');
    expect(text()).toContain('Asking what it would do');
    await session.press('escape');
    answer();
    await asked;
    expect(text()).not.toContain('too late');
    expect(text()).toContain('5 at the gate');
  });
});

describe('an edit', () => {
  it('that changes nothing plans nothing', async () => {
    const { type, text } = await openSession(copyOf(house), 'memories', {
      editMemory: async () => undefined,
    });
    await type('e');
    expect(text()).toContain('Nothing was changed.');
  });

  it('without an editor says what to set', async () => {
    const { type, text } = await openSession(copyOf(house), 'memories');
    await type('e');
    expect(text()).toContain('no editor ran');
    expect(text()).toContain('$EDITOR');
  });
});

describe('a session', () => {
  it('takes another size, and quits', async () => {
    const { session, type, quits } = await openSession(house, 'memories');
    session.resize({ columns: 60, rows: 12 });
    expect(session.frame()).toHaveLength(12);
    await type('q');
    await type('quit');
    expect(quits()).toBe(2);
  });
});
