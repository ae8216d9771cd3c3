import { beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../src/commands/dashboard-facts.ts';
import { commandLine } from '../../src/dashboard/call.ts';
import { press, type Step } from '../../src/dashboard/press.ts';
import { createScreens } from '../../src/dashboard/screens.ts';
import { openUi, placeOf, type Ui, type ViewName } from '../../src/dashboard/ui.ts';
import { factsOf } from './drawing.ts';
import { makeHouse } from './house.ts';

let facts: Facts;
const screens = createScreens();
beforeAll(async () => {
  facts = await factsOf(await makeHouse());
});

/** What comes of some keys, pressed one after the other. */
function pressing(start: Ui | ViewName, ...keys: string[]): Step {
  let step: Step = { ui: typeof start === 'string' ? openUi(start) : start };
  for (const key of keys) step = press(step.ui, key, { facts, screens, rows: 20 });
  return step;
}

const chosenIn = ({ ui }: Step): string | undefined => placeOf(ui).id;

describe('moving', () => {
  it.each([
    [['3'], 'review'],
    [['right'], 'memories'],
    [['left'], 'graph'],
    [['tab', 'tab'], 'review'],
    [['backTab'], 'graph'],
    [['7', 'right'], 'overview'],
    [['8'], 'overview'],
    [['?', 'x'], 'overview'],
  ])('%j leads to %s', (keys, view) => {
    expect(pressing('overview', ...keys).ui.view).toBe(view);
  });

  it.each([
    [['down'], 1],
    [['j', 'j', 'k'], 1],
    [['up'], 0],
    [['end'], 10],
    [['G', 'down'], 10],
    [['G', 'g'], 0],
  ])('%j chooses row %d', (keys, row) => {
    expect(placeOf(pressing('memories', ...keys).ui).at).toBe(row);
  });

  it('scrolls the whole of something, and comes back to the list', () => {
    const whole = pressing('memories', 'down', 'enter', 'down', 'pageDown');
    expect(placeOf(whole.ui)).toMatchObject({ isWhole: true, scroll: 11, at: 1 });
    expect(placeOf(pressing(whole.ui, 'escape').ui)).toMatchObject({ isWhole: false, scroll: 0, at: 1 });
  });

  it('keeps a place for each view', () => {
    const step = pressing('memories', 'down', 'down', '3', 'down', '2');
    expect(placeOf(step.ui).at).toBe(2);
    expect(step.ui.places.review.at).toBe(1);
  });

  it('goes through the graph and back', () => {
    const centre = screens.listing(facts, 'graph', placeOf(openUi('graph')))?.ids[0];
    const there = pressing('graph', 'enter');
    expect(placeOf(there.ui).trail).toEqual([centre]);
    const further = pressing(there.ui, 'enter');
    expect(placeOf(further.ui).trail).toHaveLength(2);
    const back = pressing(further.ui, 'backspace', 'backspace');
    expect(placeOf(back.ui)).toMatchObject({ trail: [], id: centre });
  });
});

describe('filtering', () => {
  it('counts every letter as one', () => {
    const step = pressing('memories', '/', ...'jq7 é', 'backspace');
    expect(placeOf(step.ui).filter).toBe('jq7 ');
    expect(step.ui.mode.kind).toBe('filter');
    expect(pressing(step.ui, 'enter').ui.mode.kind).toBe('browse');
    expect(placeOf(pressing(step.ui, 'enter').ui).filter).toBe('jq7 ');
    expect(placeOf(pressing(step.ui, 'escape').ui).filter).toBe('');
    expect(placeOf(pressing(step.ui, 'enter', 'escape').ui).filter).toBe('');
  });

  it('walks through types, and is no filter on the overview', () => {
    expect(placeOf(pressing('memories', 't').ui).filter).toBe('type:competitor');
    expect(placeOf(pressing('memories', 't', 't').ui).filter).toBe('type:mistake');
    expect(pressing('overview', '/').ui.mode.kind).toBe('browse');
  });
});

describe('actions', () => {
  it.each<[ViewName, string[], string]>([
    ['overview', ['r'], 'hebb auto-consolidate --force'],
    ['overview', ['u'], 'hebb undo'],
    ['memories', ['p'], 'hebb pin m-3f3074'],
    ['memories', ['end', 'up', 'up', 'up', 'p'], 'hebb unpin m-3f2e4d'],
    ['memories', ['f'], 'hebb forget m-3f30740a00000000'],
    ['memories', ['+'], 'hebb reinforce m-3f3074'],
    ['review', ['o'], 'hebb gate resolve v-7800000000000000 keep-existing'],
    ['review', ['m'], 'hebb gate resolve v-7800000000000000 merge'],
    ['review', ['down', 'b'], 'hebb gate resolve v-1011000000000000 keep-both'],
    ['review', ['down', 'down', 'a'], 'hebb gate resolve c-held00000000 approve'],
    ['review', ['end', 'r'], 'hebb gate resolve c-blocked00000 reject'],
    ['skills', ['a'], 'hebb skill activate seed-the-database --role user'],
    ['skills', ['down', 'D'], 'hebb skill activate ship-the-shop --role developer'],
    ['skills', ['down', 'down', 'b'], 'hebb skill rollback debug-hooks'],
    ['workflows', ['c'], 'hebb promote --skills'],
  ])('in %s %j plans %s', (view, keys, said) => {
    const { ui, wish } = pressing(view, ...keys);
    expect(wish?.kind).toBe('plan');
    expect(wish?.kind === 'plan' && commandLine(wish.proposal.call)).toBe(said);
    expect(ui.mode).toMatchObject({ kind: 'plan', proposal: { state: 'asking' } });
  });

  it('keep what they act on chosen', () => {
    expect(chosenIn(pressing('skills', 'a'))).toBe('seed-the-database');
  });

  it('ask for the reason that a command wants', () => {
    const asked = pressing('skills', 'x', ...'old', 'enter');
    expect(asked.wish?.kind === 'plan' && commandLine(asked.wish.proposal.call)).toBe(
      'hebb skill reject seed-the-database --reason old',
    );
    expect(pressing('skills', 'x', 'enter').ui.mode.kind).toBe('line');
    expect(pressing('skills', 'x', 'q', 'escape').ui.mode.kind).toBe('browse');
  });

  it('open the editor for a text or a memory', () => {
    expect(pressing('review', 'end', 'up', 'e').wish).toMatchObject({
      kind: 'edit',
      action: { need: { kind: 'text' } },
    });
    expect(pressing('review', 'e').wish).toMatchObject({
      kind: 'edit',
      action: { need: { kind: 'memory' } },
    });
  });

  it.each([
    ['asking', 'y', undefined],
    ['refused', 'y', undefined],
    ['ready', 'y', 'apply'],
    ['ready', 'n', undefined],
    ['ready', 'x', undefined],
  ] as const)('a plan that is %s answers %s with %s', (state, key, wish) => {
    const asked = pressing('overview', 'r').ui;
    const proposal = asked.mode.kind === 'plan' ? { ...asked.mode.proposal, state } : undefined;
    const ui: Ui = proposal ? { ...asked, mode: { kind: 'plan', proposal } } : asked;
    const step = pressing(ui, key);
    expect(step.wish?.kind).toBe(wish);
    expect(step.ui.mode.kind).toBe(key === 'n' ? 'browse' : wish === 'apply' ? 'busy' : 'plan');
  });

  it('wait while a command runs', () => {
    const asked = pressing('overview', 'r').ui;
    const proposal =
      asked.mode.kind === 'plan' ? { ...asked.mode.proposal, state: 'ready' as const } : undefined;
    const busy = proposal && pressing({ ...asked, mode: { kind: 'plan', proposal } }, 'y').ui;
    expect(busy && pressing(busy, '3', 'u').ui).toBe(busy);
  });
});
