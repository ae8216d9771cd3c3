import data from '../../templates/mcp/tools.yaml';
import { type Dict, dictAt, isDict, stringAt } from '../domain/json.ts';

/** What an agent is told of a tool. */
export interface ToolText {
  readonly title: string;
  readonly description: string;
  /** What an argument means. */
  argument(name: string): string;
}

const texts: Dict = isDict(data) ? data : {};

function textAt(place: Dict, path: readonly string[], key: string): string {
  const found = stringAt(place, key);
  if (found === undefined) throw new Error(`templates/mcp/tools.yaml: ${[...path, key].join('.')}: no text`);
  return found;
}

function placeAt(path: readonly string[]): Dict {
  return path.reduce<Dict>((place, key) => dictAt(place, key) ?? {}, texts);
}

/** The text under a path of `templates/mcp/tools.yaml`. */
export const textOf = (...path: string[]): string =>
  textAt(placeAt(path.slice(0, -1)), path.slice(0, -1), path.at(-1) ?? '');

/** The texts of one tool. */
export const toolText = (name: string): ToolText => ({
  title: textOf('tools', name, 'title'),
  description: textOf('tools', name, 'description'),
  argument: (argument) => textOf('tools', name, 'arguments', argument),
});
