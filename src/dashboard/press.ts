import type { Facts } from '../commands/dashboard-facts.ts';
import { type Action, type Call, callOf, withOption } from './call.ts';
import { nextFacet } from './filter.ts';
import type { Listing } from './listing.ts';
import type { Screens } from './screens.ts';
import {
  chosenAt,
  moveTo,
  type Proposal,
  placeOf,
  type Ui,
  type ViewName,
  viewNames,
  withMode,
} from './ui.ts';

/** What a key asks the program for, beside another picture. */
export type Wish =
  | { readonly kind: 'quit' }
  | { readonly kind: 'plan'; readonly proposal: Proposal }
  | { readonly kind: 'apply'; readonly proposal: Proposal }
  /** The editor has the terminal; what comes of it is planned. */
  | { readonly kind: 'edit'; readonly action: Action };

/** What a key leads to. */
export interface Step {
  readonly ui: Ui;
  readonly wish?: Wish;
}

/** What a key is pressed on. */
export interface Pressed {
  readonly facts: Facts;
  readonly screens: Screens;
  /** Rows of the body, for keys that turn a page. */
  readonly rows: number;
}

const stay = (ui: Ui): Step => ({ ui });

/** Shows what a call would do, and asks for it. */
function plan(ui: Ui, call: Call): Step {
  const proposal: Proposal = { call, state: 'asking', blocks: [], scroll: 0 };
  return { ui: withMode(ui, { kind: 'plan', proposal }), wish: { kind: 'plan', proposal } };
}

const runNow: Action = { key: 'r', label: 'run now', call: callOf('auto-consolidate', [], { force: true }) };
const undoLast: Action = { key: 'u', label: 'undo last', call: callOf('undo', []) };

/** What can be done in every view, where the view itself has no other use for the key. */
const everywhere: readonly Action[] = [runNow, undoLast];

const idAt = (listing: Listing | undefined, ui: Ui): string | undefined =>
  listing?.ids[chosenAt(placeOf(ui), listing.ids)];

/** What is chosen stays chosen wherever it goes in the list. */
function heldAt(ui: Ui, listing: Listing | undefined): Ui {
  const id = idAt(listing, ui);
  return id === undefined ? ui : moveTo(ui, { id });
}

/** What can be done to what is chosen. */
export function actionsAt(facts: Facts, ui: Ui, screens: Screens): readonly Action[] {
  const listing = screens.listing(facts, ui.view, placeOf(ui));
  const id = idAt(listing, ui);
  return id === undefined ? [] : (listing?.actions(id) ?? []);
}

function begin(ui: Ui, action: Action): Step {
  switch (action.need?.kind) {
    case undefined:
      return plan(ui, action.call);
    case 'line':
      return stay(withMode(ui, { kind: 'line', action, text: '' }));
    default:
      return { ui, wish: { kind: 'edit', action } };
  }
}

function toView(ui: Ui, view: ViewName | undefined): Step {
  if (view === undefined) return stay(ui);
  const { message: _said, ...rest } = ui;
  return stay({ ...rest, view, mode: { kind: 'browse' } });
}

/** The view so many digits further, around the end. */
const viewBeside = ({ view }: Ui, by: number): ViewName | undefined =>
  viewNames[(viewNames.indexOf(view) + by + viewNames.length) % viewNames.length];

function moveBy(ui: Ui, listing: Listing | undefined, by: number): Step {
  if (!listing || listing.ids.length === 0) return stay(ui);
  const at = Math.max(0, Math.min(listing.ids.length - 1, chosenAt(placeOf(ui), listing.ids) + by));
  const id = listing.ids[at];
  return stay(moveTo(ui, { at, scroll: 0, ...(id === undefined ? {} : { id }) }));
}

const scrollBy = (ui: Ui, by: number): Step =>
  stay(moveTo(ui, { scroll: Math.max(0, placeOf(ui).scroll + by) }));

/** Enter: where it leads from here, else the whole of what is chosen. */
function enter(ui: Ui, listing: Listing | undefined): Step {
  const id = idAt(listing, ui);
  if (id === undefined) return stay(ui);
  const target = listing?.target?.(id);
  const place = placeOf(ui);
  if (target !== undefined) {
    const { id: _left, ...rest } = place;
    const entered = { ...rest, at: 0, scroll: 0, filter: '', trail: [...place.trail, target] };
    return stay({ ...moveTo(ui, {}), places: { ...ui.places, [ui.view]: entered } });
  }
  return stay(moveTo(ui, { isWhole: !place.isWhole, scroll: 0, id }));
}

/** Back by one step: out of the whole, out of the filter, a memory back in the graph. */
function back(ui: Ui): Step {
  const { isWhole, filter, trail } = placeOf(ui);
  if (isWhole) return stay(moveTo(ui, { isWhole: false, scroll: 0 }));
  if (filter !== '') return stay(moveTo(ui, { filter: '', scroll: 0 }));
  const left = trail.at(-1);
  return left === undefined
    ? stay(moveTo(ui, {}))
    : stay(moveTo(ui, { trail: trail.slice(0, -1), id: left, scroll: 0 }));
}

/** Letters that stand for a key. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['k', 'up'],
  ['j', 'down'],
  ['g', 'home'],
  ['G', 'end'],
  [' ', 'pageDown'],
]);

/** What a key is pressed on in a view. */
interface Browsing {
  readonly ui: Ui;
  readonly listing: Listing | undefined;
  /** Rows of a turned page. */
  readonly page: number;
}

/** One row: of the detail where it has the whole screen, else of the list. */
const goBy = ({ ui, listing }: Browsing, by: number): Step =>
  placeOf(ui).isWhole ? scrollBy(ui, by) : moveBy(ui, listing, by);

/** What keys mean in every view. */
const moves: ReadonlyMap<string, (browsing: Browsing) => Step> = new Map([
  ['up', (at) => goBy(at, -1)],
  ['down', (at) => goBy(at, 1)],
  ['home', ({ ui, listing }) => moveBy(ui, listing, -Infinity)],
  ['end', ({ ui, listing }) => moveBy(ui, listing, Infinity)],
  ['pageUp', ({ ui, page }) => scrollBy(ui, -page)],
  ['pageDown', ({ ui, page }) => scrollBy(ui, page)],
  ['left', ({ ui }) => toView(ui, viewBeside(ui, -1))],
  ['backTab', ({ ui }) => toView(ui, viewBeside(ui, -1))],
  ['right', ({ ui }) => toView(ui, viewBeside(ui, 1))],
  ['tab', ({ ui }) => toView(ui, viewBeside(ui, 1))],
  ['enter', ({ ui, listing }) => enter(ui, listing)],
  ['escape', ({ ui }) => back(ui)],
  ['backspace', ({ ui }) => back(ui)],
  ['?', ({ ui }) => stay(withMode(ui, { kind: 'help', scroll: 0 }))],
  [
    '/',
    ({ ui, listing }) => stay(listing ? withMode(moveTo(ui, { isWhole: false }), { kind: 'filter' }) : ui),
  ],
  ['q', ({ ui }) => ({ ui, wish: { kind: 'quit' } })],
]);

function browse(ui: Ui, key: string, { facts, screens, rows }: Pressed): Step {
  const listing = screens.listing(facts, ui.view, placeOf(ui));
  if (/^[1-7]$/.test(key)) return toView(ui, viewNames[Number(key) - 1]);
  const move = moves.get(aliases.get(key) ?? key);
  if (move) return move({ ui, listing, page: Math.max(1, Math.floor(rows / 2)) });
  const own = actionsAt(facts, ui, screens).find((one) => one.key === key);
  if (own) return begin(heldAt(ui, listing), own);
  const facet = listing?.facets?.find((one) => one.key === key);
  if (facet) return stay(moveTo(ui, { filter: nextFacet(placeOf(ui).filter, facet), scroll: 0 }));
  const common = everywhere.find((one) => one.key === key);
  return common ? begin(ui, common) : stay(ui);
}

/** A text after a key: letters are added, Backspace takes the last one away. */
const typed = (text: string, key: string): string =>
  key === 'backspace' ? [...text].slice(0, -1).join('') : [...key].length === 1 ? text + key : text;

function typeFilter(ui: Ui, key: string, pressed: Pressed): Step {
  if (key === 'enter') return stay(withMode(ui, { kind: 'browse' }));
  if (key === 'escape') return stay(withMode(moveTo(ui, { filter: '' }), { kind: 'browse' }));
  if (key === 'up' || key === 'down' || key === 'pageUp' || key === 'pageDown')
    return browse(ui, key, pressed);
  return stay(moveTo(ui, { filter: typed(placeOf(ui).filter, key), at: 0, scroll: 0 }));
}

function typeLine(ui: Ui, mode: Extract<Ui['mode'], { kind: 'line' }>, key: string): Step {
  const { action, text } = mode;
  if (key === 'escape') return stay(withMode(ui, { kind: 'browse' }));
  if (key !== 'enter') return stay(withMode(ui, { ...mode, text: typed(text, key) }));
  if (text.trim() === '' || action.need?.kind !== 'line') return stay(ui);
  return plan(ui, withOption(action.call, action.need.option, text.trim()));
}

function answer(ui: Ui, proposal: Proposal, key: string): Step {
  const scrolls: Readonly<Record<string, number>> = {
    pageDown: 8,
    ' ': 8,
    down: 1,
    j: 1,
    pageUp: -8,
    up: -1,
    k: -1,
  };
  const by = Object.hasOwn(scrolls, key) ? scrolls[key] : undefined;
  if (by !== undefined)
    return stay(
      withMode(ui, { kind: 'plan', proposal: { ...proposal, scroll: Math.max(0, proposal.scroll + by) } }),
    );
  if (key === 'y' && proposal.state === 'ready')
    return { ui: withMode(ui, { kind: 'busy', proposal }), wish: { kind: 'apply', proposal } };
  const isNo = ['n', 'escape', 'q', 'backspace'].includes(key);
  if (proposal.state === 'done') return stay(isNo || key === 'enter' ? withMode(ui, { kind: 'browse' }) : ui);
  return stay(isNo ? { ...withMode(ui, { kind: 'browse' }), message: { text: 'Nothing was changed.' } } : ui);
}

function inHelp(ui: Ui, scroll: number, key: string): Step {
  if (key === 'down' || key === 'j' || key === 'pageDown')
    return stay(withMode(ui, { kind: 'help', scroll: scroll + 1 }));
  if (key === 'up' || key === 'k' || key === 'pageUp')
    return stay(withMode(ui, { kind: 'help', scroll: Math.max(0, scroll - 1) }));
  return key === 'q' ? { ui, wish: { kind: 'quit' } } : stay(withMode(ui, { kind: 'browse' }));
}

/** One key: a letter, or `up`, `down`, `left`, `right`, `home`, `end`, `pageUp`, `pageDown`, `enter`, `escape`, `tab`, `backTab`, `backspace`. */
export function press(ui: Ui, key: string, pressed: Pressed): Step {
  const { mode } = ui;
  switch (mode.kind) {
    case 'browse':
      return browse(ui, key, pressed);
    case 'filter':
      return typeFilter(ui, key, pressed);
    case 'line':
      return typeLine(ui, mode, key);
    case 'plan':
      return answer(ui, mode.proposal, key);
    case 'help':
      return inHelp(ui, mode.scroll, key);
    case 'busy':
      return stay(ui);
  }
}
