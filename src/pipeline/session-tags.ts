import type { Event } from '../domain/event.ts';
import { isOwnTool } from '../domain/own-agent.ts';
import { commandShape, isLooking, packagesOf } from './command-shape.ts';

/** What a tool use that did not fail says of its session: `language:`, `pattern:`, `tool:`, `command:` and `package:` tags. */
export function tagsOf({ tool = '', command, language, patterns }: Event): string[] {
  const read = command === undefined ? undefined : commandShape(command);
  const telling = read && read.shape !== '' && !isLooking(read.shape);
  return [
    ...(tool === '' || isOwnTool(tool) ? [] : [`tool:${tool}`]),
    ...(language === undefined ? [] : [`language:${language}`]),
    ...patterns.map((pattern) => `pattern:${pattern}`),
    ...(telling ? [`command:${read.shape}`] : []),
    ...(read ? packagesOf(read).map((name) => `package:${name}`) : []),
  ];
}
