import { failed, type Result, success } from '../domain/failure.ts';
import type { Memory } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { normalizeText } from '../text/normalize.ts';
import { homesOf } from './import-desk.ts';

/** Digits of an id from which its beginning may stand for it: `m-` and four more. */
const shortestPrefix = 6;

/** The memory with this id or alias, or the only one whose id begins like this. */
function byIdOrPrefix(memories: ReadonlyMap<string, Memory>, called: string): Memory | undefined {
  const exact = memories.get(homesOf(memories.values()).get(called) ?? '');
  if (exact || called.length < shortestPrefix) return exact;
  const begun = [...memories.values()].filter(({ id }) => id.startsWith(called));
  return begun.length === 1 ? begun[0] : undefined;
}

/** The memory that is called this: its id, the beginning of it, an alias, its name with or without type; undefined when none or several are. */
export function findMemory({ memories }: State, called: string): Memory | undefined {
  const byId = byIdOrPrefix(memories, called);
  if (byId) return byId;
  const named = namedLike(memories.values(), called);
  return named.length === 1 ? named[0] : undefined;
}

/** The memories that a query means: the one with this id or alias, else those with this name, else those whose text holds it. */
export function findMemories(state: State, query: string): Memory[] {
  const { memories } = state;
  const byId = byIdOrPrefix(memories, query);
  if (byId) return [byId];
  const named = namedLike(memories.values(), query);
  if (named.length > 0) return named;
  const wanted = normalizeText(query);
  if (!wanted) return [];
  return [...memories.values()].filter(({ name, summary, observations }) =>
    normalizeText([name, summary, ...observations].join('\n')).includes(wanted),
  );
}

/** `findMemory`, with the failure that a command prints when there is none. */
export function requireMemory(state: State, called: string): Result<Memory> {
  const memory = findMemory(state, called);
  if (memory) return success(memory);
  return failed(
    'memory.unknown',
    `no memory, or more than one, is called ${called}`,
    'hebb list shows ids and names',
  );
}

/** A name without its type: `pattern:use-pnpm` is `use-pnpm`. */
export const slugOf = (name: string): string => name.slice(name.indexOf(':') + 1);

function namedLike(memories: Iterable<Memory>, called: string): Memory[] {
  const wanted = normalizeText(called);
  return [...memories].filter(({ name }) => {
    const own = normalizeText(name);
    return own === wanted || slugOf(own) === wanted;
  });
}
