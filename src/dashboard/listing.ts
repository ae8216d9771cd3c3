import type { Json } from '../domain/json.ts';
import type { Action } from './call.ts';
import type { Line } from './line.ts';

/** What a view with a list shows: things by id, a row for each, and everything about the chosen one. Drawn only where it is seen. */
export interface Listing {
  /** In the order in which they are shown, after the filter. */
  readonly ids: readonly string[];
  /** How many there are without the filter. */
  readonly total: number;
  /** What they are, for example `memories, strongest first`. */
  readonly title: string;
  row(id: string, columns: number): Line;
  detail(id: string, columns: number): readonly Line[];
  actions(id: string): readonly Action[];
  /** What it means that there is nothing, and which command fills it. */
  readonly empty: readonly string[];
  /** Where Enter leads from a row, if it leads elsewhere than to the whole detail. */
  target?(id: string): string | undefined;
  /** Filters that a key walks through: the key, and what may stand behind `<name>:`. */
  readonly facets?: readonly Facet[];
  /** The same as data, for `--json`. */
  data(): Json;
}

/** A word of the filter with its values: `t` walks through `type:pattern`, `type:mistake`, …, and none. */
export interface Facet {
  readonly key: string;
  readonly name: string;
  readonly values: readonly string[];
}
