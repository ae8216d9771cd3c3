import type { Block } from '../domain/report.ts';
import type { Action, Call } from './call.ts';
import type { Tone } from './line.ts';

/** The views in the order of their digits. */
export const viewNames = [
  'overview',
  'memories',
  'review',
  'skills',
  'workflows',
  'journal',
  'graph',
] as const;

/** One of `viewNames`. */
export type ViewName = (typeof viewNames)[number];

/** Where a person is in a view. */
export interface Place {
  /** What is chosen; the first row while nothing was. */
  readonly id?: string;
  /** Row of what is chosen: where the choice stays when that is gone. */
  readonly at: number;
  readonly filter: string;
  /** Rows of the detail that are above the screen. */
  readonly scroll: number;
  /** Whether the detail has the whole screen. */
  readonly isWhole: boolean;
  /** Memories that were entered, one from the other; only the graph has them. */
  readonly trail: readonly string[];
}

/** A call with what it would do, or did. */
export interface Proposal {
  readonly call: Call;
  /** `asking`: its plan is not there yet; `refused`: there is nothing to say yes to; `done`: it was applied, and this is what it said. */
  readonly state: 'asking' | 'ready' | 'refused' | 'done';
  /** What the command prints, under `--dry-run` until it is applied. */
  readonly blocks: readonly Block[];
  readonly scroll: number;
}

/** What the keys mean now. */
export type Mode =
  | { readonly kind: 'browse' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'help'; readonly scroll: number }
  /** A line is typed that an action needs. */
  | { readonly kind: 'line'; readonly action: Action; readonly text: string }
  | { readonly kind: 'plan'; readonly proposal: Proposal }
  /** A command runs; keys wait. */
  | { readonly kind: 'busy'; readonly proposal: Proposal };

/** Everything that keys change. */
export interface Ui {
  readonly view: ViewName;
  readonly places: Readonly<Record<ViewName, Place>>;
  readonly mode: Mode;
  /** What was just done. */
  readonly message?: { readonly text: string; readonly tone?: Tone };
}

/** The top of a view. */
export const freshPlace: Place = { at: 0, filter: '', scroll: 0, isWhole: false, trail: [] };

/** How the dashboard opens. */
export function openUi(view: ViewName): Ui {
  return {
    view,
    places: {
      overview: freshPlace,
      memories: freshPlace,
      review: freshPlace,
      skills: freshPlace,
      workflows: freshPlace,
      journal: freshPlace,
      graph: freshPlace,
    },
    mode: { kind: 'browse' },
  };
}

/** The place in the view that is shown. */
export const placeOf = ({ places, view }: Ui): Place => places[view];

/** The same with another place in the view that is shown; what was said before is read by then. */
export const moveTo = ({ message: _said, ...ui }: Ui, place: Partial<Place>): Ui => ({
  ...ui,
  places: { ...ui.places, [ui.view]: { ...placeOf(ui), ...place } },
});

/** The same in another mode. */
export const withMode = (ui: Ui, mode: Mode): Ui => ({ ...ui, mode });

/** The row of what is chosen: that of its id, else where it was; -1 where there is nothing. */
export function chosenAt({ id, at }: Place, ids: readonly string[]): number {
  const found = id === undefined ? -1 : ids[at] === id ? at : ids.indexOf(id);
  return found >= 0 ? found : Math.min(at, ids.length - 1);
}
