import type { Memory } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { normalizeText } from '../text/normalize.ts';
import { homesOf } from './import-desk.ts';

/** The memory that is called this: its id or an alias, its name, or its name without the type; undefined when none or several are. */
export function findMemory({ memories }: State, called: string): Memory | undefined {
  const byId = memories.get(homesOf(memories.values()).get(called) ?? '');
  if (byId) return byId;
  const named = namedLike(memories.values(), called);
  return named.length === 1 ? named[0] : undefined;
}

/** The memories that a query means: the one with this id or alias, else those with this name, else those whose text holds it. */
export function findMemories(state: State, query: string): Memory[] {
  const { memories } = state;
  const byId = memories.get(homesOf(memories.values()).get(query) ?? '');
  if (byId) return [byId];
  const named = namedLike(memories.values(), query);
  if (named.length > 0) return named;
  const wanted = normalizeText(query);
  if (!wanted) return [];
  return [...memories.values()].filter(({ name, summary, observations }) =>
    normalizeText([name, summary, ...observations].join('\n')).includes(wanted),
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
