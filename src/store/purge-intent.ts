import { join } from 'node:path';
import * as v from 'valibot';
import { fail } from '../domain/failure.ts';
import { parseJson } from '../domain/json.ts';
import type { PurgeIntent } from '../domain/purge.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';
import { parser, parseTombstone } from './records.ts';

type Home = { readonly files: Files; readonly paths: Paths };

const texts = v.array(v.string());

const schema = v.object({
  v: v.literal(1),
  at: v.string(),
  salt: v.string(),
  ids: texts,
  sessions: texts,
  targets: texts,
  prints: v.array(v.object({ length: v.number(), head: v.number(), hash: v.string(), cut: v.boolean() })),
  stones: v.array(v.unknown()),
});

const parseIntent = parser('purge intent', schema);

/** Where an unfinished purge is noted. */
export const intentPath = (paths: Paths): string => join(paths.locks, 'purge.json');

/** The purge that was begun and not finished; undefined when there is none. */
export function readIntent({ files, paths }: Home): PurgeIntent | undefined {
  const text = files.read(intentPath(paths));
  if (text === undefined) return undefined;
  const intent = parseText(text);
  if (intent) return intent;
  throw fail(
    'purge.damaged',
    `${intentPath(paths)}: not a purge intent`,
    'remove the file and run `hebb purge` again for what it was about',
  );
}

function parseText(text: string): PurgeIntent | undefined {
  const parsed = parseIntent(parseJson(text));
  if (!parsed.ok) return undefined;
  const stones = parsed.value.stones.map(parseTombstone);
  return stones.every((stone) => stone.ok)
    ? { ...parsed.value, stones: stones.flatMap((stone) => (stone.ok ? [stone.value] : [])) }
    : undefined;
}

/** Notes what is about to be erased, before anything is. */
export function writeIntent({ files, paths }: Home, intent: PurgeIntent): void {
  files.ensureFolder(paths.locks);
  files.replace(intentPath(paths), `${JSON.stringify(intent)}\n`);
}

/** The purge is done. */
export const removeIntent = ({ files, paths }: Home): void => files.remove(intentPath(paths));
